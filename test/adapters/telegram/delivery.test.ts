import { describe, expect, it } from 'vitest';
import type { Show } from '../../../src/core/adapter.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { button, replyOf } from '../../support/replies.ts';
import { slowClock } from '../../support/telegram/clock.ts';
import { startTelegram } from '../../support/telegram/server.ts';
import { eventually, GROUP, IMEI, inGroup, type Stage, stageTelegram, titles } from './stage.ts';

const de = sayIn('de');
const en = sayIn('en');
const data = new TextEncoder().encode('imei\n');

it('a reply is sent again when its message was deleted', async () => {
  const { stage, show } = await askOnce();
  await show(replyOf({ title: 'Waiting' }), { last: false });
  stage.telegram.chats.remove(first(stage));
  await show(replyOf({ title: 'Answered' }), { last: true });
  expect(titles(stage)).toEqual(['✅ Answered']);
});

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
  await show(replyOf({ title: 'Answered' }), { last: true });
  expect(stage.shown()).toMatchObject([{ text: '✅ Answered', chat: 11 }]);
});

describe('a group that becomes a supergroup while a question is open', () => {
  const MOVED = -1_002;
  const moved = {
    code: 400,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: MOVED },
  };

  it.each([
    ['before anything is shown', false],
    ['while its progress is shown', true],
  ])('gets the answer there, and its buttons work: %s', async (_, isShown) => {
    const stage = await inGroup();
    stage.telegram.chats.groups.add(MOVED);
    stage.ann.say(`/imei ${IMEI}`, { group: GROUP });
    const { show } = await stage.received();
    if (isShown) await show(replyOf({ title: 'Waiting' }), { last: false });
    stage.telegram.mishap('editMessageText', moved);
    stage.telegram.mishap('sendMessage', moved);
    const actions = [button('Full details', 'g.full')];
    const target = await show(replyOf({ title: 'Answered', actions }), { last: true });
    expect(titles(stage, MOVED)).toEqual(['✅ Answered']);
    const [answer] = stage.shown(MOVED);
    expect(stage.adapter.messageNameOf?.(target)).toBe(`${MOVED}:${answer?.id}`);
  });
});

it('a placeholder is not written again after a restart', async () => {
  const { stage, show } = await askOnce();
  const target = await show(replyOf({ title: 'Checking', placeholder: true }), { last: false });
  const next = await stageTelegram({}, stage);
  const again = await next.adapter.reopen(target);
  await again?.(replyOf({ title: 'Checking', placeholder: true }), { last: false });
  expect(stage.telegram.callsOf('editMessageText')).toEqual([]);
});

it('a reply that takes longer than a moment shows that it is being typed', async () => {
  const { stage, show } = await askOnce();
  await show(replyOf({ title: 'Waiting' }), { last: false });
  const typed = ({ id }: Stage['ann']) =>
    stage.telegram.callsOf('sendChatAction').filter(({ payload }) => payload.chat_id === id).length;
  await eventually(() => expect(typed(stage.ann)).toBeGreaterThan(1));
  await show(replyOf({ title: 'Answered' }), { last: true });
  const before = typed(stage.ann);
  stage.bob.say(IMEI);
  await (await stage.received(2)).show(replyOf({ title: 'Waiting' }), { last: false });
  await eventually(() => expect(typed(stage.bob)).toBeGreaterThan(2));
  expect(typed(stage.ann) - before).toBeLessThanOrEqual(1);
});

