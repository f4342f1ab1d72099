import type { DayAllowance } from '../../../src/checks/usage.ts';
import type { Findings, SureImei } from '../../../src/imei/findings.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { ImeiList, ListEntry } from '../../../src/lists/list.ts';
import { type CheckOutcome, isPaid, wasOnItsWay } from '../../../src/lists/outcome.ts';
import { StoreFailed } from '../../../src/store/errors.ts';
import { type ImeiQuery, payerOf } from '../query.ts';

/** Saved answers that are looked up in parallel. */
const PARALLEL = 20;

/** The numbers of a message and its files. */
export interface MessageNumbers {
  readonly findings: Findings;
  /** The answer is a table, whose rows are the lines of the numbers. */
  readonly isTable: boolean;
}

/** Which of the sure numbers one answer checks. */
export interface CheckPlan {
  /** All of them, and the others. */
  readonly numbers: MessageNumbers;
  /** Those that cost nothing, and as many others as may be checked at once. */
  readonly now: readonly SureImei[];
  /** The rest: each costs a check, and is left for a later request. */
  readonly later: readonly SureImei[];
  /** How many checks `now` costs at most. */
  readonly cost: number;
  /** The person's day, if what is left of it is not enough for all. */
  readonly shortDay?: DayAllowance | undefined;
  readonly saved: SavedNumbers;
}

/** What the checks of a list would end with for nothing. */
interface SavedNumbers {
  /** The IMEIs that cost nothing: their answers are saved, or this request has paid for them. */
  readonly imeis: ReadonlySet<Imei>;
  /** How many of them an earlier process has paid for, to answer this request. */
  readonly paidBefore: number;
}

const NOTHING_SAVED: SavedNumbers = { imeis: new Set(), paidBefore: 0 };

/** Chooses what is checked now. */
export async function planChecks(query: ImeiQuery, numbers: MessageNumbers): Promise<CheckPlan> {
  const { services, invocation, answers } = query;
  const { batchMax, batchConfirm } = services.settings;
  const { sure } = numbers.findings;
  const everything = { numbers, now: sure, later: [], cost: sure.length, saved: NOTHING_SAVED };
  const isStopped = invocation.isRepeat && invocation.signal.aborted;
  // What was paid before the stop is shown, and nothing else is paid.
  if (answers === 'saved' || isStopped) return { ...everything, cost: 0 };
  // A single number is checked or refused.
  if (sure.length <= 1) return everything;
  const allowance = await services.quota.allowance(invocation);
  const left = allowance?.left ?? Number.POSITIVE_INFINITY;
  // So few that it does not matter which of them have saved answers.
  if (sure.length <= Math.min(batchMax, left, batchConfirm)) return everything;
  return planWithin(query, numbers, allowance);
}

/** Chooses as many as one answer may have and the person's day allows. */
async function planWithin(
  query: ImeiQuery,
  numbers: MessageNumbers,
  allowance: DayAllowance | undefined,
): Promise<CheckPlan> {
  const { services, invocation, answers } = query;
  const { sure } = numbers.findings;
  // Fresh answers are wanted: only what was paid for this request before needs none.
  const isNothingSaved = answers === 'fresh' && !invocation.isRepeat;
  const saved = isNothingSaved ? NOTHING_SAVED : await savedOf(query, sure);
  const costly = sure.filter(({ imei }) => !saved.imeis.has(imei));
  const room = Math.max(0, services.settings.batchMax - saved.paidBefore);
  const left = allowance?.left ?? Number.POSITIVE_INFINITY;
  const later = costly.slice(Math.min(room, left));
  const isDayShort = later.length > 0 && left < room;
  const postponed = new Set(later);
  return {
    numbers,
    now: sure.filter((number) => !postponed.has(number)),
    later,
    cost: costly.length - later.length,
    shortDay: isDayShort ? allowance : undefined,
    saved,
  };
}

/** The numbers of a message as a list, with these checks. */
export function listOf(
  { findings, isTable }: MessageNumbers,
  entries: readonly ListEntry[],
): ImeiList {
  const { unsure, invalid, repeats } = findings;
  return { entries, unsure, invalid, repeats, isTable };
}

/**
 * How the IMEIs of {@link CheckPlan.later} end. What the others have used of the person's day is no
 * longer left, as far as that is known.
 */
export function postponedBy(
  { shortDay, saved }: CheckPlan,
  ended: ReadonlyMap<Imei, CheckOutcome>,
): CheckOutcome {
  const costly = [...ended].filter(([imei]) => !saved.imeis.has(imei));
  const used = costly.filter(([, outcome]) => isPaid(outcome) || wasOnItsWay(outcome)).length;
  const allowance = shortDay && { ...shortDay, left: Math.max(shortDay.left - used, 0) };
  return { kind: 'later', allowance };
}

/**
 * Looks up what needs no check. A failure that may have been paid for counts as saved, too: this
 * request does not pay for that IMEI again.
 * @throws the reason for which the request is stopped
 */
async function savedOf(query: ImeiQuery, numbers: readonly SureImei[]): Promise<SavedNumbers> {
  const { services, invocation } = query;
  const payer = payerOf(query);
  const imeis = new Set<Imei>();
  let paidBefore = 0;
  const look = async ({ imei }: SureImei): Promise<void> => {
    try {
      const outcome = await services.checker.savedFor(imei, payer);
      if (outcome.kind === 'unsaved') return;
      imeis.add(imei);
      if (isPaid(outcome)) paidBefore += 1;
    } catch (error) {
      if (error instanceof StoreFailed) throw error;
      // An internal error of one answer does not stop the others.
      services.reportBug(error);
    }
  };
  for (let from = 0; from < numbers.length; from += PARALLEL) {
    invocation.signal.throwIfAborted();
    await Promise.all(numbers.slice(from, from + PARALLEL).map(look));
  }
  return { imeis, paidBefore };
}
