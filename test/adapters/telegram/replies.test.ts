import { describe, expect, it } from 'vitest';
import type { ShowReply } from '../../../src/core/adapter/request-event.ts';
import type { Clock } from '../../../src/core/time/clock.ts';
import { slowClock } from '../../support/clocks/scaled.ts';
import { IMEI } from '../../support/known.ts';
import { button, replyOf } from '../../support/replies.ts';
import { GROUP, inGroup, type Stage, titles } from './stage.ts';

const data = new TextEncoder().encode('imei\n');
/** More than one message holds. */
const LONG = [
  { fields: [], lines: Array.from({ length: 400 }, (_, index) => `Line ${index} & more`) },
];

it.each([
  ['a topic that was closed', 'TOPIC_CLOSED'],
  ['a topic that was deleted', 'message thread not found'],
  ['a group in which the bot may not write', 'not enough rights to send text messages'],
])('a reply to %s is shown in the private chat', async (_, why) => {
  const stage = await inGroup();
  stage.ann.begin();
  stage.ann.say(`/imei ${IMEI}`, { group: GROUP });
  const { show } = await stage.received();
  stage.telegram.mishap('sendMessage', { code: 400, description: `Bad Request: ${why}` });
  await show(replyOf({ title: 'Answered' }), { isLast: true });
  const text = 'I can’t write where you asked. Here’s the answer:\n✅ Answered';
  expect(stage.shown()).toMatchObject([{ text, chat: 11 }]);
});

it('the answer is shown although its question was deleted meanwhile', async () => {
  const stage = await inGroup();
  const said = stage.ann.say(`/imei ${IMEI}`, { group: GROUP });
  const { show } = await stage.received();
  stage.telegram.chats.remove(said);
  await show(replyOf({ title: 'Answered' }), { isLast: true });
  expect(titles(stage, GROUP)).toEqual(['✅ Answered']);
});

it.each([
  ['changes nothing', false],
  ['is shown, although that was deleted', true],
])('an answer that reads like its progress %s', async (_, isDeleted) => {
  const { stage, show } = await askOnce();
  await show(replyOf({ title: 'Answered' }), { isLast: false });
  if (isDeleted) stage.telegram.chats.remove(first(stage));
  await show(replyOf({ title: 'Answered' }), { isLast: true });
  expect(titles(stage)).toEqual(['✅ Answered']);
});

it('the progress of many questions leaves enough of the limit of a chat for the next answers', async () => {
  const stage = await inGroup({ clock: slowClock() });
  for (const _ of Array(7)) stage.ann.say(IMEI);
  await stage.received(7);
  const [late, later, ...others] = stage.inbox;
  for (const { show } of others) void show(replyOf({ title: 'Waiting' }), { isLast: false });
  await expect.poll(() => titles(stage).length).toBeGreaterThanOrEqual(3);
  for (const answered of [late, later]) {
    await answered?.show(replyOf({ title: 'Answered' }), { isLast: true });
  }
  expect(titles(stage).toSorted()).toEqual([
    ...Array(2).fill('✅ Answered'),
    ...Array(3).fill('✅ Waiting'),
  ]);
});

describe('a group that becomes a supergroup', () => {
  const MOVED = -1_002;
  const moved = {
    code: 400,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: MOVED },
  };

  it.each([
    ['before anything is shown', false],
    ['while its progress is shown', true],
  ])(
    'the answer to an open question is shown in the supergroup, with working buttons: %s',
    async (_, isShown) => {
      const stage = await inGroup();
      stage.telegram.chats.groups.add(MOVED);
      stage.ann.say(`/imei ${IMEI}`, { group: GROUP });
      const { show } = await stage.received();
      if (isShown) await show(replyOf({ title: 'Waiting' }), { isLast: false });
      stage.telegram.mishap('editMessageText', moved);
      stage.telegram.mishap('sendMessage', moved);
      const actions = [button('Full details', 'g.full')];
      const target = await show(replyOf({ title: 'Answered', actions }), { isLast: true });
      expect(titles(stage, MOVED)).toEqual(['✅ Answered']);
      // The ids of a group are those of other messages there.
      const [{ payload } = expect.unreachable()] = stage.telegram.callsOf('sendMessage').slice(-1);
      expect(payload).not.toHaveProperty('reply_parameters');
      const [answer] = stage.shown(MOVED);
      expect(stage.adapter.messageNameOf?.(target)).toBe(`${MOVED}:${answer?.id}`);
    },
  );
});

it('while a reply takes longer than a moment, its topic shows that the bot is typing', async () => {
  const stage = await inGroup();
  stage.ann.say(`/imei ${IMEI}`, { group: GROUP, thread: 9 });
  await (await stage.received()).show(replyOf({ title: 'Waiting' }), { isLast: false });
  const typed = () => stage.telegram.callsOf('sendChatAction').map(({ payload }) => payload);
  // Telegram shows it for five seconds.
  await expect.poll(() => typed().length).toBeGreaterThan(1);
  expect(typed()[0]).toMatchObject({ chat_id: GROUP, message_thread_id: 9 });
});

