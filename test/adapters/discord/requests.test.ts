import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Suggest } from '../../../src/core/adapter.ts';
import { ASKER, CHANNEL, GUILD, OTHER } from '../../support/discord/fake.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { button, createInbox, type DiscordStage, type Inbox, replyOf, stageDiscord } from './stage.ts';

describe('what people do on Discord', () => {
  let stage: DiscordStage;
  let inbox: Inbox;
  beforeEach(async () => {
    stage = await stageDiscord();
    inbox = createInbox();
    await stage.adapter.start(inbox.receive, suggestNothing);
  });
  afterEach(() => stage.close());

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

  it('GIVEN a slash command THEN its options come as values, its person and places as principals', async () => {
    const { id } = stage.discord.command('imei', { imei: '490154203237518', detail: 'full', fresh: true });
    const { request } = await received();
    expect(request).toMatchObject({
      id: `discord:interaction:${id}`,
      ask: {
        kind: 'command',
        name: 'imei',
        options: { kind: 'values', values: { imei: '490154203237518', detail: 'full', fresh: true } },
      },
      requester: `discord:user:${ASKER}`,
      scopes: [`discord:guild:${GUILD}`, `discord:channel:${CHANNEL}`, 'discord:role:700000000000000007'],
      locale: 'en-US',
      visibility: 'private',
    });
  });

  it.each(['bot-dm', 'other-dm'] as const)(
    'GIVEN a command in a %s THEN there is no server among the places',
    async (place) => {
      stage.discord.command('imei', { imei: '1' }, { place });
      const { request } = await received();
      expect(request.requester).toBe(`discord:user:${ASKER}`);
      expect(request.scopes).toEqual([`discord:channel:${CHANNEL}`]);
    },
  );

  it('GIVEN nothing else THEN only the asker sees that the bot is thinking, before the request is accepted', async () => {
    stage.discord.command('imei', { imei: '1' });
    await received();
    expect(stage.discord.shownTo(ASKER)).toContain('(thinking)');
    expect(stage.discord.shownTo(OTHER)).toBe('');
  });

  it('GIVEN public:true THEN everyone sees it, and the command never hears of the option', async () => {
    stage.discord.command('imei', { imei: '1', public: true });
    const { request, show } = await received();
    expect(request.visibility).toBe('shared');
    expect(request.ask).toMatchObject({ options: { values: { imei: '1' } } });
    expect(JSON.stringify(request.ask)).not.toContain('public');
    await show(replyOf({ title: 'For all' }), { last: true });
    expect(stage.discord.shownTo(OTHER)).toContain('For all');
  });

  it('GIVEN the entry of a message menu THEN all that the message says is read, its embeds and what it forwards too', async () => {
    stage.discord.menu('Check IMEIs', {
      content: 'mine is 490154203237518',
      embeds: [
        {
          title: 'Lost',
          description: 'and 356938035643809',
          fields: [{ name: 'third', value: '352099001761481' }],
        },
      ],
      message_snapshots: [{ message: { content: 'forwarded 868100000000000', embeds: [] } }],
    });
    const { request } = await received();
    const imei =
      'mine is 490154203237518\nLost\nand 356938035643809\nthird\n352099001761481\nforwarded 868100000000000';
    expect(request.ask).toEqual({
      kind: 'command',
      name: 'imei',
      options: { kind: 'values', values: { imei } },
    });
    expect(request.visibility).toBe('private');
  });

  it('GIVEN a very long message THEN no more of it is read than any message can have', async () => {
    stage.discord.menu('Check IMEIs', { content: 'x'.repeat(50_000), embeds: [] });
    const { request } = await received();
    expect(JSON.stringify(request).length).toBeLessThan(21_000);
  });

  it('GIVEN a button that opens here THEN the answer takes the place of the reply, after a restart too', async () => {
    stage.discord.command('imei', { imei: '1' });
    const { show } = await received();
    await show(replyOf({ title: 'Brief', actions: [button('Full details', 'group.full')] }), { last: true });
    await stage.adapter.stop();
    await stage.restarted().start(inbox.receive, suggestNothing);
    stage.discord.press('Full details');
    const pressed = await received(2);
    expect(pressed.request.ask).toEqual({ kind: 'press', token: 'group.full' });
    expect(pressed.request.visibility).toBe('private');
    await pressed.show(replyOf({ title: 'All of it' }), { last: true });
    expect(stage.discord.shownTo(ASKER)).toBe('All of it');
  });

  it('GIVEN a button that opens anew THEN the reply pressed stays as it is', async () => {
    stage.discord.command('imei', { imei: '1' });
    const { show } = await received();
    await show(
      replyOf({ title: 'Two are wrong', actions: [button('Check it', 'g.one', { opens: 'new' })] }),
      { last: true },
    );
    stage.discord.press('Check it');
    const pressed = await received(2);
    await pressed.show(replyOf({ title: 'Checked' }), { last: true });
    expect(stage.discord.shownTo(ASKER)).toMatch(/Two are wrong[\s\S]*Checked/);
    expect(stage.discord.shownTo(OTHER)).toBe('');
  });

  it('GIVEN a button that shares THEN its answer is for everyone, the reply pressed is not', async () => {
    stage.discord.command('imei', { imei: '1' });
    const { show } = await received();
    const shares = button('Show to everyone', 'g.share', { opens: 'new', shares: true });
    await show(replyOf({ title: 'Only mine', actions: [shares] }), { last: true });
    stage.discord.press('Show to everyone');
    const pressed = await received(2);
    expect(pressed.request.visibility).toBe('shared');
    await pressed.show(replyOf({ title: 'Look here' }), { last: true });
    expect(stage.discord.shownTo(OTHER)).toBe('Look here');
  });

  it('GIVEN a press in the DM with the bot THEN the answer is for its person alone, though no message there is hidden', async () => {
    stage.discord.command('imei', { imei: '1', public: true }, { place: 'bot-dm' });
    const { show } = await received();
    await show(replyOf({ actions: [button('Full details', 'g.full')] }), { last: true });
    stage.discord.press('Full details', { place: 'bot-dm' });
    expect((await received(2)).request.visibility).toBe('private');
  });

  it('GIVEN somebody else presses THEN the reply stays, and the refusal is for them alone', async () => {
    stage.discord.command('imei', { imei: '1', public: true });
    const { show } = await received();
    await show(replyOf({ title: 'Answer', actions: [button('Full details', 'g.full')] }), { last: true });
    stage.discord.press('Full details', { user: OTHER });
    const pressed = await received(2);
    expect(pressed.request).toMatchObject({ requester: `discord:user:${OTHER}`, visibility: 'private' });
    await pressed.show(replyOf({ title: 'Not yours', private: true }), { last: true });
    expect(stage.discord.shownTo(ASKER)).toBe('Answer\n[Full details]');
    expect(stage.discord.shownTo(OTHER)).toContain('Not yours');
  });

  it('GIVEN a button of something else, or a menu entry it does not know THEN nothing happens', async () => {
    stage.discord.menu('Another entry', { content: 'x', embeds: [] });
    stage.discord.command('imei', { imei: '1' });
    await received();
    expect(inbox[0]?.request.ask).toMatchObject({ name: 'imei' });
    expect(inbox).toHaveLength(1);
  });
});

