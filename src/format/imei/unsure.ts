import type { UnsureImei, WhyUnsure } from '../../imei/findings.ts';
import { keyOfReason } from '../../imei/reason-keys.ts';
import { shownImei, shownWord } from '../reply/masked.ts';
import { oneLine } from '../reply/one-line.ts';
import type { View } from '../reply/view.ts';
import { groupBy } from './group-by.ts';
import { numberedLine, type Ordinals } from './ordinals.ts';

/**
 * Most numbers of one name that are shown if a table has all of them: enough to see what they are.
 */
const MAX_SHOWN = 3;
const LONGEST_NAME = 40;

/** Numbers to confirm that have one name. */
export interface UnsureGroup {
  /** What {@link keyOfReason} returns for each of them. */
  readonly key: string;
  readonly name: string;
  readonly numbers: readonly UnsureImei[];
}

/**
 * The person's own word for a number to confirm, or what is unusual about it. It is also shown next
 * to the masked number, so it must not contain its digits.
 */
export function unsureName(view: View, why: WhyUnsure): string {
  if (why.kind === 'named') {
    return shownWord(view, oneLine(why.name, LONGEST_NAME)).replace(/:$/, '');
  }
  return view.say(`unsure.names.${why.kind}`, { name: why.kind === 'column' ? why.name : '' });
}

/** Numbers to confirm by their names, in the order of the text. */
export function unsureGroups(view: View, unsure: readonly UnsureImei[]): readonly UnsureGroup[] {
  const groups = groupBy(unsure, ({ why }) => keyOfReason(why));
  return Array.from(groups, ([key, numbers]) => ({
    key,
    name: unsureName(view, numbers[0].why),
    numbers,
  }));
}

/** Numbers to confirm, each with its name, at their places in a list. */
export function unsureLines(
  view: View,
  unsure: readonly UnsureImei[],
  ordinals: Ordinals | undefined,
): readonly string[] {
  return unsure.map((number) => {
    const text = `${unsureName(view, number.why)}: ${shownImei(view, number.imei)}`;
    return ordinals === undefined ? text : numberedLine(ordinals, number, text);
  });
}

/** The first numbers to confirm of each name, if a file has all of them. */
export function unsureLinesOfFile(view: View, unsure: readonly UnsureImei[]): readonly string[] {
  return unsureGroups(view, unsure).map(({ name, numbers }) => {
    const shown = numbers.slice(0, MAX_SHOWN).map(({ imei }) => shownImei(view, imei));
    const more = numbers.length > MAX_SHOWN ? ', …' : '';
    return `${name} (${numbers.length}): ${shown.join(', ')}${more}`;
  });
}
