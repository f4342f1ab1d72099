import { areOfOtherMakers, isOtherPhone } from '../../claims/compare.ts';
import type { Section } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/findings.ts';
import { areSlots, deviceIn, type ImeiList, type ListEntry } from '../../lists/list.ts';
import type { Device } from '../../provider/device.ts';
import { oneLine } from '../reply/one-line.ts';
import type { View } from '../reply/view.ts';
import { deviceName } from './device.ts';
import { numberedLine, type Ordinals } from './ordinals.ts';

/** Whether an answer clearly is another phone than the text says: see `isOtherPhone`. */
export function isClash(entry: ListEntry): boolean {
  return clashOf(entry) !== undefined;
}

/** Says that the answer clearly is another phone than the text says; undefined if it is not. */
export function clashText({ say }: View, entry: ListEntry): string | undefined {
  const clash = clashOf(entry);
  return clash && say('clash.phone', { claim: oneLine(clash.claim) });
}

/**
 * Says that two numbers, called those of one phone, clearly are of two; undefined if they are not.
 */
export function pairClashText({ say }: View, { entries }: ImeiList): string | undefined {
  const [first, second, ...more] = entries;
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const device = deviceIn(first);
  const other = deviceIn(second);
  if (!areSlots(first, second) || device === undefined || other === undefined) return undefined;
  return areOfOtherMakers(device, other) ? say('pair.twoPhones') : undefined;
}

/**
 * The phones of a list that are not what the text says.
 * @param limit how many are shown; by default all
 */
export function clashSections(
  view: View,
  list: ImeiList,
  ordinals: Ordinals,
  limit?: number,
): readonly Section[] {
  const { say } = view;
  const clashes = list.entries.map(clashOf).filter((clash) => clash !== undefined);
  if (clashes.length === 0) return [];
  const lines = clashes.slice(0, limit).map(({ number, claim, device }) => {
    const name = deviceName(view, number.imei, device);
    return numberedLine(ordinals, number, say('clash.line', { claim: oneLine(claim), name }));
  });
  const heading = say('list.heading', { heading: say('clash.heading'), count: clashes.length });
  return [{ heading, fields: [], lines }];
}

/** A phone that clearly is not what the text says, with both. */
interface Clash {
  readonly number: FoundImei;
  readonly claim: string;
  readonly device: Device;
}

function clashOf(entry: ListEntry): Clash | undefined {
  const { number } = entry;
  const { claim } = number;
  const device = deviceIn(entry);
  if (claim === undefined || device === undefined) return undefined;
  return isOtherPhone(claim, device) ? { number, claim, device } : undefined;
}
