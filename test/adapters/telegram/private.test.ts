import { describe, expect, it } from 'vitest';
import { sayIn } from '../../../src/format/texts/say.ts';
import { createSkippingClock } from '../../support/clocks/skipping.ts';
import { IMEI } from '../../support/known.ts';
import { button, replyOf } from '../../support/replies.ts';
import type { ShownMessage } from '../../support/telegram/chats.ts';
import { GROUP, inGroup, type Stage, stageTelegram, textOf, titles } from './stage.ts';

const en = sayIn('en');
const LATE_MS = 16_000;
const ALONE = { group: GROUP, ephemeral: true };
const WHOLE = button('Whole', 'a.whole', { opens: 'private' });
const SHARE = button('Share', 'a.share', { opens: 'shared' });
const answer = replyOf({ title: `NOKIA ${IMEI}` });
const quota = replyOf({ title: '12 left', isPrivate: true });

describe('an answer for the asker alone to what everybody in a group has seen', () => {
  it('if the private chat is closed, the answer is behind a link that works for the asker alone', async () => {
    const stage = await inGroup();
    stage.ann.say('/quota', { group: GROUP });
    await (await stage.received()).show(quota, { isLast: true });
    expect(titles(stage)).toEqual([en('telegram.openPrivateChatForAnswer')]);
    const start = startIn(stage.shown(GROUP)[0]);
    for (const person of [stage.ann, stage.bob]) person.say(`/start ${start}`);
    const row = { form: 'of another version' };
    await stage.storedMessages.upsert('telegram ask-old', row, { keptMs: 60_000 });
    const unknown = ['quota', 'ask-', `ask-${'A'.repeat(43)}`, `forget-${start.slice(4)}`];
    for (const parameter of [...unknown, 'ask-old']) stage.ann.say(`/start ${parameter}`);
    await stage.received(8);
    const asked = stage.inbox.slice(1).map((one) => `${one.request.requester} ${textOf(one)}`);
    const help = Array(5).fill('telegram:user:11 /help');
    expect(asked.sort()).toEqual([...help, 'telegram:user:11 /quota', 'telegram:user:22 /help']);
  });
});

describe('the link to the private chat behind a command with words', () => {
  it.each([
    ['everybody', '/quota today', { group: GROUP }],
    ['the bot alone', '/quota today', ALONE],
    ['the bot alone', `/imei ${IMEI} full`, ALONE],
  ])('asks the same if %s saw %s', async (_, asked, where) => {
    const stage = await inGroup();
    stage.ann.say(asked, where);
    const { show } = await stage.received();
    stage.telegram.ephemerals.pass(LATE_MS);
    await show(replyOf({ title: 'NOKIA', isPrivate: true }), { isLast: true });
    stage.ann.say(`/start ${startIn(stage.shown(GROUP)[0])}`);
    expect(textOf(await stage.received(2))).toBe(asked);
  });
});

