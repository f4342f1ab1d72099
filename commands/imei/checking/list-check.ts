import { setMaxListeners } from 'node:events';
import type { Answer } from '../../../src/checks/contract.ts';
import { untilAborted } from '../../../src/core/promises.ts';
import type { Reply } from '../../../src/core/reply/reply.ts';
import type { SureImei, UnsureImei } from '../../../src/imei/findings.ts';
import { type Imei, tacOf } from '../../../src/imei/imei.ts';
import type { ImeiList, ListEntry } from '../../../src/lists/list.ts';
import type { ListWait } from '../../../src/lists/list-wait.ts';
import type { EntryOutcome } from '../../../src/lists/outcome.ts';
import { StoreFailed } from '../../../src/store/store-errors.ts';
import { latestStates } from '../../latest-states.ts';
import { readOr } from '../../services.ts';
import { type ImeiQuery, MAX_SINGLE } from '../imei-query.ts';
import { CheckNotes } from './check-notes.ts';
import { type CheckPlan, laterOutcome, listOf } from './check-plan.ts';
import { CheckWaits } from './check-waits.ts';
import { type CheckInList, outcomeOf } from './imei-outcome.ts';
import { progressOf } from './list-progress.ts';
import type { RunningChecks } from './tasks-under-way.ts';

/** Checks the IMEIs of a plan. Yields the progress, and returns the list with all outcomes. */
export async function* checkAll(
  query: ImeiQuery,
  plan: CheckPlan,
): AsyncGenerator<Reply, ImeiList, void> {
  const { services, tasksUnderWay, invocation, answers } = query;
  const checks = new ListCheck(query, plan);
  const progress = () => progressOf(query, checks.listSoFar(), checks.listWait());
  const end =
    answers === 'saved' ? undefined : tasksUnderWay.begin({ invocation, checks, progress });
  try {
    yield* latestStates(services.clock, (push) => checks.run(() => push(progress)));
  } finally {
    end?.();
  }
  return withUnconfirmed(query, checks.result());
}

/** Moves unconfirmed numbers without a saved answer to those that the reply asks about. */
function withUnconfirmed({ unconfirmed }: ImeiQuery, list: ImeiList): ImeiList {
  const unsure = list.entries.flatMap(({ number, outcome }): readonly UnsureImei[] => {
    const why = outcome?.kind === 'unsaved' ? unconfirmed.get(number.imei) : undefined;
    return why === undefined ? [] : [{ ...number, kind: 'unsure', why }];
  });
  const moved = new Set<Imei>(unsure.map(({ imei }) => imei));
  const entries = list.entries.filter(({ number }) => !moved.has(number.imei));
  return { ...list, entries, unsure: [...list.unsure, ...unsure] };
}

/** The checks of one list: starts them all, and knows how each has ended. */
class ListCheck implements RunningChecks {
  readonly outcomes = new Map<Imei, Promise<EntryOutcome>>();
  readonly #query: ImeiQuery;
  readonly #plan: CheckPlan;
  readonly #notes: CheckNotes;
  readonly #waits: CheckWaits;
  /** The outcomes so far: fewer than `outcomes`, which also has the checks that still run. */
  readonly #ended = new Map<Imei, EntryOutcome>();
  #savedAnswer: Answer | undefined;

  constructor(query: ImeiQuery, plan: CheckPlan) {
    this.#query = query;
    this.#plan = plan;
    this.#notes = new CheckNotes(query);
    this.#waits = new CheckWaits(query, this.#priority);
  }

