import { describe, expect, it } from 'vitest';
import type { Button } from '../../../src/core/reply.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { createSkippingClock } from '../../support/clocks/skipping.ts';
import type { ShownMessage } from '../../support/telegram/chats.ts';
import { startTelegram } from '../../support/telegram/server.ts';
import { button, eventually, replyOf, type Stage, stageTelegram, textOf } from './stage.ts';

const en = sayIn('en');
const IMEI = '490154203237518';
const GROUP = -1001;
const LATE_MS = 16_000;
const ALONE = { group: GROUP, ephemeral: true };
const WHOLE: Button = { ...button('Whole', 'a.whole', { opens: 'new' }), whispers: true };
const SHARE: Button = { ...button('Share', 'a.share', { opens: 'new' }), shares: true };
const answer = replyOf({ title: `NOKIA ${IMEI}` });

describe('a command in a group that the bot alone sees', () => {
  it('is answered with the whole number to the asker alone, and the group sees nothing', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, ALONE);
    const { request, show } = await stage.asked();
    expect(textOf(await stage.asked())).toBe(`/imei ${IMEI}`);
    expect(request).toMatchObject({ visibility: 'private', requester: 'telegram:user:11' });
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await show(answer, { last: true });
    expect(alone(stage)).toEqual([[11, `✅ NOKIA ${IMEI}`]]);
    expect(stage.shown()).toEqual([]);
    expect(stage.telegram.callsOf('sendChatAction')).toEqual([]);
  });

  it('is answered in what already stands there, also when the fifteen seconds are over', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, ALONE);
    const { show } = await stage.asked();
    await show(replyOf({ title: 'Waiting' }), { last: false });
    stage.telegram.ephemerals.pass(LATE_MS);
    await show(answer, { last: true });
    expect(alone(stage)).toEqual([[11, `✅ NOKIA ${IMEI}`]]);
  });

  it.each([
    ['the fifteen seconds are over', (stage: Stage) => stage.telegram.ephemerals.pass(LATE_MS)],
    ['it has disappeared since', (stage: Stage) => stage.telegram.ephemerals.disappear()],
  ])('is answered in the private chat when %s', async (_, happens) => {
    const stage = await inGroup();
    stage.ann.begin();
    stage.ann.say(`/imei ${IMEI}`, ALONE);
    const { show } = await stage.asked();
    if (happens.toString().includes('disappear')) await show(replyOf({ title: 'Waiting' }), { last: false });
    stage.telegram.ephemerals.pass(LATE_MS);
    happens(stage);
    await show(answer, { last: true });
    expect(stage.shown(11).map(({ text }) => text)).toEqual([`✅ NOKIA ${IMEI}`]);
    expect(stage.shown(GROUP)).toEqual([]);
  });

  it('leads to the private chat where that is closed, with the number in no link, for the asker alone', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, ALONE);
    const { show } = await stage.asked();
    stage.telegram.ephemerals.pass(LATE_MS);
    await show(answer, { last: true });
    const [word] = stage.shown(GROUP);
    expect(word?.text).toContain(en('telegram.openPrivateChatForAnswer'));
    expect(word?.entities).toMatchObject([{ type: 'text_mention' }]);
    const start = startIn(word);
    expect(start).toMatch(/^ask-[\w-]{43}$/);
    expect(JSON.stringify(stage.shown(GROUP))).not.toContain(IMEI);
    for (const person of [stage.bob, stage.ann]) person.say(`/start ${start}`);
    await stage.asked(3);
    const asked = stage.inbox.slice(1).map((one) => `${one.request.requester} ${textOf(one)}`);
    expect(asked.sort()).toEqual([`telegram:user:11 /imei ${IMEI}`, 'telegram:user:22 /help']);
  });

  it.each(['ask-', `ask-${'A'.repeat(43)}`, `ask-${'-'.repeat(43)}`, `ask-${'A'.repeat(59)}`])(
    'is not asked again by a link that somebody has made up: %s',
    async (start) => {
      const stage = await inGroup();
      stage.ann.say(`/start ${start}`);
      expect(textOf(await stage.asked())).toBe('/help');
    },
  );

  it('without a number asks back for the asker alone, and reads the answer that the bot alone sees', async () => {
    const stage = await inGroup();
    stage.ann.say('/imei', ALONE);
    const asksBack = { placeholder: 'An IMEI' };
    await (await stage.asked()).show(replyOf({ asksBack }), { last: true });
    expect(stage.telegram.callsOf('sendMessage').at(-1)?.payload).toMatchObject({
      reply_markup: { force_reply: true },
      ephemeral_message_parameters: { receiver_user_id: 11 },
    });
    stage.ann.say(IMEI, ALONE);
    const { request } = await stage.asked(2);
    expect(request).toMatchObject({ visibility: 'private', ask: { options: { text: IMEI } } });
  });

  it('brings its file to the asker alone, and offers it again where the time was over', async () => {
    const stage = await inGroup();
    const file = { name: 'phones.csv', contentType: 'text/csv', data: new Uint8Array([1]) };
    const again: Button = { ...button('Again', 'a.file', { opens: 'new' }), ifUnsent: true };
    stage.ann.say('/imei', ALONE);
    await (await stage.asked()).show(replyOf({ files: [file] }), { last: true });
    expect(stage.telegram.ephemerals.shown.map((one) => one.file?.name)).toContain('phones.csv');
    stage.ann.say('/imei', ALONE);
    const { show } = await stage.asked(2);
    await show(replyOf({ title: 'Waiting' }), { last: false });
    stage.telegram.ephemerals.pass(LATE_MS);
    await show(replyOf({ files: [file], actions: [again] }), { last: true });
    expect(labelsOf(stage.telegram.ephemerals.shown.at(-1))).toEqual(['Again']);
    expect(stage.shown()).toEqual([]);
  });
});

