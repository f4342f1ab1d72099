import { setMaxListeners } from 'node:events';
import type { Reply } from '../../src/core/reply.ts';
import { type Push, statesOf } from '../../src/core/state-channel.ts';
import { type ImeiList, listProgressReply, listReply } from '../../src/format/list.ts';
import type { Outcome } from '../../src/format/outcome.ts';
import { checkedRecord, problemRecord } from '../../src/format/records.ts';
import type { Findings, FoundImei } from '../../src/imei/find.ts';
import { type Imei, tacOf } from '../../src/imei/imei.ts';
import { viewOf } from '../needs.ts';
import { listActions, stopAction } from './actions.ts';
import { checkOutcome } from './outcome.ts';
import type { ImeiUse } from './use.ts';

/** Up to here the IMEIs of a message are somebody waiting at the screen; more are a list that may take its time. */
export const MOST_SINGLE = 4;

/** A list under way: how each check ended so far, and when the others will be sent (milliseconds since 1970). */
interface Progress {
  readonly outcomes: Map<Imei, Outcome>;
  readonly startsAt: Map<Imei, number>;
  /** When all would be sent, as estimated before the first was handed over. */
  readonly estimatedEnd: number;
}

/** Checks several IMEIs at once: how far it is while it goes on, then one line for each. */
export async function* checkMany(use: ImeiUse, findings: Findings): AsyncGenerator<Reply> {
  const { needs, invocation } = use;
  const { batchMs, singleMs } = needs.checker.estimate(findings.found.length);
  const progress: Progress = {
    outcomes: new Map(),
    startsAt: new Map(),
    estimatedEnd: needs.clock.now() + (priorityOf(findings) === 'single' ? singleMs : batchMs),
  };
  yield* statesOf((push, signal) => checkAll(use, findings, progress, { push, signal }), invocation.signal);
  const list = listOf(use, findings, progress);
  const view = viewOf(needs, invocation);
  yield {
    ...listReply(view, list, use.detail),
    actions: listActions(use, list),
    records: [
      ...list.checked.map((checked) => checkedRecord(view, checked)),
      ...list.problems.map((problem) => problemRecord(view, problem)),
    ],
  };
}

interface Channel {
  readonly push: Push<Reply>;
  readonly signal: AbortSignal;
}

async function checkAll(
  use: ImeiUse,
  { found, ...rest }: Findings,
  progress: Progress,
  { push, signal }: Channel,
): Promise<void> {
  // Every check of the list listens to this one signal; Node warns of a leak from the eleventh on.
  setMaxListeners(0, signal);
  const show = (): void => push(() => progressReply(use, { found, ...rest }, progress));
  show();
  const priority = priorityOf({ found });
  await Promise.all(
    found.map(async ({ imei }) => {
      const onWait = ({ startsInMs }: { readonly startsInMs: number }): void => {
        progress.startsAt.set(imei, use.needs.clock.now() + startsInMs);
        show();
      };
      progress.outcomes.set(imei, await survived(use, imei, { priority, signal, onWait }));
      progress.startsAt.delete(imei);
      show();
    }),
  );
}

function priorityOf({ found }: Pick<Findings, 'found'>): 'single' | 'batch' {
  return found.length <= MOST_SINGLE ? 'single' : 'batch';
}

/** One check of a list; what breaks in it is reported and told, and stops no other. */
async function survived(
  use: ImeiUse,
  imei: Imei,
  waiting: Parameters<typeof checkOutcome>[2],
): Promise<Outcome> {
  try {
    return await checkOutcome(use, imei, waiting);
  } catch (error) {
    use.needs.reportFault(error);
    return { kind: 'broke' };
  }
}

function progressReply(use: ImeiUse, findings: Findings, progress: Progress): Reply {
  const view = viewOf(use.needs, use.invocation);
  const leftMs = Math.max(0, endOf(progress) - view.now);
  return { ...listProgressReply(view, listOf(use, findings, progress), leftMs), actions: [stopAction(use)] };
}

/** When the last one will be sent: from their places in the line, or estimated while none has a place yet. */
function endOf({ startsAt, outcomes, estimatedEnd }: Progress): number {
  if (startsAt.size > 0) return Math.max(...startsAt.values());
  return outcomes.size > 0 ? 0 : estimatedEnd;
}

function listOf({ needs }: ImeiUse, findings: Findings, { outcomes }: Progress): ImeiList {
  const { found, problems, duplicates } = findings;
  const checked = found.map((one: FoundImei) => ({
    found: one,
    tableName: needs.tacName(tacOf(one.imei)),
    outcome: outcomes.get(one.imei),
  }));
  return { checked, problems, duplicates };
}
