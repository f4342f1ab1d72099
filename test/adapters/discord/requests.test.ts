import { describe, expect, it } from 'vitest';
import { downloadAttachment } from '../../../src/adapters/discord/received-files.ts';
import { listLanguages } from '../../../src/format/texts/text-catalogue.ts';
import { ASKER, CHANNEL, GUILD, OTHER } from '../../support/discord/fake.ts';
import type { WorldInteraction } from '../../support/discord/world.ts';
import { IMEI } from '../../support/known.ts';
import { button, replyOf } from '../../support/replies.ts';
import { stageDiscord, useStarted, valuesOf } from './stage.ts';

const last = { isLast: true } as const;

const on = useStarted();
const received = (count?: number) => on.inbox.received(count);
const shownTo = (user: string) => on.stage.discord.shownTo(user);

describe('what people do on Discord', () => {
  it('a slash command is a request with its options, its person and the places of that', async () => {
    const { id } = on.stage.discord.command('imei', { imei: IMEI, detail: 'full', fresh: true });
    const { request } = await received();
    expect(request).toMatchObject({
      id: `discord:interaction:${id}`,
      input: {
        kind: 'command',
        name: 'imei',
        options: { kind: 'values', values: { imei: IMEI, detail: 'full', fresh: true } },
      },
      requester: `discord:user:${ASKER}`,
      scopes: [
        `discord:guild:${GUILD}`,
        `discord:channel:${CHANNEL}`,
        'discord:role:700000000000000007',
      ],
      locale: 'en-US',
      visibility: 'private',
    });
    // Before the request was accepted.
    expect(shownTo(ASKER)).toContain('(thinking)');
    expect(shownTo(OTHER)).toBe('');
  });

  it('a person who has installed the bot uses it on servers where it is not', async () => {
    const foreign = { place: 'foreign-server', channel: '510000000000000000' } as const;
    on.stage.discord.command('imei', { imei: '1' }, foreign);
    const { request, show } = await received();
    expect(request.scopes).toContain('discord:role:700000000000000007');
    await show(replyOf({ title: 'Answered' }), last);
    expect(shownTo(ASKER)).toBe('Answered');
    on.stage.discord.menu('Check IMEIs', { content: IMEI }, foreign);
    expect(valuesOf((await received(2)).request)).toEqual({ imei: IMEI });
  });

  it.each([
    ['for the asker', {}, 'private', '', {}],
    ['for everyone', { opens: 'shared' }, 'shared', 'Look here', {}],
    ['in the direct messages', {}, 'private', '', { place: 'bot-dm' }],
  ] as const)(
    'the pressed reply stays above the answer: %s',
    async (_, parts, visibility, seen, scene) => {
      on.stage.discord.command('imei', { imei: '1' }, scene);
      const { show } = await received();
      await show(
        replyOf({
          title: 'Only mine',
          actions: [button('Show', 'g.one', { opens: 'new', ...parts })],
        }),
        last,
      );
      on.stage.discord.press('Show', scene);
      const pressed = await received(2);
      expect(pressed.request.visibility).toBe(visibility);
      await pressed.show(replyOf({ title: 'Look here' }), last);
      expect(shownTo(ASKER)).toBe('Only mine\n[Show]\n\nLook here');
      expect(shownTo(OTHER)).toBe(seen);
    },
  );

  it('with public:true everyone sees the answer and what its buttons lead to, but not a refusal of another’s press', async () => {
    on.stage.discord.command('imei', { imei: '1', public: true });
    const { show, request } = await received();
    expect(request.visibility).toBe('shared');
    expect(valuesOf(request)).toEqual({ imei: '1' });
    await show(replyOf({ title: 'Brief', actions: [button('Full details', 'g.full')] }), last);
    on.stage.discord.press('Full details', { user: OTHER });
    const refused = await received(2);
    expect(refused.request).toMatchObject({
      requester: `discord:user:${OTHER}`,
      visibility: 'private',
    });
    await refused.show(replyOf({ title: 'Not yours', isPrivate: true }), last);
    expect(shownTo(ASKER)).toBe('Brief\n[Full details]');
    expect(shownTo(OTHER)).toBe('Brief\n[Full details]\n\nNot yours');
    on.stage.discord.press('Full details');
    const pressed = await received(3);
    expect(pressed.request.visibility).toBe('shared');
    await pressed.show(replyOf({ title: 'All of it' }), last);
    expect(shownTo(OTHER)).toBe('All of it\n\nNot yours');
  });

  it('a press of a button of an earlier version is answered, and leaves the reply as it is', async () => {
    on.stage.discord.command('imei', { imei: '1' });
    const { show } = await received();
    await show(replyOf({ title: 'A', actions: [button('Full details', 'g.full')] }), last);
    on.stage.discord.press('Full details', { customId: 'full-490154203237518' });
    const pressed = await received(2);
    expect(pressed.request).toMatchObject({
      input: { kind: 'press', token: '' },
      visibility: 'private',
    });
    await pressed.show(replyOf({ title: 'It no longer works' }), last);
    expect(shownTo(ASKER)).toBe('A\n[Full details]\n\nIt no longer works');
  });
});

