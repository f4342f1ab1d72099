import { expect, it } from 'vitest';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { linesOf } from '../support/imeis.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { serviceWith } from '../support/process/process-main.ts';

/** How long the service takes for an answer, as the real one does. */
const ANSWER_MS = 300;
/** An even pace takes 35 s for twelve; the rest is for a busy machine. */
const EVEN_PACE_MS = 35_000;

it('a clerk who sends twelve numbers to an idle bot has them about as fast as the service answers', async () => {
  const limits = { delay: ANSWER_MS, limits: DEVICE_IDENTITY.limits };
  const { environment, service } = await serviceWith(limits);
  const bot = await startBotInHand('test', environment);
  const sentAt = performance.now();
  const options = { kind: 'text', text: linesOf(12) } as const;
  const reply = await bot.ask({
    requester: 'test:user:1',
    input: { kind: 'command', name: 'imei', options },
  });
  expect(service.paidChecks).toHaveLength(12);
  expect(reply.records?.().map(({ result }) => result)).not.toContain('failed');
  expect(performance.now() - sentAt).toBeLessThan(EVEN_PACE_MS / 2);
});
