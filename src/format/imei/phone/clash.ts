import { areOfOtherMakers, isOtherPhone } from '../../../claims/compare.ts';
import type { Section } from '../../../core/reply/reply.ts';
import type { FoundImei } from '../../../imei/findings.ts';
import { areSlots, deviceIn, type ImeiList, type ListEntry } from '../../../lists/list.ts';
import type { Device } from '../../../provider/device.ts';
import type { ReplyContext } from '../../format.ts';
import { joinByDots } from '../../reply/compose.ts';
import { shownImei } from '../../reply/masked.ts';
import { oneLine } from '../../reply/one-line.ts';
import { numberedLine, type Ordinals } from '../list/ordinals.ts';
import { deviceName } from './phone-name.ts';

/** Whether the phone of an answer clearly is not the one of the text: see `isOtherPhone`. */
export function isClash(entry: ListEntry): boolean {
  return clashOf(entry) !== undefined;
}

/** Says that the phone clearly is not the one of the text; undefined if that is not clear. */
export function clashText({ say }: ReplyContext, entry: ListEntry): string | undefined {
  const clash = clashOf(entry);
  return clash && say('clash.phone', { claim: oneLine(clash.claim) });
}

/**
 * Says that two numbers clearly belong to two phones, although the text says that they belong to
 * one; undefined if that is not clear.
 */
export function pairClashText({ say }: ReplyContext, { entries }: ImeiList): string | undefined {
  const [first, second, ...more] = entries;
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const device = deviceIn(first);
  const other = deviceIn(second);
  if (!areSlots(first, second) || device === undefined || other === undefined) return undefined;
  return areOfOtherMakers(device, other) ? say('pair.twoPhones') : undefined;
}

/**
 * The section with the phones of a list that clearly are not those of the text.
 * @param limit how many are shown; by default all
 */
export function clashSections(
  context: ReplyContext,
  list: ImeiList,
  ordinals: Ordinals,
  limit?: number,
): readonly Section[] {
  const { say } = context;
  const clashes = list.entries.map(clashOf).filter((clash) => clash !== undefined);
  if (clashes.length === 0) return [];
  const lines = clashes.slice(0, limit).map(({ number, claim, device }) => {
    const name = deviceName(context, number.imei, device);
    const text = say('clash.line', { claim: oneLine(claim), name });
    // The ordinal may differ from a number that the sender has written in the line.
    const withNumber = joinByDots(shownImei(context, number.imei), text) ?? '';
    return numberedLine(ordinals, number, withNumber);
  });
  const heading = say('list.heading', { heading: say('clash.heading'), count: clashes.length });
  return [{ heading, fields: [], lines }];
}

/** An answer whose phone clearly is not the one of the text. */
interface Clash {
  readonly number: FoundImei;
  /** The phone of the text. */
  readonly claim: string;
  /** The phone of the answer. */
  readonly device: Device;
}

function clashOf(entry: ListEntry): Clash | undefined {
  const { number } = entry;
  const { claim } = number;
  const device = deviceIn(entry);
  if (claim === undefined || device === undefined) return undefined;
  return isOtherPhone(claim, device) ? { number, claim, device } : undefined;
}
