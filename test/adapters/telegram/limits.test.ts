import { expect, it } from 'vitest';
import { createPace } from '../../../src/adapters/telegram/pace.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createFlood } from '../../support/telegram/flood.ts';
import { replyOf, stageTelegram } from './stage.ts';

/** What the network takes, there and back. */
const LATENCY_MS = 40;

it.each([
  ['ten in a private chat', { 11: 10 }, 12_000],
  ['thirty in a group', { '-1001': 30 }, 66_000],
  [
    'one in each of sixty chats',
    Object.fromEntries(Array.from({ length: 60 }, (_, id) => [id + 1, 1])),
    3_000,
  ],
  ['three in a chat, beside another one that is full', { 11: 30, 22: 3 }, 100, '22'],
])('shows answers in time, none of them refused: %s', async (_, answers, withinMs, chat = undefined) => {
  const clock = createFakeClock();
  const pace = createPace(clock);
  const flood = createFlood(clock);
  const shown: { readonly chat: string; readonly at: number }[] = [];
  const send = async (chat_id: string) => {
    const call = async (method: string, payload: object) => {
      await clock.sleep(LATENCY_MS / 2);
      flood.check({ method, payload: { ...payload } });
      shown.push({ chat: chat_id, at: clock.elapsed() });
      await clock.sleep(LATENCY_MS / 2);
      return { ok: true, result: true };
    };
    await pace.answers(call as never, 'sendMessage', { chat_id, text: '' });
  };
  for (const [id, count] of Object.entries(answers))
    for (let sent = 0; sent < count; sent += 1) void send(id);
  await clock.advance(100_000);
  expect(shown).toHaveLength(Object.values(answers).reduce((sum, count) => sum + count, 0));
  const counted = shown.filter((one) => chat === undefined || one.chat === chat);
  expect(Math.max(...counted.map(({ at }) => at))).toBeLessThanOrEqual(withinMs);
  expect(flood.refused).toBe(0);
});

it('sends nothing else to a chat for as long as Telegram asks', async () => {
  const clock = createFakeClock();
  const { answers } = createPace(clock);
  const sentAt: number[] = [];
  const call = async () => {
    sentAt.push(clock.elapsed() / 1_000);
    const isFirst = sentAt.length === 1;
    return isFirst
      ? { ok: false, error_code: 429, description: '', parameters: { retry_after: 40 } }
      : { ok: true, result: true };
  };
  await answers(call as never, 'sendMessage', { chat_id: 11, text: '' });
  void answers(call as never, 'sendMessage', { chat_id: 11, text: '' });
  await answers(call as never, 'sendMessage', { chat_id: 22, text: '' });
  await clock.advance(60_000);
  expect(sentAt.map(Math.floor)).toEqual([0, 0, 40]);
});

it('shows an answer after Telegram asked for a pause', async () => {
  const stage = await stageTelegram();
  await stage.start();
  const flood = { code: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } };
  stage.telegram.mishap('sendMessage', flood);
  stage.ann.say('490154203237518');
  await (await stage.asked()).show(replyOf({ title: 'Answered' }), { last: true });
  expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered']);
});
