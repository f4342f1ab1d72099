import { describe, expect, it } from 'vitest';
import { ASKER, CHANNEL, GUILD, OTHER } from '../../support/discord/fake.ts';
import { suggestNothing } from '../../support/inbox.ts';
import { button, replyOf } from '../../support/replies.ts';
import { type DiscordStage, useStarted } from './stage.ts';

const IMEI = '490154203237518';

describe('messages on Discord', () => {
  const on = useStarted();
  const say: DiscordStage['discord']['say'] = (...said) => on.stage.discord.say(...said);
  const received = (count?: number) => on.inbox.received(count);
  /** A last message that is certainly taken, so that those before it have been seen as well. */
  const nothingBefore = async (): Promise<void> => {
    say('the last one');
    const { request } = await received();
    expect(request.input).toMatchObject({ options: { text: 'the last one' } });
  };
  const mention = { channel: CHANNEL, mention: 'bot' } as const;

  it('GIVEN a direct message THEN it is asked as it stands, for its person alone', async () => {
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
      locale: 'und',
      visibility: 'private',
      target: expect.objectContaining({
        place: expect.objectContaining({ where: 'channel', isDirect: true, replyTo: id }),
        question: expect.objectContaining({ id }),
      }),
    });
  });

  it('GIVEN a mention on a server THEN the rest of the message is asked, where all can read it', async () => {
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

  it('GIVEN a reply with a ping to a message of the bot THEN it is asked', async () => {
    say(IMEI, mention);
    const { show } = await received();
    await show(replyOf({ title: 'Is it another one?' }), { last: true });
    const [replyTo] = on.stage.discord.world.messages;
    say('356938035643809', { channel: CHANNEL, ...(replyTo && { replyTo }) });
    expect((await received(2)).request.input).toMatchObject({
      options: { text: '356938035643809' },
    });
  });

  it('GIVEN a mention as a reply to the message with the numbers THEN those are asked', async () => {
    const replyTo = { content: `it says ${IMEI}` };
    say('which one is it?', { ...mention, replyTo });
    expect((await received()).request.input).toMatchObject({
      options: { text: `which one is it?\nit says ${IMEI}` },
    });
    say('really an iPhone 12?', { ...mention, replyTo });
    expect((await received(2)).request.input).toMatchObject({
      options: { text: `really an iPhone 12?\nit says ${IMEI}` },
    });
    say('', { ...mention, replyTo: { embeds: [{ fields: [{ name: 'IMEI', value: IMEI }] }] } });
    expect((await received(3)).request.input).toMatchObject({ options: { text: `IMEI\n${IMEI}` } });
  });

  it.each([
    ['files and what is forwarded', 'phones.csv', 'and 356938035643809'],
    ['a file of another kind', 'phones.7z', ''],
  ])('GIVEN %s THEN they come with the message', async (_, name, content) => {
    say('', { files: [{ name, bytes: new Uint8Array(3) }], forwarded: { content } });
    expect((await received()).request.input).toMatchObject({
      options: { text: content, file: { name } },
    });
  });

  it.each([
    ['/help', {}, 'help', ''],
    [`/IMEI full ${IMEI}`, mention, 'imei', `full ${IMEI}`],
    ['/hepl', {}, 'hepl', ''],
    [`/unheard of ${IMEI}`, {}, 'imei', `/unheard of ${IMEI}`],
    ['', {}, 'imei', ''],
  ])('GIVEN the text %j THEN it is the command meant', async (said, saying, name, text) => {
    say(said, saying);
    expect((await received()).request.input).toMatchObject({
      name,
      options: { kind: 'text', text },
    });
  });

  it.each([
    ['without a mention', IMEI, { channel: CHANNEL }],
    ['that thanks the bot', 'thanks!', mention],
    ['to everyone', IMEI, { channel: CHANNEL, mention: 'everyone' }],
    ['to a role', IMEI, { channel: CHANNEL, mention: 'role' }],
    ['of another bot', IMEI, { ...mention, by: 'bot' }],
    ['of a bot in direct messages', IMEI, { by: 'bot' }],
    ['of a webhook', IMEI, { ...mention, by: 'webhook' }],
    ['that Discord wrote', '', { type: 6 }],
  ] as const)('GIVEN a message %s THEN the bot is silent', async (_, text, saying) => {
    say(text, saying);
    await nothingBefore();
  });

  it('GIVEN somebody has used a command THEN their messages are answered in its language, until they are forgotten', async () => {
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

  it('GIVEN a message with another IMEI after an edit THEN its answer changes in its place', async () => {
    const said = say('490154203237517', mention);
    await received();
    // The next request is that of the second edit: without a number, the first one asks nothing.
    on.stage.discord.edit(said, 'never mind', mention);
    on.stage.discord.edit(said, IMEI, mention);
    const first = await received(2);
    expect(first.request.input).toMatchObject({ options: { text: IMEI } });
    await first.show(replyOf({ title: 'NOKIA 3310' }), { last: true });
    const edited = on.stage.discord.edit(said, '356938035643809 please', mention);
    const { request, show } = await received(3);
    expect(request.id).toMatch(new RegExp(`^discord:message:${said.id}:\\d+$`));
    await show(replyOf({ title: 'NOKIA 6110' }), { last: true });
    expect(on.stage.discord.shownTo(OTHER)).toBe('NOKIA 6110');
    on.stage.discord.edit(edited, '356938035643809, thank you', mention);
    say('the last one');
    expect((await received(4)).request.input).toMatchObject({ options: { text: 'the last one' } });
  });

  it('GIVEN an edit after a restart THEN its answer changes in its place, but for a notice', async () => {
    const said = say(IMEI);
    await (await received()).show(replyOf({ title: 'NOKIA 3310' }), { last: true });
    await on.stage.adapter.stop();
    await on.stage.restarted().start(on.inbox.receive, suggestNothing);
    const edited = on.stage.discord.edit(said, '356938035643809');
    await (await received(2)).show(replyOf({ title: 'NOKIA 6110' }), { last: true });
    expect(on.stage.discord.shownTo(ASKER)).toBe('NOKIA 6110');
    on.stage.discord.edit(edited, '352099001761481');
    await (await received(3)).show(replyOf({ kind: 'notice', title: 'Too many' }), { last: true });
    expect(on.stage.discord.shownTo(ASKER)).toBe('NOKIA 6110\n\nToo many');
  });

  it('GIVEN an edit while the answer to what was before is under way THEN only the newer one is shown', async () => {
    const said = say(IMEI);
    const { show: older } = await received();
    await older(replyOf({ title: 'Waiting' }), { last: false });
    on.stage.discord.edit(said, '356938035643809');
    const { show: newer } = await received(2);
    await newer(replyOf({ title: 'NOKIA 6110' }), { last: true });
    await older(replyOf({ title: 'NOKIA 3310' }), { last: true });
    expect(on.stage.discord.shownTo(ASKER)).toBe('NOKIA 6110');
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
  ])(
    'GIVEN an edit that adds the mention of the bot to %s THEN it is answered',
    async (_, text, saying) => {
      const said = say(text, { channel: CHANNEL });
      on.stage.discord.edit(said, text, { ...mention, ...saying });
      expect((await received()).request.input).toMatchObject({ name: 'imei', options: { text } });
      on.stage.discord.edit(said, `${text} please`, { ...mention, ...saying });
      on.stage.discord.edit(said, '', { ...mention, attachments: [attachment('2')] });
      const location = attachment('2').url;
      expect((await received(2)).request.input).toMatchObject({ options: { file: { location } } });
    },
  );

  it('GIVEN an old edit, a pin or a preview of a link THEN nothing is asked again', async () => {
    const before = on.stage.discord.edit({ id: '390000000000000001' }, IMEI, { channel: CHANNEL });
    const long = new Date(on.stage.discord.clock.now() - 3_600_000).toISOString();
    on.stage.discord.gateway.dispatch('MESSAGE_UPDATE', { ...before, edited_timestamp: long });
    on.stage.discord.gateway.dispatch('MESSAGE_UPDATE', { ...before, edited_timestamp: null });
    on.stage.discord.gateway.dispatch('MESSAGE_UPDATE', {
      id: '1',
      channel_id: `9${ASKER}`,
      embeds: [],
    });
    await nothingBefore();
  });

  it('GIVEN a button below an answer THEN its press is asked, and its answer takes the place of the message', async () => {
    say(IMEI, mention);
    const { show } = await received();
    await show(replyOf({ title: 'Brief', actions: [button('Full details', 'g.full')] }), {
      last: true,
    });
    on.stage.discord.press('Full details');
    const pressed = await received(2);
    expect(pressed.request).toMatchObject({
      input: { kind: 'press', token: 'g.full' },
      visibility: 'shared',
    });
    await pressed.show(replyOf({ title: 'All of it' }), { last: true });
    expect(on.stage.discord.shownTo(OTHER)).toBe('All of it');
  });
});
