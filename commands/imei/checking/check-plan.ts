import type { DayAllowance } from '../../../src/checks/usage.ts';
import type { Findings, SureImei } from '../../../src/imei/findings.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { ImeiList, ListEntry } from '../../../src/lists/list.ts';
import { type EntryOutcome, isOnItsWay, isPaid } from '../../../src/lists/outcome.ts';
import { StoreFailed } from '../../../src/store/store-errors.ts';
import { type ImeiQuery, lookupTermsOf } from '../imei-query.ts';

/** Saved answers that are looked up before the next look at whether the request is stopped. */
const PARALLEL = 20;

/** The numbers of a message and its files. */
export interface MessageNumbers {
  readonly findings: Findings;
  /** Whether the reply is a table, whose rows are the lines of the numbers. */
  readonly isTable: boolean;
}

/**
 * The sure numbers that one reply checks. Of 60 numbers, 10 have saved answers. A reply may pay
 * for 50 checks (`batchMax`), and the person has 25 left today:
 *
 *     free             10   need no check
 *     costly           50   need a check; min(50, 25) of them fit into this reply
 *     now              35   the free ones, and 25 costly ones
 *     later            25   the other costly ones
 *     cost             25
 *     shortAllowance   the allowance of the day, since it allows fewer checks than `batchMax`
 */
export interface CheckPlan {
  readonly numbers: MessageNumbers;
  /** The sure numbers that this reply checks. */
  readonly now: readonly SureImei[];
  /** The sure numbers that are left for a later reply: each costs a check. */
  readonly later: readonly SureImei[];
  /** The most checks that `now` costs. */
  readonly cost: number;
  /** The person's allowance, if it leaves numbers for later that `batchMax` alone would not. */
  readonly shortAllowance?: DayAllowance | undefined;
  readonly free: FreeNumbers;
}

/** The numbers whose outcome is known without another payment. */
interface FreeNumbers {
  /** Their answers are saved, or this request has paid for them, maybe without an answer. */
  readonly imeis: ReadonlySet<Imei>;
  /** The number of answers that an earlier attempt of this request has paid for. */
  readonly paidBefore: number;
}

const NOTHING_FREE: FreeNumbers = { imeis: new Set(), paidBefore: 0 };

/**
 * Chooses which numbers are checked now. The first line that is true decides:
 *
 *     only saved answers are shown, or the request is stopped   all of them, at no cost
 *     it is a single number                                     that one: it is checked or refused
 *     the allowance cannot be read                              all of them, if all are free
 *     they are too few for a limit or a question                all of them
 *     otherwise                                                 those that the limits allow
 *
 * @throws StoreFailed, or the reason for which the request is stopped
 */
export async function planChecks(query: ImeiQuery, numbers: MessageNumbers): Promise<CheckPlan> {
  const { services, invocation, answers } = query;
  const { batchMax, batchConfirm } = services.settings;
  const { sure } = numbers.findings;
  const free = NOTHING_FREE;
  const everything = { numbers, now: sure, later: [], cost: sure.length, free };
  const isStopped = invocation.isRepeat && invocation.signal.aborted;
  // A stopped request shows the answers that it paid for before, and pays for nothing else.
  if (answers === 'saved' || isStopped) return { ...everything, cost: 0 };
  if (sure.length <= 1) return everything;
  let allowance: DayAllowance | undefined;
  try {
    allowance = await services.supply.allowance(invocation);
  } catch (error) {
    return planWithoutAllowance(query, numbers, error);
  }
  const left = allowance?.left ?? Number.POSITIVE_INFINITY;
  // These are so few that it does not matter which of them are free.
  if (sure.length <= Math.min(batchMax, left, batchConfirm)) return everything;
  return planWithin(query, numbers, allowance);
}

/**
 * The plan of numbers that cost nothing: while the store fails, their answers may be in memory.
 * @param unreadable why the allowance is not known
 * @throws that error, if a number costs a check
 */
async function planWithoutAllowance(
  query: ImeiQuery,
  numbers: MessageNumbers,
  unreadable: unknown,
): Promise<CheckPlan> {
  if (!(unreadable instanceof StoreFailed)) throw unreadable;
  const plan = await planWithin(query, numbers, undefined);
  if (plan.cost + plan.later.length > 0) throw unreadable;
  return plan;
}

/** Chooses as many numbers as one reply may have and the person's allowance covers. */
async function planWithin(
  query: ImeiQuery,
  numbers: MessageNumbers,
  allowance: DayAllowance | undefined,
): Promise<CheckPlan> {
  const { services, invocation, answers } = query;
  const { sure } = numbers.findings;
  // For fresh answers, only the numbers that this request has paid for before are free.
  const isNothingFree = answers === 'fresh' && !invocation.isRepeat;
  const free = isNothingFree ? NOTHING_FREE : await findFree(query, sure);
  const costly = sure.filter(({ imei }) => !free.imeis.has(imei));
  const room = Math.max(0, services.settings.batchMax - free.paidBefore);
  const left = allowance?.left ?? Number.POSITIVE_INFINITY;
  const later = costly.slice(Math.min(room, left));
  const isAllowanceShort = later.length > 0 && left < room;
  const areLater = new Set(later);
  return {
    numbers,
    now: sure.filter((number) => !areLater.has(number)),
    later,
    cost: costly.length - later.length,
    shortAllowance: isAllowanceShort ? allowance : undefined,
    free,
  };
}

/** The list of a message: its numbers, with these entries for the sure ones. */
export function listOf(
  { findings, isTable }: MessageNumbers,
  entries: readonly ListEntry[],
): ImeiList {
  const { unsure, invalid, repeats } = findings;
  return { entries, unsure, invalid, repeats, isTable };
}

/**
 * The outcome of the numbers in {@link CheckPlan.later}. Takes from the allowance the checks that
 * this reply has used, as far as that is known.
 * @param ended the outcomes of the numbers in {@link CheckPlan.now}
 */
export function laterOutcome(
  { shortAllowance, free }: CheckPlan,
  ended: ReadonlyMap<Imei, EntryOutcome>,
): EntryOutcome {
  if (shortAllowance === undefined) return { kind: 'later' };
  const costly = [...ended].filter(([imei]) => !free.imeis.has(imei));
  const used = costly.filter(([, outcome]) => isPaid(outcome) || isOnItsWay(outcome)).length;
  const left = Math.max(shortAllowance.left - used, 0);
  return { kind: 'later', shortAllowance: { ...shortAllowance, left } };
}

/**
 * Looks up which numbers are free. A number whose check may have been paid for is free, too:
 * this request does not pay for that IMEI again.
 * @throws the reason for which the request is stopped
 */
async function findFree(query: ImeiQuery, numbers: readonly SureImei[]): Promise<FreeNumbers> {
  const { services, invocation } = query;
  const terms = lookupTermsOf(query);
  const imeis = new Set<Imei>();
  let paidBefore = 0;
  const look = async ({ imei }: SureImei): Promise<void> => {
    try {
      const outcome = await services.checker.freeOutcome(imei, terms);
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
