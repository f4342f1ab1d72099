import { describe, expect, onTestFinished, test } from 'vitest';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { linesOf } from '../support/imeis.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { serviceWith } from '../support/process/process-main.ts';

/** How long the service takes for an answer, as the real one does. */
const ANSWER_MS = 300;
/** For the bot's own work, on a busy machine. */
const SPARE_MS = 3_000;

/** A bot that did nothing before, and the service with its limits. */
async function startIdle() {
  const { environment, service } = await serviceWith({
    delay: ANSWER_MS,
    limits: DEVICE_IDENTITY.limits,
  });
  const bot = await startBotInHand('test', environment);
  onTestFinished(() => bot.stop());
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
    // Three at a time: 1.2 s, where an even pace would take 35 s.
    expect(performance.now() - sentAt).toBeLessThan(4 * ANSWER_MS + SPARE_MS);
  });

  test('who asks for one number is not delayed by a list of 300', async () => {
    const { send, service } = await startIdle();
    send('test:user:1', `${linesOf(300)} --confirmed`);
    await expect.poll(() => service.arrivals.length).toBeGreaterThan(0);
    const sentAt = performance.now();
    await send('test:user:2', linesOf(301).split('\n').at(-1) ?? '');
    expect(performance.now() - sentAt).toBeLessThan(ANSWER_MS + SPARE_MS);
  });
});
