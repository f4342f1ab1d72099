import { describe, expect, it } from 'vitest';
import { ASKER, CHANNEL, GUILD, OTHER } from '../../support/discord/fake.ts';
import { suggestNothing } from '../../support/inbox.ts';
import { IMEI } from '../../support/known.ts';
import { type DiscordStage, useStarted } from './stage.ts';

describe('messages on Discord', () => {
  const on = useStarted();
  const say: DiscordStage['discord']['say'] = (...said) => on.stage.discord.say(...said);
  const received = (count?: number) => on.inbox.received(count);
  /** A last message that is certainly taken, so that those before it have been seen as well. */
  const expectNothingWasAsked = async (before = 0): Promise<void> => {
    say('the last one');
    const { request } = await received(before + 1);
    expect(request.input).toMatchObject({ options: { text: 'the last one' } });
  };
  const mention = { channel: CHANNEL, mention: 'bot' } as const;
  const anHourAgo = () => new Date(on.stage.discord.clock.now() - 3_600_000).toISOString();

  it('a direct message is a question, whose answer is for its person alone', async () => {
    const { id } = say(`my phone is ${IMEI}`);
    const { request } = await received();
    expect(request).toEqual({
      id: `discord:message:${id}`,
      input: {
        kind: 'command',
        name: 'imei',
        options: { kind: 'text', text: `my phone is ${IMEI}` },
      },
      requester: `discord:user:${ASKER}`,
      scopes: [`discord:channel:9${ASKER}`],
      isNamed: false,
      locale: 'und',
      visibility: 'private',
      question: expect.objectContaining({ id, version: 0 }),
      target: expect.objectContaining({
        place: expect.objectContaining({ where: 'channel', isDirect: true, replyTo: id }),
        question: expect.objectContaining({ id }),
      }),
    });
  });

  it('a mention on a server asks the rest of the message, whose answer everyone reads', async () => {
    on.stage.discord.world.parents.set(CHANNEL, '500000000000000009');
    on.stage.discord.forbid(CHANNEL);
    say(`${IMEI} please`, mention);
    const { request } = await received();
    expect(request.input).toMatchObject({ options: { kind: 'text', text: `${IMEI} please` } });
    expect(request.visibility).toBe('shared');
    expect(request.scopes).toEqual([
      `discord:guild:${GUILD}`,
      `discord:channel:${CHANNEL}`,
      'discord:channel:500000000000000009',
      'discord:role:700000000000000007',
    ]);
  });

  it('a bare mention asks about the embeds of the message that it replies to', async () => {
    say('', { ...mention, replyTo: { embeds: [{ fields: [{ name: 'IMEI', value: IMEI }] }] } });
    expect((await received()).request.input).toMatchObject({ options: { text: `IMEI\n${IMEI}` } });
  });

  it('a bare mention in reply to a message that Discord hides gets a reply that says how to ask about it', async () => {
    say('', { ...mention, replyTo: { content: '' } });
    expect((await received()).request.input).toMatchObject({
      name: 'help',
      options: { values: { topic: 'unreadable' } },
    });
  });

  it.each([
    ['its files and what it forwards', 'phones.csv', 'and 356938035643809'],
    ['a file of another kind', 'phones.7z', ''],
  ])('a message brings %s', async (_, name, content) => {
    say('', { files: [{ name, bytes: new Uint8Array(3) }], forwarded: { content } });
    expect((await received()).request.input).toMatchObject({
      options: { text: content, file: { name } },
    });
  });

  it('a message without any words is a question, too', async () => {
    say('');
    expect((await received()).request.input).toMatchObject({ name: 'imei', options: { text: '' } });
  });

  it.each([
    ['to everyone', IMEI, { channel: CHANNEL, mention: 'everyone' }],
    ['to a role', IMEI, { channel: CHANNEL, mention: 'role' }],
    ['of another bot', IMEI, { ...mention, by: 'bot' }],
    ['of a bot in direct messages', IMEI, { by: 'bot' }],
    ['of a webhook', IMEI, { ...mention, by: 'webhook' }],
    ['that Discord wrote', '', { type: 6 }],
  ] as const)('a message %s is not answered', async (_, text, saying) => {
    say(text, saying);
    await expectNothingWasAsked();
  });

  it('messages are answered in the language of the last command, until that is forgotten', async () => {
    on.stage.discord.command('imei', { imei: '1' }, { locale: 'de' });
    await received();
    say(IMEI);
    expect((await received(2)).request.locale).toBe('de');
    say(IMEI, { user: OTHER });
    expect((await received(3)).request.locale).toBe('und');
    await on.stage.adapter.forget?.(`discord:user:${ASKER}`);
    say(IMEI);
    expect((await received(4)).request.locale).toBe('und');
  });

  const attachment = (id: string) => ({
    id,
    filename: 'a.csv',
    size: 9,
    url: `https://discord/${id}/a.csv`,
  });
  it.each([
    ['a number', IMEI, {}],
    ['a file', '', { attachments: [attachment('1')] }],
    ['a reply to a file', '', { replyTo: { attachments: [attachment('1')] } }],
  ])('%s is a question once an edit mentions the bot', async (_, text, saying) => {
    const said = say(text, { channel: CHANNEL });
    on.stage.discord.edit(said, text, { ...mention, ...saying });
    expect((await received()).request.input).toMatchObject({ name: 'imei', options: { text } });
    on.stage.discord.edit(said, `${text} please`, { ...mention, ...saying });
    on.stage.discord.edit(said, '', { ...mention, attachments: [attachment('2')] });
    const location = attachment('2').url;
    expect((await received(2)).request.input).toMatchObject({ options: { file: { location } } });
  });

  it.each<[string, (said: object, longAgo: string) => object]>([
    ['an old edit', (said, edited_timestamp) => ({ ...said, id: '39', edited_timestamp })],
    ['a pin', (said) => ({ ...said, pinned: true })],
    ['a preview of a link', () => ({ id: '1', channel_id: `9${ASKER}`, embeds: [] })],
  ])('%s asks nothing', async (_, updateOf) => {
    const said = say(IMEI, mention);
    await received();
    on.stage.discord.gateway.dispatch('MESSAGE_UPDATE', updateOf(said, anHourAgo()));
    await expectNothingWasAsked(1);
    // An edit is first compared with what is stored, which takes a moment longer.
    await expectNothingWasAsked(2);
  });

  it.each([
    ['ahead', 360_000],
    ['behind', -7_200_000],
  ])('only a new edit is asked, also if the clock of the machine is %s', async (_, wrongMs) => {
    const { discord, adapter, restarted } = on.stage;
    const now = () => discord.clock.now() + wrongMs;
    await adapter.stop();
    await restarted({ clock: { ...discord.clock, now } }).start(on.inbox.receive, suggestNothing);
    const said = say('hello', { channel: CHANNEL });
    discord.edit(said, IMEI, mention);
    expect((await received()).request.input).toMatchObject({ options: { text: IMEI } });
    const update = { ...say(IMEI, mention), id: '39', edited_timestamp: anHourAgo() };
    await received(2);
    discord.gateway.dispatch('MESSAGE_UPDATE', update);
    await expectNothingWasAsked(2);
    await expectNothingWasAsked(3);
  });

  it('an edit that arrives late, after an outage, still withdraws what the message asked', async () => {
    const said = say(IMEI, mention);
    await received();
    const update = { ...said, content: 'never mind', edited_timestamp: anHourAgo() };
    on.stage.discord.gateway.dispatch('MESSAGE_UPDATE', update);
    expect((await received(2)).request.input).toEqual({ kind: 'withdrawal' });
  });

  it('a channel is greeted again after an hour, but not before', async () => {
    const hello = async (passedMs: number, count: number): Promise<void> => {
      on.stage.discord.clock.skip(passedMs);
      say('what do you do?', mention);
      say(IMEI, mention);
      await received(count);
    };
    await hello(0, 2);
    await hello(3_500_000, 3);
    await hello(100_000, 5);
    const isGreeting = on.inbox.map(({ request }) => JSON.stringify(request).includes('greeting'));
    expect(isGreeting).toEqual([true, false, false, true, false]);
  });
});
