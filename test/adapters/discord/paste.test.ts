import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pasteForm } from '../../../src/adapters/discord/menu/paste.ts';
import { listLanguages } from '../../../src/format/words/catalogue.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { ASKER, OTHER } from '../../support/discord/fake.ts';
import type { WorldInteraction } from '../../support/discord/world.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { createInbox, type DiscordStage, type Inbox, replyOf, stageDiscord } from './stage.ts';

const LIST = '490154203237518\n356938035643809\n\n35-209900-176148-1';

it.each(listLanguages())(
  'a form for many lines says all of its words in %s, since what is too long is cut',
  (language) => {
    const say = sayIn(language);
    const pasted = { command: 'imei', option: 'imei', fileOption: 'file' };
    expect(pasteForm(pasted, {}, say)).toMatchObject({
      title: say('discord.paste.title'),
      components: [{ label: say('discord.paste.label'), description: say('discord.paste.description') }],
    });
  },
);

describe('a form for many lines on Discord', () => {
  let stage: DiscordStage;
  let inbox: Inbox;
  beforeEach(async () => {
    stage = await stageDiscord();
    inbox = createInbox();
    await stage.adapter.start(inbox.receive, suggestNothing);
  });
  afterEach(() => stage.close());

  const opened = async (options: Record<string, string | boolean> = {}, locale = 'en-US') => {
    const interaction = stage.discord.command('imei', options, { locale });
    await expect.poll(() => interaction.form).toBeDefined();
    return interaction;
  };
  const received = (count = 1) =>
    vi.waitFor(
      () => {
        expect(inbox).toHaveLength(count);
        const newest = inbox.at(-1);
        if (newest === undefined) throw new Error('nothing was received');
        return newest;
      },
      { timeout: 5_000 },
    );
  const valuesOf = async (form: WorldInteraction, ...filled: [string, object?]) => {
    stage.discord.fillIn(form, ...filled);
    const { request } = await received();
    return request.ask.kind === 'command' && request.ask.options.kind === 'values'
      ? request.ask.options.values
      : undefined;
  };

  it('opens where the command is used without anything to check, and asks for nothing yet', async () => {
    const { form } = await opened();
    expect(form?.title).toBe(sayIn('en')('discord.paste.title'));
    expect(form?.components?.[0]?.component?.max_length).toBe(4_000);
    expect(inbox).toHaveLength(0);
  });

  it.each(['de', 'fr', 'uk', 'hi', 'ar', 'en-XA'])('fits what Discord allows, in %s', async (locale) => {
    await opened({}, locale);
    expect(stage.logged.filter(({ level }) => level > 30)).toEqual([]);
  });

  it('brings all lines as the command would, for the asker alone', async () => {
    const form = await opened();
    const filled = stage.discord.fillIn(form, LIST);
    const { request, show } = await received();
    expect(request).toMatchObject({
      id: `discord:interaction:${filled.id}`,
      ask: { kind: 'command', name: 'imei', options: { kind: 'values', values: { imei: LIST } } },
      visibility: 'private',
      requester: `discord:user:${ASKER}`,
      locale: 'en-US',
    });
    await show(replyOf({ title: 'Three phones' }), { last: true });
    expect(stage.discord.shownTo(ASKER)).toBe('Three phones');
    expect(stage.discord.shownTo(OTHER)).toBe('');
  });

  it('keeps the options that were given with the command', async () => {
    const given = { detail: 'full', fresh: true, confirmed: true, anyway: true };
    const values = await valuesOf(await opened({ ...given, public: true }), LIST);
    expect(values).toEqual({ ...given, imei: LIST });
    expect(inbox[0]?.request.visibility).toBe('shared');
  });

  it('does not open where there is something to check', async () => {
    const interaction = stage.discord.command('imei', { imei: '1' });
    await received();
    expect(interaction.form).toBeUndefined();
    stage.discord.command('help', {});
    expect((await received(2)).request.ask).toMatchObject({ name: 'help' });
  });

  it('takes no more text than the form can hold, whatever a client sends', async () => {
    const values = await valuesOf(await opened(), '\u202e4️⃣'.repeat(20_000));
    expect(String(values?.imei).length).toBe(4_000);
  });

  it.each([
    ['paste:imei:imei=x&file=x&public=true', { imei: LIST }],
    ['paste:imei:constructor=x&detail=full', { constructor: 'x', detail: 'full', imei: LIST }],
    ['paste:imei:confirmed=true', { confirmed: true, imei: LIST }],
    ['paste:imei:saved=answer&fresh=true', { fresh: true, imei: LIST }],
  ])(
    'GIVEN the id %s, which a client has made up, THEN it says no more than the command could',
    async (id, all) => {
      expect(await valuesOf(await opened(), LIST, { id })).toEqual(all);
    },
  );

  it.each([
    '',
    'paste:',
    'paste:quota:',
    'paste:imei:%2e',
    'paste:imei:__proto__=x',
    'h:1:g.full',
    `paste:imei:${'a'.repeat(90)}`,
  ])('GIVEN the id %j, which is none of its own, THEN nothing happens', async (id) => {
    const form = await opened();
    stage.discord.fillIn(form, LIST, { id });
    stage.discord.fillIn(form, 'the last one');
    expect((await received()).request.ask).toMatchObject({ options: { values: { imei: 'the last one' } } });
  });

  it('GIVEN a form without its field THEN it is a command without anything to check', async () => {
    expect(await valuesOf(await opened(), LIST, { option: 'another' })).toEqual({ imei: '' });
  });
});