describe('a command in a group that the bot alone sees', () => {
  it('the answer has the whole number, in one message for the asker alone, however late', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, ALONE);
    const { request, show } = await stage.received();
    expect(textOf(await stage.received())).toBe(`/imei ${IMEI}`);
    expect(request).toMatchObject({ visibility: 'private', requester: 'telegram:user:11' });
    await show(replyOf({ title: 'Waiting' }), { isLast: false });
    stage.telegram.ephemerals.pass(LATE_MS);
    await show(answer, { isLast: true });
    expect(alone(stage)).toEqual([[11, `✅ NOKIA ${IMEI}`]]);
    expect(titles(stage)).toEqual([]);
    expect(stage.telegram.callsOf('sendChatAction')).toEqual([]);
  });

  it.each([
    ['the fifteen seconds are over', false],
    ['its message has disappeared', true],
  ])('the answer is in the private chat if %s', async (_, isShown) => {
    const stage = await inGroup();
    stage.ann.begin();
    stage.ann.say(`/imei ${IMEI}`, ALONE);
    const { show } = await stage.received();
    if (isShown) await show(replyOf({ title: 'Waiting' }), { isLast: false });
    stage.telegram.ephemerals.pass(LATE_MS);
    stage.telegram.ephemerals.disappear();
    await show({ ...answer, actions: [SHARE, WHOLE] }, { isLast: true });
    expect(titles(stage, 11)).toEqual([`✅ NOKIA ${IMEI}`]);
    expect(labelsOf(stage.shown(11)[0])).toEqual([]);
    expect(titles(stage, GROUP)).toEqual([]);
  });

  it('if the private chat is closed, the number is in no link to it', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, ALONE);
    const { show } = await stage.received();
    stage.telegram.ephemerals.pass(LATE_MS);
    await show(answer, { isLast: true });
    const [word] = stage.shown(GROUP);
    expect(word?.text).toContain(en('telegram.openPrivateChatForAnswer'));
    expect(word?.entities).toMatchObject([{ type: 'text_mention' }]);
    expect(JSON.stringify(stage.shown(GROUP))).not.toContain(IMEI);
    stage.ann.say(`/start ${startIn(word)}`);
    expect(textOf(await stage.received(2))).toBe(`/imei ${IMEI}`);
  });

  it('a question back is for the asker alone, as is the answer to it for the bot', async () => {
    const stage = await inGroup();
    stage.ann.say('/imei', ALONE);
    await (await stage.received()).show(replyOf({ answerHint: 'An IMEI' }), {
      isLast: true,
    });
    expect(stage.telegram.callsOf('sendMessage').at(-1)?.payload).toMatchObject({
      reply_markup: { force_reply: true },
      ephemeral_message_parameters: { receiver_user_id: 11 },
    });
    stage.ann.say(IMEI, ALONE);
    const { request } = await stage.received(2);
    expect(request).toMatchObject({ visibility: 'private', input: { options: { text: IMEI } } });
  });

  it('a file of the answer is for the asker alone', async () => {
    const stage = await inGroup();
    const files = [{ name: 'phones.csv', contentType: 'text/csv', data: new Uint8Array([1]) }];
    stage.ann.say('/imei', ALONE);
    await (await stage.received()).show(replyOf({ files }), { isLast: true });
    expect(stage.telegram.ephemerals.shown.map(({ file }) => file?.name)).toContain('phones.csv');
    expect(titles(stage)).toEqual([]);
  });
});

