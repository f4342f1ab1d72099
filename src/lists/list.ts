import type { Answer } from '../checks/contract.ts';
import type { DayAllowance } from '../checks/usage.ts';
import {
  byLine,
  type Finding,
  type InvalidNumber,
  type Repeat,
  type SureImei,
  type UnsureImei,
} from '../imei/findings.ts';
import type { Device } from '../provider/device.ts';
import type { TacEntry } from '../tac/table.ts';
import type { EntryOutcome } from './outcome.ts';

/** One IMEI of a message and how its check ended. */
export interface ListEntry {
  /** The IMEI as it was read from the message. */
  readonly number: SureImei;
  /** Its entry in the open TAC table; undefined if the table has none. */
  readonly tacEntry: TacEntry | undefined;
  /** Undefined until the check has ended, also before a person has accepted its cost. */
  readonly outcome: EntryOutcome | undefined;
  /** The saved answer to the only number of a fresh check, shown until there is a new one. */
  readonly savedAnswer?: Answer | undefined;
}

/** The numbers of one message, with the outcomes so far. */
export interface ImeiList {
  /** The sure IMEIs, each once, in the order of the message. */
  readonly entries: readonly ListEntry[];
  /** The numbers that are checked only once a person confirms them. */
  readonly unsure: readonly UnsureImei[];
  readonly invalid: readonly InvalidNumber[];
  /** The further places of IMEIs that the message repeats. */
  readonly repeats: readonly Repeat[];
  /** Whether the answer is a table with all numbers. Then the line of a number is its row there. */
  readonly isTable: boolean;
}

/** All numbers of a list, in the order of the message. */
export function inOrder({ entries, unsure, invalid }: ImeiList): readonly Finding[] {
  const numbers: readonly Finding[] = [
    ...entries.map(({ number }) => number),
    ...unsure,
    ...invalid,
  ];
  return numbers.toSorted(byLine);
}

/** Whether there is an answer: a phone, or “not found”. */
export function isAnswered({ outcome }: ListEntry): boolean {
  return outcome?.kind === 'answered';
}

/** The entry as a reply shows it: with the saved answer, if it has no new one. */
export function asShown(entry: ListEntry): ListEntry {
  const { savedAnswer } = entry;
  if (isAnswered(entry) || savedAnswer === undefined) return entry;
  return { ...entry, outcome: { kind: 'answered', answer: savedAnswer } };
}

/** The phone that was found; undefined for all other outcomes. */
export function deviceIn({ outcome }: ListEntry): Device | undefined {
  return outcome?.kind === 'answered' && outcome.answer.found ? outcome.answer.device : undefined;
}

/**
 * The entries that the reply shows as one phone: a single entry, or two of the same model, which
 * may be two phones. Undefined for a list.
 */
export function phoneOf(
  entries: readonly ListEntry[],
): readonly [ListEntry, ...ListEntry[]] | undefined {
  const [first, second, ...more] = entries;
  if (first === undefined || more.length > 0) return undefined;
  if (second === undefined) return [first];
  const device = deviceIn(first);
  const secondDevice = deviceIn(second);
  if (device === undefined || secondDevice === undefined) return undefined;
  const isOneModel = device.brand === secondDevice.brand && device.model === secondDevice.model;
  return isOneModel ? [first, second] : undefined;
}

/** Whether the text says that two numbers are those of the two slots of one phone. */
export function areSlots(first: ListEntry, second: ListEntry): boolean {
  const slots = [first.number.simSlot, second.number.simSlot];
  // Some phones call the first number just IMEI.
  const hasFirstSlot = slots.includes(1) || slots.includes(undefined);
  return hasFirstSlot && slots.includes(2);
}

/**
 * The entries that the next answer checks: those that are left for later, and those that were
 * stopped. Empty if none is left for later: a button then tries again what was stopped.
 */
export function nextOf(entries: readonly ListEntry[]): readonly ListEntry[] {
  if (!entries.some(({ outcome }) => outcome?.kind === 'later')) return [];
  return entries.filter(({ outcome }) => outcome?.kind === 'later' || outcome?.kind === 'stopped');
}

/** The person's allowance, if it is the reason why entries are left for later. */
export function shortAllowanceIn(entries: readonly ListEntry[]): DayAllowance | undefined {
  for (const { outcome } of entries) {
    if (outcome?.kind === 'later') return outcome.shortAllowance;
  }
  return undefined;
}
