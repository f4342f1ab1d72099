import { setMaxListeners } from 'node:events';
import type { Answer, Checker, CheckRequest, CheckWait } from '../../src/checks/contract.ts';
import { untilAborted } from '../../src/core/promises.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { Statement } from '../../src/core/statement.ts';
import { brandAndModel } from '../../src/format/imei/device.ts';
import { progressReply } from '../../src/format/imei/progress.ts';
import type { RecentCheck } from '../../src/history/history.ts';
import type { SureImei, UnsureImei } from '../../src/imei/findings.ts';
import { type Imei, tacOf } from '../../src/imei/imei.ts';
import type { Priority } from '../../src/limiter/queue.ts';
import type { ImeiList, ListEntry } from '../../src/lists/list.ts';
import { type CheckOutcome, isPaid } from '../../src/lists/outcome.ts';
import type { Waiting } from '../../src/lists/waiting.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { latestStates } from '../latest-states.ts';
import { stopAction } from './actions.ts';
import type { CheckPlan } from './plan.ts';
import { type ImeiQuery, MAX_SINGLE, payerOf } from './query.ts';
import type { RunningChecks } from './running-lists.ts';

/** A wait, and when the check will be sent (as `Clock.elapsed()`). */
type TimedWait = CheckWait & { readonly startsAt: number };

/** Checks the IMEIs of a plan: yields how far they are, and returns the outcome of each. */
export async function* checkAll(
  query: ImeiQuery,
  plan: CheckPlan,
): AsyncGenerator<Reply, ImeiList, void> {
  const { running, invocation } = query;
  const { findings } = plan;
  const checks = new ListCheck(query, plan);
  const { requestId, requester, visibility } = invocation;
  const progress = () => checks.progress();
  const isChecked = query.answers !== 'saved';
  const end = isChecked
    ? running.begin({ requestId, requester, visibility, checks, progress })
    : undefined;
  try {
    if (findings.sure.length > 0) {
      yield* latestStates((push) => checks.run(() => push(progress)));
    }
  } finally {
    end?.();
  }
  return withAsked(query, checks.result());
}

/** What nobody has confirmed is asked about again, unless a saved answer of it is shown. */
function withAsked({ asked }: ImeiQuery, list: ImeiList): ImeiList {
  const unsure = list.entries.flatMap(({ number, outcome }): readonly UnsureImei[] => {
    const why = outcome?.kind === 'unsaved' ? asked.get(number.imei) : undefined;
    return why === undefined ? [] : [{ ...number, kind: 'unsure', why }];
  });
  const moved = new Set<Imei>(unsure.map(({ imei }) => imei));
  const entries = list.entries.filter(({ number }) => !moved.has(number.imei));
  return { ...list, entries, unsure: [...list.unsure, ...unsure] };
}

/** The checks of one answer under way. */
class ListCheck implements RunningChecks {
  readonly outcomes = new Map<Imei, Promise<CheckOutcome>>();
  readonly #query: ImeiQuery;
  readonly #plan: CheckPlan;
  readonly #priority: Priority;
  /** The outcomes so far. */
  readonly #ended = new Map<Imei, CheckOutcome>();
  /** What was checked, in the order of the answers. */
  readonly #recent: RecentCheck[] = [];
  /** How many answers cost nothing. */
  #savedCount = 0;
  /** Where the checks that wait are in the queue. */
  readonly #waits = new Map<Imei, TimedWait>();

  constructor(query: ImeiQuery, plan: CheckPlan) {
    this.#query = query;
    this.#plan = plan;
    this.#priority = this.#sure.length <= MAX_SINGLE ? 'single' : 'batch';
  }