it.each([
  ['answer.txt', 0, 'Ask me in a private chat to see it all.'],
  ['list.csv', 1, 'The whole answer is in answer.txt.'],
])('a long reply says where all of it is, although %s is refused', async (name, before, words) => {
  const { stage, show } = await askOnce();
  const files = [{ name: 'list.csv', contentType: 'text/csv', data }];
  const refused = { code: 413, description: 'Request Entity Too Large' };
  stage.telegram.mishap('sendDocument', ...Array(before).fill(undefined), refused);
  await show(replyOf({ sections: LONG, files }), { isLast: true });
  const [message] = stage.shown();
  expect(message?.text).toContain(words);
  expect(message?.text).toContain(`I couldn’t send ${name}.`);
});

it('a reply that is too long comes with its whole text as a file, before its own files', async () => {
  const { stage, show } = await askOnce();
  const files = [
    { name: 'list.csv', contentType: 'text/csv', data },
    { name: 'card.png', contentType: 'image/png', data, altText: 'A card' },
  ];
  await show(replyOf({ sections: LONG, files }), { isLast: true });
  const [message, ...sent] = stage.shown();
  expect(message?.text).toContain('Line 0 & more');
  expect(message?.text).toContain('answer.txt');
  expect(sent.map(({ file }) => file?.name)).toEqual(['answer.txt', 'list.csv', 'card.png']);
  expect(sent[0]?.file?.content).toContain('Line 399 & more');
  expect(sent[2]).toMatchObject({ text: 'A card', file: { photo: true }, replyTo: message?.id });
});

describe('a button', () => {
  const actions = [button('Full details', 'a.full'), button('Again', 'a.again', { opens: 'new' })];
  const refusal = replyOf({
    kind: 'notice',
    tone: 'warning',
    title: 'Not yours',
    summary: 'Ask yourself.',
    isPrivate: true,
  });

  it('a press ends the waiting of its button at once, and its answer is in the same topic', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, { group: GROUP, thread: 9 });
    await (await stage.received()).show(replyOf({ actions }), { isLast: true });
    stage.ann.press(first(stage), 'Full details');
    const press = await stage.received(2);
    // Whatever becomes of the request itself.
    await expect
      .poll(() => stage.telegram.callsOf('answerCallbackQuery').map(({ payload }) => payload))
      .toEqual([{ callback_query_id: expect.any(String) }]);
    await press.show(replyOf({ title: 'All of it', actions }), { isLast: true });
    expect(titles(stage)).toEqual(['✅ All of it']);
    stage.ann.press(first(stage), 'Again');
    await (await stage.received(3)).show(replyOf({ title: 'Once more' }), { isLast: true });
    expect(stage.shown()).toMatchObject([
      { text: '✅ All of it' },
      { text: '✅ Once more', replyTo: first(stage).id, thread: 9 },
    ]);
  });

  it('a pop-up tells somebody else who presses that the button is not theirs', async () => {
    const { stage, show } = await askOnce(GROUP, slowClock());
    await show(replyOf({ title: 'Answered', actions }), { isLast: true });
    stage.bob.press(first(stage), 'Full details');
    await (await stage.received(2)).show(refusal, { isLast: true });
    await expect
      .poll(() => stage.telegram.callsOf('answerCallbackQuery'))
      .toMatchObject([{ payload: { text: 'Not yours\nAsk yourself.', show_alert: true } }]);
    expect(titles(stage)).toEqual(['✅ Answered']);
  });

  it('a notice that comes too late for a pop-up is below the pressed reply', async () => {
    const { stage, show } = await askOnce();
    await show(replyOf({ title: 'Answered', actions }), { isLast: true });
    stage.bob.begin();
    stage.bob.press(first(stage), 'Full details');
    const press = await stage.received(2);
    await expect.poll(() => stage.telegram.callsOf('answerCallbackQuery')).toHaveLength(1);
    await press.show(refusal, { isLast: true });
    expect(titles(stage)).toEqual(['✅ Answered', '⚠️ Not yours\nAsk yourself.']);
  });
});

/** @param clock a slower one for those who act before a time is over */
async function askOnce(group?: number, clock?: Clock): Promise<{ stage: Stage; show: ShowReply }> {
  const stage = await inGroup(clock && { clock });
  stage.ann.say(`/imei ${IMEI}`, group === undefined ? {} : { group });
  const { show } = await stage.received();
  return { stage, show };
}

function first(stage: Stage) {
  const [one] = stage.shown();
  if (one === undefined) throw new Error('nothing is shown');
  return one;
}
