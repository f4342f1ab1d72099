import { expect } from 'vitest';
import { HAS_SLEPT } from '../../src/adapters/host.ts';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import { replyOf } from '../support/replies.ts';
import {
  type AdapterIt,
  fileWith,
  last,
  progress,
  type Stage,
  start,
  startAndAsk,
  stored,
} from './adapter-stage.ts';

/** Another process goes on with replies, and the one before it shows nothing more. */
export function describeProcesses(it: AdapterIt): void {
  it.for([
    ['of which nothing was shown', false],
    ['in place of its progress', true],
  ] as const)('the next process shows a reply %s', async ([, hasProgress], { stage }) => {
    const { request, show } = await startAndAsk(stage);
    const waiting = replyOf({ title: 'Waiting' });
    const target = hasProgress ? await show(waiting, progress) : request.target;
    expect(stored(target)).toEqual(target);
    const adapter = await takenOver(stage);
    const again = await adapter.reopen(stored(target));
    await again?.(replyOf({ title: 'Answered after all' }), last);
    await expect.poll(() => stage.shown()).toContain('Answered after all');
    // The console cannot change printed text.
    if (stage.deleteReplies !== undefined) expect(stage.shown()).not.toContain('Waiting');
    expect(await adapter.reopen({ kind: 'carrier-pigeon' })).toBeUndefined();
  });

  it('a process that was frozen shows nothing until it surely is the owner', async ({
    stage,
    skip,
  }) => {
    const { adapter, setSlept } = stage;
    if (setSlept === undefined) return skip('nobody else can show anything there');
    const { show } = await startAndAsk(stage);
    await show(replyOf({ title: 'Waiting' }), progress);
    const shown = stage.shown();
    setSlept(true);
    const late = replyOf({ title: 'Too late', files: [fileWith(3)] });
    await expect(show(late, last)).rejects.toThrow(HAS_SLEPT);
    await expect(adapter.notify(stage.admin, late)).rejects.toThrow(HAS_SLEPT);
    expect(stage.shown()).toBe(shown);
    expect(stage.notified()).not.toContain('Too late');
    setSlept(false);
    await show(replyOf({ title: 'Answered' }), last);
    await expect.poll(() => stage.shown()).toContain('Answered');
  });

  it('a message to an admin arrives, or the caller learns that it could not', async ({ stage }) => {
    await start(stage);
    const news = replyOf({ title: 'The key expires tomorrow' });
    expect(await stage.adapter.notify(stage.admin, news)).toBe(true);
    await expect.poll(() => stage.notified()).toContain('The key expires tomorrow');
    expect(await stage.adapter.notify(stage.stranger, news)).toBe(false);
  });
}

/** Ends the adapter, and starts the adapter of the next process if the platform supports one. */
async function takenOver(stage: Stage): Promise<Adapter> {
  const next = await stage.restart?.();
  if (next !== undefined) await start(stage, next);
  return next ?? stage.adapter;
}