describe('the buttons of an answer in a group', () => {
  it('show the asker alone what is masked for the others', async () => {
    const stage = await inGroup();
    await offered(stage);
    const shared = await sharedAnswer(stage);
    expect(labelsOf(shared)).toEqual(['Whole']);
    stage.ann.press(shared, 'Whole');
    const { request, show } = await stage.asked(2);
    expect(request).toMatchObject({ visibility: 'private', ask: { kind: 'press', token: 'a.whole' } });
    await show(answer, { last: true });
    expect(alone(stage)).toEqual([[11, `✅ NOKIA ${IMEI}`]]);
    expect(shared.text).not.toContain(IMEI);
  });

  it('are answered when what the asker alone sees stands behind the press, however long that takes', async () => {
    const clock = createSkippingClock();
    const stage = await inGroup({ clock, telegram: await startTelegram(clock) });
    await offered(stage);
    const calls = () => stage.telegram.calls.map(({ method }) => method);
    stage.ann.press(await sharedAnswer(stage), 'Whole');
    const { show } = await stage.asked(2);
    const before = calls().length;
    clock.skip(2_000);
    await show(answer, { last: true });
    await eventually(() => expect(calls()).toContain('answerCallbackQuery'));
    expect(
      calls()
        .slice(before)
        .filter((method) => method !== 'getUpdates'),
    ).toEqual(['sendMessage', 'answerCallbackQuery']);
    // If nothing comes at all, the button does not wait for ever.
    stage.ann.press(stage.shown(GROUP)[0] as ShownMessage, 'Whole');
    await stage.asked(3);
    clock.skip(15_000);
    await eventually(() => expect(stage.telegram.callsOf('answerCallbackQuery')).toHaveLength(2));
  });

  it('do not offer that on a server that cannot, nor in a private chat', async () => {
    const stage = await stageTelegram();
    stage.telegram.chats.groups.add(GROUP);
    stage.telegram.ephemerals.version = 'before';
    await stage.start();
    await eventually(() => expect(stage.telegram.descriptions.has('description')).toBe(true));
    expect(labelsOf(await sharedAnswer(stage))).toEqual([]);
    stage.ann.say(IMEI);
    await (await stage.asked(2)).show(replyOf({ actions: [WHOLE, SHARE] }), { last: true });
    expect(labelsOf(stage.shown(11)[0])).toEqual([]);
  });

  it('show to everyone what the asker alone sees', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, { ...ALONE, thread: 9 });
    await (await stage.asked()).show(replyOf({ actions: [SHARE, WHOLE] }), { last: true });
    const [own] = stage.telegram.ephemerals.shown;
    expect(labelsOf(own)).toEqual(['Share']);
    if (own !== undefined) stage.ann.press({ ...own, thread: 9 }, 'Share');
    const { request, show } = await stage.asked(2);
    expect(request).toMatchObject({ visibility: 'shared', ask: { token: 'a.share' } });
    await show(replyOf({ title: 'NOKIA, masked' }), { last: true });
    expect(stage.shown(GROUP)).toMatchObject([{ text: '✅ NOKIA, masked', thread: 9 }]);
  });
});

async function inGroup(at?: Pick<Stage, 'clock' | 'telegram'>): Promise<Stage> {
  const stage = await stageTelegram({}, at);
  stage.telegram.chats.groups.add(GROUP);
  await stage.start();
  return stage;
}

/** The bot has found out that the server knows ephemeral messages. */
async function offered(stage: Stage): Promise<void> {
  // What is written after it.
  await eventually(() => expect(stage.telegram.descriptions.has('description')).toBe(true));
}

async function sharedAnswer(stage: Stage, number = 1): Promise<ShownMessage> {
  stage.ann.say(`/imei ${IMEI}`, { group: GROUP });
  await (await stage.asked(number)).show(replyOf({ title: 'NOKIA, masked', actions: [WHOLE, SHARE] }), {
    last: true,
  });
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

function startIn(message: ShownMessage | undefined): string {
  const [link] = message?.keyboard.flat() ?? [];
  return link !== undefined && 'url' in link ? (new URL(link.url).searchParams.get('start') ?? '') : '';
}
