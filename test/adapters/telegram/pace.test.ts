import type { Transformer } from 'grammy';
import { expect, it } from 'vitest';
import { Pace } from '../../../src/adapters/telegram/api/pace.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createFlood } from '../../support/telegram/flood.ts';

/** The calls of a bot, as a transformer sees them. */
type Call = Parameters<Transformer>[0];

const succeed = (async () => ({ ok: true, result: true })) as Call;

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
  ['three in a chat, while another one is full', { 11: 30, 22: 3 }, 100, '22'],
])(
  'answers are shown in time, and Telegram refuses none: %s',
  async (_, answers, withinMs, chat = undefined) => {
    const clock = createFakeClock();
    const pace = new Pace(clock);
    const flood = createFlood(clock);
    const shown: { readonly chat: string; readonly at: number }[] = [];
    const send = async (chat_id: string) => {
      const call = (async (method: string, payload: object) => {
        await clock.sleep(LATENCY_MS / 2);
        flood.check({ method, payload: { ...payload } });
        shown.push({ chat: chat_id, at: clock.elapsed() });
        await clock.sleep(LATENCY_MS / 2);
        return { ok: true, result: true };
      }) as Call;
      await pace.waitForTokens(call, 'sendMessage', { chat_id, text: '' });
    };
    for (const [id, count] of Object.entries(answers)) {
      for (let sent = 0; sent < count; sent += 1) void send(id);
    }
    await clock.advance(100_000);
    expect(shown).toHaveLength(Object.values(answers).reduce((sum, count) => sum + count, 0));
    const counted = shown.filter((one) => chat === undefined || one.chat === chat);
    expect(Math.max(...counted.map(({ at }) => at))).toBeLessThanOrEqual(withinMs);
    expect(flood.refused).toBe(0);
  },
);

it('a chat gets nothing while Telegram asks to wait, and no progress when little is left', async () => {
  const clock = createFakeClock();
  const { waitForTokens: answers, dropUnlessRoom: progress } = new Pace(clock);
  const sentAt: number[] = [];
  const call = (async () => {
    sentAt.push(Math.floor(clock.elapsed() / 1_000));
    return sentAt.length === 1
      ? { ok: false, error_code: 429, description: '', parameters: { retry_after: 40 } }
      : { ok: true, result: true };
  }) as Call;
  const to = (chat_id: number) => ({ chat_id, text: '' });
  await answers(call, 'sendMessage', to(11));
  void answers(call, 'sendMessage', to(11));
  await answers(call, 'sendMessage', to(22));
  const leftOut = { ok: false, error_code: 429 };
  expect(await progress(call, 'sendMessage', to(11))).toMatchObject(leftOut);
  expect(await progress(call, 'sendMessage', to(22))).toMatchObject({ ok: true });
  await clock.advance(60_000);
  expect(sentAt).toEqual([0, 0, 0, 40]);
});

it('however much progress there is, it leaves some of the limit of its chat, then and later', async () => {
  const clock = createFakeClock();
  const { dropUnlessRoom: progress } = new Pace(clock);
  const to = { chat_id: 11, text: '' };
  const shown = async (): Promise<number> => {
    const calls = Array.from({ length: 9 }, () => progress(succeed, 'sendMessage', to));
    return (await Promise.all(calls)).filter(({ ok }) => ok).length;
  };
  expect(await shown()).toBe(3);
  await clock.advance(60_000);
  expect(await shown()).toBe(3);
});

it('a call that Telegram refuses for another reason than its limits delays no other', async () => {
  const clock = createFakeClock();
  const { waitForTokens: answers } = new Pace(clock);
  const refuse = (async () => ({ ok: false, error_code: 400, description: '' })) as Call;
  const to = { chat_id: 11, text: '' };
  await answers(refuse, 'sendMessage', to);
  const answered = answers(succeed, 'sendMessage', to).then(() => 'answered');
  await clock.settle();
  expect(await Promise.race([answered, 'waiting'])).toBe('answered');
});