  /**
   * Runs all checks. Resolves when each has an outcome.
   * @param onProgress called when there is something new to show
   */
  async run(onProgress: () => void): Promise<void> {
    const { repeatedRequests, invocation, answers } = this.#query;
    const { signal, alsoOnClose } = invocation;
    // Every check listens to this signal, and Node warns of a leak from the eleventh listener on.
    setMaxListeners(0, signal);
    onProgress();
    if (answers === 'saved') {
      await untilAborted(repeatedRequests.untilOthersAreKnown(invocation), signal);
    }
    for (const { imei } of this.#plan.now) this.outcomes.set(imei, this.#check(imei, onProgress));
    repeatedRequests.markKnown(invocation.requestId);
    await Promise.all([...this.outcomes.values(), this.#readSavedAnswer(onProgress)]);
    alsoOnClose((query) => this.#notes.write(query));
  }

  /** The numbers that are checked now, with the outcomes so far. */
  listSoFar(): ImeiList {
    return listOf(this.#plan.numbers, this.#entriesNow());
  }

  /** All numbers, also those that a later reply checks. Call it once each check has an outcome. */
  result(): ImeiList {
    const { numbers, later } = this.#plan;
    const outcome = laterOutcome(this.#plan, this.#ended);
    const laterEntries = later.map((number) => this.#entryOf(number, outcome));
    return listOf(numbers, [...this.#entriesNow(), ...laterEntries]);
  }

  listWait(): ListWait {
    const { answers, tasksUnderWay, invocation } = this.#query;
    const imeis = this.#plan.now.map(({ imei }) => imei);
    const open = imeis.filter((imei) => !this.#ended.has(imei));
    if (answers !== 'saved') return this.#waits.summary(open.length);
    // A lookup sends nothing: it waits only for checks that are under way.
    const list = tasksUnderWay.listWith(invocation, imeis);
    if (list?.checks !== undefined) return list.checks.listWait();
    const followed = open.filter((imei) => tasksUnderWay.checkOf(invocation.requester, imei));
    return this.#waits.summary(followed.length);
  }

  /** Reads the saved answer that a fresh check of a single number may replace. */
  async #readSavedAnswer(onProgress: () => void): Promise<void> {
    const { services, answers } = this.#query;
    const { findings, isTable } = this.#plan.numbers;
    const [first, ...more] = findings.sure;
    if (answers !== 'fresh' || isTable || first === undefined || more.length > 0) return;
    const stored = await readOr(services, undefined, () => services.checker.lookUp(first.imei));
    if (stored?.kind !== 'answered') return;
    this.#savedAnswer = stored.answer;
    if (this.#ended.size === 0) onProgress();
  }

  get #priority(): CheckInList['priority'] {
    return this.#plan.now.length <= MAX_SINGLE ? 'single' : 'batch';
  }

  async #check(imei: Imei, onProgress: () => void): Promise<EntryOutcome> {
    const outcome = await this.#outcomeOrBroken(imei, {
      priority: this.#priority,
      onWait: (wait) => {
        this.#waits.set(imei, wait);
        onProgress();
      },
    });
    this.#ended.set(imei, outcome);
    this.#waits.delete(imei);
    this.#notes.addOutcome(imei, outcome);
    if (this.#ended.size < this.#plan.now.length) onProgress();
    return outcome;
  }

  async #outcomeOrBroken(imei: Imei, inList: CheckInList): Promise<EntryOutcome> {
    try {
      return await outcomeOf(this.#query, imei, inList);
    } catch (error) {
      // The whole reply is about it if there is no other number, or if the store cannot be read.
      if (this.#plan.now.length === 1 || error instanceof StoreFailed) throw error;
      // Any other internal error does not stop the other checks.
      this.#query.services.reportBug(error);
      return { kind: 'broke', mayBeSent: this.#query.answers !== 'saved' };
    }
  }

  #entriesNow(): readonly ListEntry[] {
    return this.#plan.now.map((number) => this.#entryOf(number));
  }

  #entryOf(number: SureImei, outcome = this.#ended.get(number.imei)): ListEntry {
    const { tacEntryOf } = this.#query.services;
    return {
      number,
      tacEntry: tacEntryOf(tacOf(number.imei)),
      outcome,
      savedAnswer: this.#savedAnswer,
    };
  }
}
