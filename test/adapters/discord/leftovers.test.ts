import { fork } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createFallbackDelivery } from '../../../src/adapters/discord/outbound/fallback-delivery.ts';
import { openReply } from '../../../src/adapters/discord/outbound/interaction/delivery.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { acknowledged, createApiOf } from '../../support/discord/acknowledged.ts';
import { startFakeDiscord } from '../../support/discord/fake.ts';
import type { HeldAfterAnswers } from '../../support/discord/held-child.ts';
import { endWithTests } from '../../support/process/end-with-tests.ts';
import { replyOf } from './stage.ts';

const en = sayIn('en');

/** Answers of a process that does nothing else, and what it holds afterwards. */
async function heldAfterAnswers(): Promise<HeldAfterAnswers> {
  const child = fork(join(inject('built'), 'test', 'support', 'discord', 'held-child.js'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  endWithTests(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [held] = await once(child, 'message');
  return held;
}

describe('an answer on Discord that was given', () => {
  it('is not held by the deadline of its call, and has no line in the library any more, a moment later', async () => {
    const { answers, signals, lines } = await heldAfterAnswers();
    expect(signals[1] - signals[0]).toBeLessThan(answers / 2);
    expect(lines[0]).toBeGreaterThanOrEqual(answers);
    expect(lines[0] - lines[1]).toBeGreaterThan(answers / 2);
  });

  it('leaves nothing in the signal of the adapter, which outlives all answers', async () => {
    const discord = await startFakeDiscord();
    onTestFinished(() => discord.close());
    const any = vi.spyOn(AbortSignal, 'any');
    onTestFinished(() => any.mockRestore());
    const api = createApiOf(discord);
    const stopped = new AbortController();
    const sayAt = () => en;
    const fallback = createFallbackDelivery({ api, sayAt });
    const needs = { api, fallback, clock: discord.clock, sayAt, stopped: stopped.signal };
    const show = openReply(needs, await acknowledged(api, discord));
    await show(replyOf({ title: 'Under way' }), { last: false });
    expect(getEventListeners(stopped.signal, 'abort')).toHaveLength(1);
    discord.clock.skip(1_000);
    await show(replyOf({ title: 'Answer' }), { last: true });
    await expect.poll(() => getEventListeners(stopped.signal, 'abort')).toHaveLength(0);
    // It would leave a weak reference there, for good.
    expect(any).not.toHaveBeenCalled();
  });
});
