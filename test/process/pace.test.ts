import { describe, expect, test } from 'vitest';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { linesOf } from '../support/imeis.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { serviceWith } from '../support/process/process-main.ts';

/** How long the service takes for an answer, as the real one does. */
const ANSWER_MS = 300;
/** An even pace takes 35 s for twelve; the rest is for a busy machine. */
const EVEN_PACE_MS = 35_000;
/** By default a stop waits for 20 s at most for what is under way. */
const MUCH_LESS_THAN_GRACE_MS = 10_000;

/** A bot that did nothing before, and the service with its limits. */
async function startIdle() {
  const { environment, service } = await serviceWith({
    delay: ANSWER_MS,
    limits: DEVICE_IDENTITY.limits,
  });
  const bot = await startBotInHand('test', environment);
  await bot.ready;
  const send = (requester: `test:user:${number}`, text: string) =>
    bot.ask({
      requester,
      input: { kind: 'command', name: 'imei', options: { kind: 'text', text } },
    });
  return { send, service };
}

describe('a clerk', () => {
  test('who sends twelve numbers to an idle bot has them about as fast as the service answers', async () => {
    const { send, service } = await startIdle();
    const sentAt = performance.now();
    const reply = await send('test:user:1', linesOf(12));
    expect(service.paidChecks).toHaveLength(12);
    expect(reply.records?.().map(({ result }) => result)).not.toContain('failed');
    expect(performance.now() - sentAt).toBeLessThan(EVEN_PACE_MS / 2);
  });
});

describe('a list that goes on after a restart', () => {
  test('is said to be checked now, also what it had paid before', async () => {
    const { environment, service } = await serviceWith({ delay: ANSWER_MS });
    const before = await startBotInHand('test', environment);
    await before.ready;
    await before.begin({
      requester: 'test:user:1',
      input: { kind: 'command', name: 'imei', options: { kind: 'text', text: linesOf(12) } },
    });
    await expect.poll(() => service.paidChecks.length).toBeGreaterThan(3);
    await before.stop();
    const paidBefore = service.paidChecks.length;
    const after = await startBotInHand('test', environment);
    await expect.poll(() => after.takenUp.length, { timeout: 20_000 }).toBe(1);
    expect(paidBefore).toBeLessThan(12);
    expect(service.paidChecks).toHaveLength(12);
    const text = JSON.stringify(after.takenUp[0]);
    expect(text).not.toContain('from saved answers');
  });
});

describe('a stop', () => {
  test('waits for no slot of the window: the next run answers what waited for one', async () => {
    const { environment, service } = await serviceWith({ delay: ANSWER_MS });
    const ADMINS = 'telegram:user:1';
    const settings = { ...environment, ADMINS };
    const before = await startBotInHand('telegram', { ...settings, LIMIT_PER_WINDOW: '1' });
    const options = { kind: 'text', text: linesOf(1) } as const;
    await before.ask({ requester: ADMINS, input: { kind: 'command', name: 'imei', options } });
    await before.begin({
      requester: ADMINS,
      input: { kind: 'command', name: 'quota', options: { kind: 'values', values: {} } },
    });
    const stoppedAt = performance.now();
    await before.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(MUCH_LESS_THAN_GRACE_MS);
    expect(service.arrivals).toHaveLength(1);
    const after = await startBotInHand('telegram', settings);
    await expect.poll(() => after.takenUp.length).toBe(1);
    expect(JSON.stringify(after.takenUp)).toContain('left');
  });
});