  /**
   * Resolves when each check has an outcome.
   * @param onProgress called when there is something new to show
   */
  async run(onProgress: () => void): Promise<void> {
    // Every check listens to this one signal; Node warns of a leak from the eleventh on.
    const { signal, alsoOnClose } = this.#query.invocation;
    setMaxListeners(0, signal);
    onProgress();
    for (const imei of this.#imeis) this.outcomes.set(imei, this.#check(imei, onProgress));
    await Promise.all(this.outcomes.values());
    alsoOnClose((t) => this.#writeNotes(t));
  }

  /** The reply while checks wait or run. */
  progress(): Reply {
    const waiting = this.waiting();
    const list = this.#listOf(this.#sure.map((number) => this.#entryOf(number)));
    const reply = progressReply(this.#query.view(), list, waiting);
    // A single check is over soon, unless the service or the store is away.
    const takesLong =
      list.entries.length > 1 || waiting.failure !== undefined || waiting.blockedBy !== undefined;
    return { ...reply, actions: takesLong ? [stopAction(this.#query, this.#sameLists())] : [] };
  }

  /** The person’s other requests that check the same numbers: to stop one means all. */
  #sameLists(): readonly string[] {
    const { running, invocation } = this.#query;
    const ids = running.same(invocation.requester, this.#imeis).map(({ requestId }) => requestId);
    return ids.filter((id) => id !== invocation.requestId);
  }

  /** The outcome of each check, and what a later answer checks. */
  result(): ImeiList {
    const { later, shortDay, saved } = this.#plan;
    const costly = [...this.#ended].filter(([imei]) => !saved.imeis.has(imei));
    const spent = costly.filter(([, outcome]) => isSpent(outcome)).length;
    const day = shortDay && { ...shortDay, left: Math.max(shortDay.left - spent, 0) };
    const postponed = { kind: 'later', allowance: day } as const;
    const ended = this.#sure.map((number) => this.#entryOf(number));
    return this.#listOf([...ended, ...later.map((number) => this.#entryOf(number, postponed))]);
  }

  get #sure(): readonly SureImei[] {
    return this.#plan.findings.sure;
  }

  get #imeis(): readonly Imei[] {
    return this.#sure.map(({ imei }) => imei);
  }

  async #check(imei: Imei, onProgress: () => void): Promise<CheckOutcome> {
    const outcome = await this.#outcomeOf(imei, onProgress);
    this.#ended.set(imei, outcome);
    if (outcome.kind === 'answered') this.#addToRecent(imei, outcome.answer);
    this.#waits.delete(imei);
    if (this.#ended.size < this.#sure.length) onProgress();
    return outcome;
  }

  async #outcomeOf(imei: Imei, onProgress: () => void): Promise<CheckOutcome> {
    const { clock, reportBug } = this.#query.services;
    const onWait = (wait: CheckWait): void => {
      const startsInMs = wait.kind === 'store' ? 0 : wait.startsInMs;
      this.#waits.set(imei, { ...wait, startsAt: clock.elapsed() + startsInMs });
      onProgress();
    };
    try {
      return await outcomeOf(this.#query, imei, {
        priority: this.#priority,
        onWait,
        onSaved: () => {
          this.#savedCount += 1;
        },
      });
    } catch (error) {
      // Saved answers cannot be read: the whole reply says so.
      if (this.#sure.length === 1 || error instanceof StoreFailed) throw error;
      // Any other internal error does not stop the other checks.
      reportBug(error);
      return { kind: 'broke' };
    }
  }

  /** Remembers what was checked; what was only looked up was checked before. */
  #addToRecent(imei: Imei, answer: Answer): void {
    const { services, answers } = this.#query;
    if (answers === 'saved') return;
    const name = answer.found ? brandAndModel(answer.device.brand, answer.device.model) : undefined;
    this.#recent.push({ imei, name, at: services.clock.now() });
  }

  async #writeNotes(t: Statement): Promise<void> {
    const { services, invocation } = this.#query;
    await services.checker.countSaved(t, this.#savedCount);
    await services.history.add(t, invocation.requester, this.#recent);
  }

  waiting(): Waiting {
    const { answers, running, invocation, services } = this.#query;
    const { clock, checker } = services;
    if (answers === 'saved') {
      const underWay = running.find(invocation, this.#imeis)?.checks;
      if (underWay !== undefined) return underWay.waiting();
    }
    const waits = [...this.#waits.values()];
    const unplaced = this.#sure.length - this.#ended.size - waits.length;
    return waitingOf(waits, clock.elapsed(), this.#estimateMs(checker, unplaced));
  }

  /** How long it takes to check this many IMEIs that have no position in the queue yet. */
  #estimateMs(checker: Checker, count: number): number {
    if (count <= 0) return 0;
    const { requester } = this.#query.invocation;
    const { singleMs, batchMs } = checker.estimate(count, requester);
    return this.#priority === 'single' ? singleMs : batchMs;
  }

  #entryOf(number: SureImei, outcome = this.#ended.get(number.imei)): ListEntry {
    const { tacName } = this.#query.services;
    return { number, tableName: tacName(tacOf(number.imei)), outcome };
  }

  #listOf(entries: readonly ListEntry[]): ImeiList {
    const { findings, isTable } = this.#plan;
    return { ...findings, entries, isTable };
  }
}

/** Whether a check counts for its person's day, as far as that is known. */
function isSpent(outcome: CheckOutcome): boolean {
  if (outcome.kind === 'stopped') return outcome.isSent;
  return isPaid(outcome);
}

/**
 * When the checks are sent: by their positions in the queue, or as estimated for those that have
 * none yet.
 */
function waitingOf(waits: readonly TimedWait[], now: number, unplacedMs: number): Waiting {
  const [first] = waits;
  if (first === undefined) return { nextMs: 0, remainingMs: unplacedMs };
  const starts = waits.map(({ startsAt }) => startsAt - now);
  return {
    nextMs: Math.max(0, Math.min(...starts)),
    remainingMs: Math.max(unplacedMs, ...starts),
    position: first.kind === 'queued' ? first.position : undefined,
    blockedBy: blockedBy(waits),
    failure: waits.find((wait) => wait.kind === 'paused')?.failure,
  };
}

function blockedBy(waits: readonly CheckWait[]): Waiting['blockedBy'] {
  if (waits.some(({ kind }) => kind === 'store')) return 'store';
  const isStarting = waits.some((wait) => wait.kind === 'queued' && wait.isStarting);
  return isStarting ? 'start' : undefined;
}

/** Checks one IMEI, or looks for its saved answer. Throws only internal errors. */
async function outcomeOf(
  query: ImeiQuery,
  imei: Imei,
  about: Pick<CheckRequest, 'priority' | 'onWait' | 'onSaved'>,
): Promise<CheckOutcome> {
  const { services, invocation, answers } = query;
  const { checker } = services;
  if (answers === 'saved') return outcomeForNothing(query, imei);
  if (invocation.signal.aborted) return outcomeOfStopped(query, imei);
  const { requester, isAdmin, signal } = invocation;
  let isSent = false;
  try {
    const request: CheckRequest = {
      ...payerOf(query),
      requester,
      isAdmin,
      signal,
      ...about,
      onStoppedOnItsWay: () => {
        isSent = true;
      },
    };
    return await checker.check(imei, request);
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', isSent };
    throw error;
  }
}

/** Its saved answer, or how its check ends that is under way for its person. */
async function outcomeForNothing(query: ImeiQuery, imei: Imei): Promise<CheckOutcome> {
  const { services, running, invocation } = query;
  const { requester, signal } = invocation;
  const underWay = running.outcomeOf(requester, imei);
  const saved = await services.checker.saved(imei);
  if (saved.kind !== 'unsaved' || underWay === undefined) return saved;
  try {
    return await untilAborted(underWay, signal);
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', isSent: false };
    throw error;
  }
}

/** It was stopped before it began. What it has paid in an earlier process is its answer. */
async function outcomeOfStopped(query: ImeiQuery, imei: Imei): Promise<CheckOutcome> {
  const { services, invocation } = query;
  const saved = invocation.isRepeat
    ? await services.checker.savedFor(imei, payerOf(query))
    : undefined;
  return saved === undefined || saved.kind === 'unsaved'
    ? { kind: 'stopped', isSent: false }
    : saved;
}