it('a reply brings what does not fit as a file, and its own files', async () => {
  const { stage, show } = await askOnce();
  const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} & more`);
  const files = [
    { name: 'list.csv', contentType: 'text/csv', data },
    { name: 'card.png', contentType: 'image/png', data, altText: 'A card' },
  ];
  await show(replyOf({ sections: [{ fields: [], lines }], files }), { last: true });
  const [message, ...sent] = stage.shown();
  expect(message?.text).toContain('Line 0 & more');
  expect(message?.text).toContain('answer.txt');
  expect(sent.map(({ file }) => file?.name)).toEqual(['answer.txt', 'list.csv', 'card.png']);
  expect(sent[0]?.file?.content).toContain('Line 399 & more');
  expect(sent[2]).toMatchObject({ text: 'A card', file: { photo: true }, replyTo: message?.id });
});

it('a reply says which of its files Telegram does not take', async () => {
  const { stage, show } = await askOnce();
  const files = ['list.xlsx', 'list.csv'].map((name) => ({ name, contentType: 'text/csv', data }));
  const again = { ...button('Send it again', 'a.file'), ifUnsent: true as const };
  const description = 'Request Entity Too Large';
  stage.telegram.mishap('sendDocument', { code: 413, description });
  await show(replyOf({ summary: 'Here it is.', files, actions: [again] }), { last: true });
  const [message, ...sent] = stage.shown();
  expect(message?.text).toBe(
    `⚠️ A title\nHere it is.\n${en('files.leftOut', { names: 'list.xlsx' })}`,
  );
  // Sent again, it would be as large.
  expect(message?.keyboard).toEqual([]);
  expect(sent.map(({ file }) => file?.name)).toEqual(['list.csv']);
});

describe('a button', () => {
  const actions = [button('Full details', 'a.full'), button('Again', 'a.again', { opens: 'new' })];
  const refusal = replyOf({
    kind: 'notice',
    tone: 'warning',
    title: 'Not yours',
    summary: 'Ask yourself.',
    private: true,
  });

  it('is answered at once, and opens its answer in its place, or below it in the same topic', async () => {
    const stage = await inGroup();
    stage.ann.say(`/imei ${IMEI}`, { group: GROUP, thread: 9 });
    await (await stage.received()).show(replyOf({ actions }), { last: true });
    stage.ann.press(first(stage), 'Full details');
    const press = await stage.received(2);
    // Whatever becomes of the request itself.
    await eventually(() =>
      expect(stage.telegram.callsOf('answerCallbackQuery').map(({ payload }) => payload)).toEqual([
        { callback_query_id: expect.any(String) },
      ]),
    );
    await press.show(replyOf({ title: 'All of it', actions }), { last: true });
    expect(titles(stage)).toEqual(['✅ All of it']);
    stage.ann.press(first(stage), 'Again');
    await (await stage.received(3)).show(replyOf({ title: 'Once more' }), { last: true });
    expect(stage.shown()).toMatchObject([
      { text: '✅ All of it' },
      { text: '✅ Once more', replyTo: first(stage).id, thread: 9 },
    ]);
  });

  it('says to somebody else in a pop-up that it is not theirs, and leaves the reply alone', async () => {
    const { stage, show } = await askOnce(GROUP, slowClock());
    await show(replyOf({ title: 'Answered', actions }), { last: true });
    stage.bob.press(first(stage), 'Full details');
    await (await stage.received(2)).show(refusal, { last: true });
    await eventually(() =>
      expect(stage.telegram.callsOf('answerCallbackQuery')).toMatchObject([
        { payload: { text: 'Not yours\nAsk yourself.', show_alert: true } },
      ]),
    );
    expect(titles(stage)).toEqual(['✅ Answered']);
  });

  it.each([
    ['a word that comes too late for a pop-up', undefined, true, '⚠️ Not yours\nAsk yourself.'],
    [
      'what the bot cannot send another person in private',
      GROUP,
      false,
      de('telegram.openPrivateChat'),
    ],
  ])('keeps the reply that was pressed: %s', async (_, group, isOpen, said) => {
    const { stage, show } = await askOnce(group);
    await show(replyOf({ title: 'Answered', actions }), { last: true });
    if (isOpen) stage.bob.begin();
    stage.bob.press(first(stage), 'Full details');
    const press = await stage.received(2);
    await eventually(() => expect(stage.telegram.callsOf('answerCallbackQuery')).toHaveLength(1));
    await press.show(refusal, { last: true });
    expect(titles(stage)).toEqual(['✅ Answered', said]);
  });
});

/** @param clock a slower one for those who act before a time is over */
async function askOnce(group?: number, clock?: Clock): Promise<{ stage: Stage; show: Show }> {
  const stage = await inGroup(clock && { clock, telegram: await startTelegram(clock) });
  stage.ann.say(`/imei ${IMEI}`, group === undefined ? {} : { group });
  const { show } = await stage.received();
  return { stage, show };
}

function first(stage: Stage) {
  const [one] = stage.shown();
  if (one === undefined) throw new Error('nothing is shown');
  return one;
}
