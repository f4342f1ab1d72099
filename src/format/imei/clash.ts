import { areOfOtherMakers, compareClaim } from '../../claims/compare.ts';
import type { Section } from '../../core/reply.ts';
import { oneLine, type View } from '../reply/view.ts';
import { deviceName } from './device.ts';
import { areSlots, type Checked, deviceIn, type ImeiList } from './outcome.ts';
import { placedLine, placesOf } from './places.ts';

/** Whether an answer is the phone that the text says: see `compareClaim`. */
export function matchOf(phone: Checked): 'same' | 'other' | 'unknown' {
  const { claim } = phone.found;
  const device = deviceIn(phone);
  return claim === undefined || device === undefined ? 'unknown' : compareClaim(claim, device);
}

/** What the text says of a phone that clearly is another one. */
export function clashText({ say }: View, phone: Checked): string | undefined {
  const { claim = '' } = phone.found;
  return matchOf(phone) === 'other' ? say('clash.phone', { claim: oneLine(claim) }) : undefined;
}

/** That two numbers, called those of one phone, clearly are of two. */
export function pairClashText({ say }: View, { checked }: ImeiList): string | undefined {
  const [first, second, ...more] = checked;
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const devices = [deviceIn(first), deviceIn(second)] as const;
  if (!areSlots(first, second) || devices[0] === undefined || devices[1] === undefined)
    return undefined;
  return areOfOtherMakers(devices[0], devices[1]) ? say('pair.twoPhones') : undefined;
}

/**
 * The phones of a list that are not what the text says.
 * @param most how many are shown; by default all
 */
export function clashSections(view: View, list: ImeiList, most?: number): readonly Section[] {
  const { say } = view;
  const clashes = list.checked.filter((phone) => matchOf(phone) === 'other');
  if (clashes.length === 0) return [];
  const places = placesOf(list);
  const lines = clashes.slice(0, most).map((phone) => {
    const { claim = '', imei } = phone.found;
    const name = deviceName(view, imei, deviceIn(phone) ?? { level: 'BASIC', other: {} });
    return placedLine(places, phone.found, say('clash.line', { claim: oneLine(claim), name }));
  });
  const heading = say('list.heading', { heading: say('clash.heading'), count: clashes.length });
  return [{ heading, fields: [], lines }];
}
