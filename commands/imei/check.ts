import { setMaxListeners } from 'node:events';
import { CheckRefused, type CheckWait } from '../../src/checks/contract.ts';
import type { Reply } from '../../src/core/reply.ts';
import { nameOf } from '../../src/format/imei/device.ts';
import type { CheckOutcome, ImeiList } from '../../src/format/imei/outcome.ts';
import { progressReply, type Waiting } from '../../src/format/imei/progress.ts';
import type { FoundImei } from '../../src/imei/findings.ts';
import { type Imei, tacOf } from '../../src/imei/imei.ts';
import type { Priority } from '../../src/limiter/queue.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { latestStates } from '../latest-states.ts';
import { viewOf } from '../services.ts';
import { stopAction } from './actions.ts';
import type { ImeiUse } from './numbers.ts';
import type { Chosen } from './plan.ts';

/**
 * Most IMEIs of a message that are checked with the priority of a waiting person; more count as a
 * batch.
 */
const MAX_SINGLE = 4;

/** A wait, and when the check will be sent (as `Clock.elapsed()`). */
type Placed = CheckWait & { readonly startsAt: number };
type Outcomes = ReadonlyMap<Imei, CheckOutcome>;

/** Checks the chosen IMEIs: yields how far they are, and returns the outcome of each. */
export async function* checkAll(
  use: ImeiUse,
  { findings, later }: Chosen,
): AsyncGenerator<Reply, ImeiList, void> {
  const { services, invocation } = use;
  const { clock, checker, reportFault, tacName } = services;
  const { found } = findings;
  const priority = found.length <= MAX_SINGLE ? 'single' : 'batch';
  const outcomes = new Map<Imei, CheckOutcome>();
  const waits = new Map<Imei, Placed>();
  let endsAt: number | undefined;
  const listOf = (numbers: readonly FoundImei[], of: Outcomes): ImeiList => ({
    ...findings,
    checked: numbers.map((one) => ({
      found: one,
      tableName: tacName(tacOf(one.imei)),
      outcome: of.get(one.imei),
    })),
  });
  const shown = (): Reply => {
    // Only now: most answers are in memory, and then no earlier state is shown.
    endsAt ??=
      clock.elapsed() + checker.estimate(found.length, invocation.requester)[`${priority}Ms`];
    const waiting = waitingOf([...waits.values()], clock.elapsed(), outcomes.size > 0 ? 0 : endsAt);
    const progress = progressReply(viewOf(services, invocation), listOf(found, outcomes), waiting);
    // A single check is over soon, unless the service or the store is away.
    const takesLong =
      found.length > 1 || waiting.failure !== undefined || waiting.blockedBy !== undefined;
    return { ...progress, actions: takesLong ? [stopAction(use)] : [] };
  };
  const check = async (imei: Imei, push: () => void): Promise<void> => {
    const onWait = (wait: CheckWait): void => {
      waits.set(imei, { ...wait, startsAt: clock.elapsed() + wait.startsInMs });
      push();
    };
    try {
      outcomes.set(imei, await outcomeOf(use, imei, priority, onWait));
    } catch (error) {
      // An internal error does not stop the other checks.
      if (found.length === 1) throw error;
      reportFault(error);
      outcomes.set(imei, { kind: 'broke' });
    }
    waits.delete(imei);
    if (outcomes.size < found.length) push();
  };
  if (found.length > 0)
    yield* latestStates(async (push) => {
      // Every check of the list listens to this one signal; Node warns of a leak from the eleventh
      // on.
      setMaxListeners(0, invocation.signal);
      push(shown);
      await Promise.all(found.map(({ imei }) => check(imei, () => push(shown))));
    });
  for (const { imei } of later) outcomes.set(imei, { kind: 'later' });
  return listOf([...found, ...later], outcomes);
}

/**
 * When the checks are sent: by their positions in the queue, or as estimated while none is queued
 * yet.
 */
function waitingOf(waits: readonly Placed[], now: number, endsAt: number): Waiting {
  const [first] = waits;
  if (first === undefined) return { nextMs: 0, leftMs: Math.max(0, endsAt - now) };
  const starts = waits.map(({ startsAt }) => startsAt - now);
  const blocked =
    waits.find((wait) => wait.blockedBy === 'store') ?? waits.find((wait) => wait.blockedBy);
  const failure = waits.find((wait) => wait.failure)?.failure;
  return {
    nextMs: Math.max(0, Math.min(...starts)),
    leftMs: Math.max(0, ...starts),
    position: first.position,
    blockedBy: blocked?.blockedBy,
    failure,
  };
}

/** Checks one IMEI, or looks for its saved answer. Throws only internal errors. */
async function outcomeOf(
  { services, invocation, fresh, saved }: ImeiUse,
  imei: Imei,
  priority: Priority,
  onWait: (wait: CheckWait) => void,
): Promise<CheckOutcome> {
  const { checker, history, clock } = services;
  if (saved !== undefined) {
    const answer = await checker.peek(imei);
    if (answer instanceof ServiceFailure) return { kind: 'failed', failure: answer };
    return answer === undefined ? { kind: 'unsaved' } : { kind: 'answered', answer };
  }
  const { requestId, acceptedAt, isRepeat, requester, admin, signal } = invocation;
  try {
    const request = {
      requestId,
      acceptedAt,
      isRepeat,
      requester,
      admin,
      fresh,
      priority,
      signal,
      onWait,
    };
    const answer = await checker.check(imei, request);
    const name = answer.found ? nameOf(answer.device.brand, answer.device.model) : undefined;
    // Not awaited: a slow write must not delay the answer.
    void history.add(requester, { imei, name, at: clock.now() });
    return { kind: 'answered', answer };
  } catch (error) {
    if (error instanceof ServiceFailure) return { kind: 'failed', failure: error };
    if (error instanceof CheckRefused)
      return { kind: 'refused', why: error.why, limit: error.limit };
    if (signal.aborted) return { kind: 'stopped' };
    throw error;
  }
}
