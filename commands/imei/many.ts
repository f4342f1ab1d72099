import { setMaxListeners } from 'node:events';
import type { Reply } from '../../src/core/reply.ts';
import { type ImeiList, listProgressReply, listReply } from '../../src/format/imei/list.ts';
import type { CheckOutcome } from '../../src/format/imei/outcome.ts';
import { pairKind, pairReply, withPairText } from '../../src/format/imei/pair.ts';
import { listRecords } from '../../src/format/imei/records.ts';
import type { View } from '../../src/format/reply/view.ts';
import { inAbout } from '../../src/format/times.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { type Imei, tacOf } from '../../src/imei/imei.ts';
import type { Wait } from '../../src/limiter/announcer.ts';
import { viewOf } from '../define.ts';
import { latestStates } from '../latest-states.ts';
import { listActions, otherActions, stopAction } from './actions.ts';
import { checkOutcome } from './check.ts';
import type { Chosen } from './plan.ts';
import type { ImeiUse } from './use.ts';

/** Most IMEIs of a message that are checked with the priority of a waiting person; more count as a batch. */
const MOST_SINGLE = 4;

/** Formats a running list: the outcomes so far, and the estimated time left in milliseconds. */
type ShowProgress = (list: ImeiList, leftMs: number) => Reply;

/** When a check will be sent (as `Clock.elapsed()`), and why the bot itself holds it back. */
interface Waiting {
  readonly startsAt: number;
  readonly held: Wait['held'];
}

/** A running list: the outcomes so far, and the checks that wait. */
interface Progress {
  readonly outcomes: Map<Imei, CheckOutcome>;
  readonly waiting: Map<Imei, Waiting>;
  /** When all will be sent, as estimated before the first was queued (as `Clock.elapsed()`). */
  readonly estimatedEnd: number;
}

/** Checks several IMEIs at once: how far it is while it goes on, then one line for each. */
export async function* checkMany(use: ImeiUse, chosen: Chosen): AsyncGenerator<Reply> {
  const { needs, invocation } = use;
  const list = yield* checkAll(use, chosen, (soFar, leftMs) => ({
    ...listProgressReply(viewOf(needs, invocation), soFar, leftMs),
    actions: [stopAction(use)],
  }));
  const view = viewOf(needs, invocation);
  yield {
    ...resultReply(view, use, list),
    actions: [...listActions(use, list), ...otherActions(use, list, 'new')],
    records: () => listRecords(view, list),
  };
}

/** Two IMEIs of one phone are answered as one phone, all others as a list. */
function resultReply(view: View, { detail }: ImeiUse, list: ImeiList): Reply {
  const kind = pairKind(list.checked.map(({ found }) => found));
  const pair = kind === undefined ? undefined : pairReply(view, list, { kind, detail });
  if (pair !== undefined) return pair;
  const reply = {
    ...listReply(view, list, detail),
    // Whoever presses is told; what others read stays as it is.
    private: view.visibility === 'shared' && list.checked.every(({ outcome }) => outcome?.kind === 'unsaved'),
  };
  return kind === 'sure' ? withPairText(view, reply, kind) : reply;
}

/** Checks the chosen IMEIs: yields progress and returns the outcome of each check. */
export async function* checkAll(
  use: ImeiUse,
  { findings, later }: Chosen,
  show: ShowProgress,
): AsyncGenerator<Reply, ImeiList, void> {
  const { needs, invocation } = use;
  const priority = findings.found.length <= MOST_SINGLE ? 'single' : 'batch';
  const { batchMs, singleMs } = needs.checker.estimate(findings.found.length, invocation.requester);
  const progress: Progress = {
    outcomes: new Map(),
    waiting: new Map(),
    estimatedEnd: needs.clock.elapsed() + (priority === 'single' ? singleMs : batchMs),
  };
  const shown = (): Reply => {
    const elapsedMs = needs.clock.elapsed();
    const reply = show(listOf(use, findings, progress.outcomes), Math.max(0, endOf(progress) - elapsedMs));
    const summary = heldText(viewOf(needs, invocation), progress, elapsedMs);
    return summary === undefined ? reply : { ...reply, summary, placeholder: false };
  };
  if (findings.found.length > 0)
    yield* latestStates(async (push, signal) => {
      // Every check of the list listens to this one signal; Node warns of a leak from the eleventh on.
      setMaxListeners(0, signal);
      push(shown);
      await Promise.all(
        findings.found.map(async ({ imei }) => {
          const onWait = ({ startsInMs, held }: Wait): void => {
            progress.waiting.set(imei, { startsAt: needs.clock.elapsed() + startsInMs, held });
            push(shown);
          };
          progress.outcomes.set(imei, await survived(use, imei, { priority, signal, onWait }));
          progress.waiting.delete(imei);
          push(shown);
        }),
      );
    }, invocation.signal);
  for (const { imei } of later) progress.outcomes.set(imei, { kind: 'later' });
  return listOf(use, { ...findings, found: [...findings.found, ...later] }, progress.outcomes);
}

/** Why no check is sent, if the bot itself holds them back; undefined otherwise. */
function heldText({ say }: View, { waiting }: Progress, elapsedMs: number): string | undefined {
  const held = [...waiting.values()].filter((one) => one.held !== undefined);
  if (held.length === 0) return undefined;
  if (held.some((one) => one.held === 'store')) return say('waiting.held');
  const first = Math.min(...held.map(({ startsAt }) => startsAt));
  return say('waiting.starting', { when: inAbout(say, first - elapsedMs) });
}

/** One check of a list; an internal error is reported and becomes its outcome, and does not stop the others. */
async function survived(
  use: ImeiUse,
  imei: Imei,
  waiting: Parameters<typeof checkOutcome>[2],
): Promise<CheckOutcome> {
  try {
    return await checkOutcome(use, imei, waiting);
  } catch (error) {
    use.needs.reportFault(error);
    return { kind: 'broke' };
  }
}

/** When the last check will be sent: by the positions in the queue, or estimated while none is queued yet. */
function endOf({ waiting, outcomes, estimatedEnd }: Progress): number {
  if (waiting.size > 0) return Math.max(...[...waiting.values()].map(({ startsAt }) => startsAt));
  return outcomes.size > 0 ? 0 : estimatedEnd;
}

/** The list with what is known of its checks. */
export function listOf(
  { needs }: ImeiUse,
  { found, ...others }: Findings,
  outcomes: ReadonlyMap<Imei, CheckOutcome>,
): ImeiList {
  const checked = found.map((one) => ({
    found: one,
    tableName: needs.tacName(tacOf(one.imei)),
    outcome: outcomes.get(one.imei),
  }));
  return { checked, ...others };
}