describe('the buttons of an answer in a group', () => {
  it('a press shows the asker alone what is masked for others, then its button stops waiting', async () => {
    const clock = createSkippingClock();
    const stage = await inGroup({ clock });
    const shared = await sharedAnswer(stage);
    expect(labelsOf(shared)).toEqual(['Whole']);
    const calls = () =>
      stage.telegram.calls.map(({ method }) => method).filter((one) => /send|answer/.test(one));
    const before = calls().length;
    stage.ann.press(shared, 'Whole');
    const { request, show } = await stage.received(2);
    expect(request).toMatchObject({
      visibility: 'private',
      input: { kind: 'press', token: 'a.whole' },
    });
    clock.skip(2_000);
    await show(answer, { isLast: true });
    await expect.poll(() => calls().slice(before)).toEqual(['sendMessage', 'answerCallbackQuery']);
    expect(alone(stage)).toEqual([[11, `✅ NOKIA ${IMEI}`]]);
    // If nothing comes at all, the button does not wait for ever.
    stage.ann.press(shared, 'Whole');
    await stage.received(3);
    clock.skip(15_000);
    await expect.poll(() => stage.telegram.callsOf('answerCallbackQuery')).toHaveLength(2);
  });

  it('a press that is answered too late leads to the private chat, which asks the same', async () => {
    const stage = await inGroup();
    const shared = await sharedAnswer(stage);
    stage.ann.press(shared, 'Whole');
    const { request, show } = await stage.received(2);
    stage.telegram.ephemerals.pass(LATE_MS);
    await show(answer, { isLast: true });
    stage.ann.say(`/start ${startIn(stage.shown(GROUP).at(-1))}`);
    const again = await stage.received(3);
    expect(again.request).toMatchObject({ input: request.input, requester: request.requester });
    await again.show(answer, { isLast: true });
    expect(titles(stage, 11)).toEqual([`✅ NOKIA ${IMEI}`]);
  });

  it('if the server was replaced by an older one, nothing stays that others could read', async () => {
    const stage = await inGroup();
    stage.ann.begin();
    const shared = await sharedAnswer(stage);
    stage.telegram.ephemerals.version = 10.1;
    stage.ann.press(shared, 'Whole');
    await (await stage.received(2)).show(answer, { isLast: true });
    expect(titles(stage, GROUP)).toEqual(['✅ NOKIA, masked']);
    expect(titles(stage, 11)).toEqual([`✅ NOKIA ${IMEI}`]);
  });

  it.each([10.1, 10.2])(
    'on a server of Bot API %s no message is ephemeral, and answers come in the private chat',
    async (version) => {
      const stage = await stageTelegram();
      stage.telegram.ephemerals.version = version;
      stage.telegram.chats.groups.add(GROUP);
      await stage.start();
      stage.ann.begin();
      const shared = await sharedAnswer(stage);
      expect(labelsOf(shared)).toEqual([]);
      stage.ann.press({ ...shared, keyboard: keyboardWith('Whole', 'private:a.whole') }, 'Whole');
      await (await stage.received(2)).show(answer, { isLast: true });
      // A command that the bot alone sees, from before the server was replaced.
      stage.ann.say(`/imei ${IMEI}`, ALONE);
      await (await stage.received(3)).show(answer, { isLast: true });
      await expect.poll(() => stage.telegram.descriptions.has('description')).toBe(true);
      expect(JSON.stringify(stage.telegram.calls)).not.toMatch(/is_ephemeral|ephemeral_message/);
      expect(titles(stage, GROUP)).toEqual(['✅ NOKIA, masked']);
      const late = `${en('delivery.late')}\n✅ NOKIA ${IMEI}`;
      expect(titles(stage, 11)).toEqual([late, late]);
    },
  );

  it.each([
    ['refuses it', { code: 404, description: 'Not Found: method not found' }],
    ['answers with true', 'answers-true'],
  ] as const)(
    'a server that does not know what it is asked for its version, and %s, counts as an old one',
    async (_, mishap) => {
      const stage = await stageTelegram();
      stage.telegram.chats.groups.add(GROUP);
      stage.telegram.mishap('getMyDefaultAdministratorRights', mishap);
      await stage.start();
      expect(labelsOf(await sharedAnswer(stage))).toEqual([]);
    },
  );

  it('a server of the operator that gives no answer at first still shows an answer to one person alone', async () => {
    const stage = await stageTelegram();
    stage.telegram.chats.groups.add(GROUP);
    stage.telegram.mishap('getMyDefaultAdministratorRights', 'dropped', 'bad-gateway');
    await stage.start();
    stage.ann.say(`/imei ${IMEI}`, ALONE);
    await (await stage.received()).show(answer, { isLast: true });
    expect(alone(stage)).toEqual([[11, `✅ NOKIA ${IMEI}`]]);
  });

  it('Share shows everyone what only the asker saw', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, { ...ALONE, thread: 9 });
    await (await stage.received()).show(replyOf({ actions: [SHARE, WHOLE] }), { isLast: true });
    const [own] = stage.telegram.ephemerals.shown;
    expect(labelsOf(own)).toEqual(['Share']);
    if (own !== undefined) stage.ann.press({ ...own, thread: 9 }, 'Share');
    const { request, show } = await stage.received(2);
    expect(request).toMatchObject({ visibility: 'shared', input: { token: 'a.share' } });
    await show(replyOf({ title: 'NOKIA, masked' }), { isLast: true });
    expect(stage.shown(GROUP)).toMatchObject([{ text: '✅ NOKIA, masked', thread: 9 }]);
  });
});

function keyboardWith(text: string, callback_data: string): ShownMessage['keyboard'] {
  return [[{ text, callback_data }]];
}

async function sharedAnswer(stage: Stage): Promise<ShownMessage> {
  stage.ann.say(`/imei ${IMEI}`, { group: GROUP });
  const masked = replyOf({ title: 'NOKIA, masked', actions: [WHOLE, SHARE] });
  await (await stage.received()).show(masked, { isLast: true });
  const [message] = stage.shown(GROUP);
  if (message === undefined) throw new Error('nothing is shown');
  return message;
}

/** Who alone sees what. */
function alone(stage: Stage) {
  return stage.telegram.ephemerals.shown.map(({ only, text }) => [only, text]);
}

function labelsOf(message: ShownMessage | undefined): readonly string[] {
  return message?.keyboard.flat().map(({ text }) => text) ?? [];
}

/** What a link sends along with Start. */
function startIn(message: ShownMessage | undefined): string {
  const [link] = message?.keyboard.flat() ?? [];
  return link !== undefined && 'url' in link
    ? (new URL(link.url).searchParams.get('start') ?? '')
    : '';
}