describe('“Check IMEIs” in the menu of a message', () => {
  const attachment = (filename: string, content_type: string) => ({
    id: filename,
    filename,
    size: 1_234,
    content_type,
    proxy_url: '',
    url: `https://cdn.discordapp.com/attachments/1/${filename}?ex=1`,
  });
  const NUMBERS = attachment('stock.numbers', 'application/octet-stream');
  const LABEL = attachment('label.jpg', 'image/jpeg');
  const CSV = attachment('phones.csv', 'text/csv; charset=utf-8');
  const label = { name: 'label.jpg', location: LABEL.url, contentType: 'image/jpeg', size: 1_234 };
  const section = {
    type: 9,
    components: [{ type: 10, content: `IMEI ${IMEI}` }],
    accessory: { type: 2, label: 'Buy', style: 5, url: 'https://example.org/a.png' },
  };
  const embed = {
    title: 'Lost',
    description: 'and 356938035643809',
    fields: [{ name: 'third', value: '3520' }],
  };

  it.each([
    [
      'the text, the embeds and what is forwarded',
      {
        content: `mine is ${IMEI}`,
        embeds: [embed],
        message_snapshots: [{ message: { content: 'forwarded 8681', embeds: [] } }],
      },
      { imei: `mine is ${IMEI}\nLost\nand 356938035643809\nthird\n3520\nforwarded 8681` },
    ],
    [
      'a forwarded picture once, with the files',
      {
        attachments: [LABEL],
        message_snapshots: [{ message: { content: '', attachments: [LABEL, CSV] } }],
      },
      { imei: '', file: { ...label, others: [expect.objectContaining({ name: 'phones.csv' })] } },
    ],
    [
      'the text in the components',
      { components: [{ type: 17, components: [section] }] },
      { imei: `IMEI ${IMEI}` },
    ],
    [
      'files of any kind',
      { attachments: [LABEL, NUMBERS] },
      {
        imei: '',
        file: { ...label, others: [expect.objectContaining({ name: NUMBERS.filename })] },
      },
    ],
    ['no more text than fits', { content: 'x'.repeat(50_000) }, { imei: 'x'.repeat(20_000) }],
  ])('the menu reads %s of the message', async (_, message, values) => {
    on.stage.discord.menu('Check IMEIs', message);
    const { request } = await received();
    expect(valuesOf(request)).toEqual(values);
    expect(request.visibility).toBe('private');
  });
});

it.each([
  'http://127.0.0.1:1/attachments/1/a.csv',
  'https://cdn.discordapp.com.example.org/a.csv',
  'a.csv',
])('an attachment is not fetched from elsewhere: %s', async (location) => {
  const limits = { maxBytes: 1_000, signal: new AbortController().signal };
  const read = downloadAttachment({ name: 'a.csv', location }, limits, { proxy: undefined });
  await expect(read).rejects.toMatchObject({
    why: 'failed',
    message: expect.stringContaining('not at Discord'),
  });
});

it('a file that Discord says is too large is refused without a call', async () => {
  const location = 'https://cdn.discordapp.com/attachments/1/a.csv?ex=1';
  const limits = { maxBytes: 1_000, signal: new AbortController().signal };
  const read = downloadAttachment({ name: 'a.csv', location, size: 1_001 }, limits, {
    proxy: undefined,
  });
  await expect(read).rejects.toMatchObject({ why: 'too-large' });
});

