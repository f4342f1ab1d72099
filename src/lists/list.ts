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
import type { CheckOutcome } from './outcome.ts';

/** One IMEI of a message and how its check ended. */
export interface ListEntry {
  /** The IMEI as it was read from the message. */
  readonly number: SureImei;
  /** The open TAC table's name; undefined if it has none. */
  readonly tableName: TacEntry | undefined;
  /** undefined while the check is waiting or running. */
  readonly outcome: CheckOutcome | undefined;
}

/** The numbers of one message, with the outcomes so far. */
export interface ImeiList {
  /** Every IMEI once, in the order of the message. */
  readonly entries: readonly ListEntry[];
  /** Checked only on demand. */
  readonly unsure: readonly UnsureImei[];
  /** The numbers that are not valid IMEIs. */
  readonly invalid: readonly InvalidNumber[];
  /** Where IMEIs were repeated: these are left out. */
  readonly repeats: readonly Repeat[];
  /** Each line is a row of a table, which has all of the numbers. */
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

/** Whether there is an answer: the phone, or that it was not found. */
export function isAnswered({ outcome }: ListEntry): boolean {
  return outcome?.kind === 'answered';
}

/** The device that was found; undefined for all other outcomes. */
export function deviceIn({ outcome }: ListEntry): Device | undefined {
  return outcome?.kind === 'answered' && outcome.answer.found ? outcome.answer.device : undefined;
}

/**
 * The IMEIs that are answered as one phone: a single one, or two of one model, which may be two
 * phones; undefined for a list.
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

/** Whether two numbers are called those of the two slots of one phone. */
export function areSlots(first: ListEntry, second: ListEntry): boolean {
  const slots = [first.number.simSlot, second.number.simSlot];
  // Some phones call the first one IMEI only.
  return slots.includes(2) && (slots.includes(1) || slots.includes(undefined));
}

/** Whether any failed check of the list may have been paid for. */
export function mayBePaid(entries: readonly ListEntry[]): boolean {
  return entries.some(({ outcome }) => outcome?.kind === 'failed' && outcome.failure.mayBePaid);
}

/**
 * What a later answer checks: what this one postpones, and what was stopped in it. Empty if it
 * postpones nothing: what was stopped is then tried again.
 */
export function laterOf(entries: readonly ListEntry[]): readonly ListEntry[] {
  const postponesSome = entries.some(({ outcome }) => outcome?.kind === 'later');
  if (!postponesSome) return [];
  return entries.filter(({ outcome }) => outcome?.kind === 'later' || outcome?.kind === 'stopped');
}

/** The person's day, if it is not enough for what a later answer checks. */
export function dayLeftIn(entries: readonly ListEntry[]): DayAllowance | undefined {
  for (const { outcome } of entries) {
    if (outcome?.kind === 'later') return outcome.allowance;
  }
  return undefined;
}