describe('typing on Discord', () => {
  const typed = async (suggest: Suggest) => {
    const stage = await stageDiscord();
    await stage.adapter.start(createInbox().receive, suggest);
    const interaction = stage.discord.type('imei', 'imei', '49015420323751');
    return { stage, interaction };
  };

  it('GIVEN suggestions THEN they are offered within the limits of Discord', async () => {
    const heard: unknown[] = [];
    const { stage, interaction } = await typed(async (text, typist) => {
      heard.push({ text, typist });
      return Array.from({ length: 40 }, (_, index) => ({
        value: `${index}`.repeat(200),
        label: `Nokia\u202e ${index} ${'x'.repeat(200)}`,
      }));
    });
    const choices = await vi.waitFor(
      () => {
        expect(interaction.choices).toHaveLength(25);
        return interaction.choices;
      },
      { timeout: 5_000 },
    );
    expect(choices?.[0]?.name).toMatch(/^Nokia 0 x+…$/);
    expect(heard).toEqual([
      {
        text: '49015420323751',
        typist: expect.objectContaining({ requester: `discord:user:${ASKER}`, visibility: 'private' }),
      },
    ]);
    await stage.close();
  });

  it('GIVEN suggestions that take too long, or break THEN an empty list comes in time', async () => {
    const slow = await typed(() => new Promise(() => undefined));
    await expect.poll(() => slow.stage.discord.calls(/callback/)).toHaveLength(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    slow.stage.discord.clock.skip(2_000);
    await expect.poll(() => slow.interaction.choices).toEqual([]);
    await slow.stage.close();
    const broken = await typed(async () => {
      throw new Error('no');
    });
    await expect.poll(() => broken.interaction.choices).toEqual([]);
    await broken.stage.close();
  });
});