describe('a form for many lines on Discord', () => {
  const LIST = `${IMEI}\n356938035643809\n\n35-209900-176148-1`;
  const opened = async (options: Record<string, string | boolean> = {}, locale = 'en-US') => {
    const interaction = on.stage.discord.command('imei', options, { locale });
    await expect.poll(() => interaction.form).toBeDefined();
    return interaction;
  };
  const filled = async (form: WorldInteraction, ...sent: [string, object?]) => {
    on.stage.discord.fillIn(form, ...sent);
    return valuesOf((await received()).request);
  };

  it('the command without a number or a file opens a form, in all languages', async () => {
    // What is too long for Discord would be refused.
    for (const language of listLanguages()) await opened({}, language);
    expect(on.inbox).toHaveLength(0);
  });

  it('the lines in the form are checked with the options of the command', async () => {
    const given = { detail: 'full', fresh: true };
    expect(await filled(await opened({ ...given, accepted: false, public: true }), LIST)).toEqual({
      ...given,
      imei: LIST,
    });
    const [first] = on.inbox;
    expect(first?.request).toMatchObject({
      visibility: 'shared',
      requester: `discord:user:${ASKER}`,
    });
    await first?.show(replyOf({ title: 'Three phones' }), last);
    expect(shownTo(ASKER)).toBe('Three phones');
  });

  it('what the command switched off stays off in the form: no check is paid for again', async () => {
    expect(await filled(await opened({ fresh: false }), LIST)).toEqual({ imei: LIST });
  });

  // A client can make up the id.
  it.each<[string, object | undefined]>([
    ['paste:imei=x&file=x&public=true', { imei: LIST }],
    ['paste:constructor=x&detail=full', { detail: 'full', imei: LIST }],
    ['paste:saved=answer&fresh=true', { fresh: true, imei: LIST }],
    ['paste:%2e', { imei: LIST }],
    ['', undefined],
    ['h:1:g.full', undefined],
  ])('a made-up form with the id %j sets no more than the command could', async (id, values) => {
    const form = await opened();
    on.stage.discord.fillIn(form, LIST, { id });
    const expected = values ?? { imei: 'the last one' };
    if (values === undefined) expect(await filled(form, 'the last one')).toEqual(expected);
    else expect(valuesOf((await received()).request)).toEqual(expected);
  });

  it.each([
    ['has another name', { custom_id: 'text' }],
    ['has options to select', { type: 3, values: [IMEI], value: undefined }],
    ['has a number', { value: 490154203237518 }],
  ])('a made-up form whose field %s asks about nothing', async (_, field) => {
    const form = await opened();
    on.stage.discord.fillIn(form, LIST, { field });
    expect(valuesOf((await received()).request)).toEqual({ imei: '' });
  });
});

describe('typing on Discord', () => {
  it('typing into no option, which a client may make up, gets no suggestions', async () => {
    const typing = on.stage.discord.type('imei', 'imei', IMEI, {
      madeUp: { focused: undefined },
    });
    await expect.poll(() => typing.choices).toEqual([]);
  });

  it('suggestions are cut to what Discord takes', async () => {
    const typed: unknown[] = [];
    const stage = await stageDiscord();
    await stage.adapter.start(on.inbox.receive, async (text, typist) => {
      typed.push({ text, typist });
      return Array.from({ length: 40 }, (_, index) => ({
        value: text.endsWith(';') && index === 1 ? `${text}${index}` : `${index}`,
        label: `Nokia\u202e ${index} ${'x'.repeat(200)}`,
      }));
    });
    const interaction = stage.discord.type('imei', 'imei', '49015420323751');
    await expect.poll(() => interaction.choices).toHaveLength(25);
    expect(interaction.choices?.[0]?.name).toMatch(/^Nokia 0 x+…$/);
    expect(interaction.choices?.[0]?.value).toBe('0');
    expect(typed).toMatchObject([
      {
        text: '49015420323751',
        typist: { requester: `discord:user:${ASKER}`, visibility: 'private' },
      },
    ]);
    const whole = Array(7).fill(IMEI).join(';');
    const list = stage.discord.type('imei', 'imei', `${whole};`);
    await expect.poll(() => list.choices).toEqual([]);
    stage.discord.type('imei', 'imei', '3520', { isPublic: true });
    await expect.poll(() => typed).toHaveLength(3);
    expect(typed[2]).toMatchObject({ typist: { visibility: 'shared' } });
    await stage.close();
  });
});
