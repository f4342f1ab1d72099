import type { UnsureImei, WhyUnsure } from '../../../imei/findings.ts';
import { keyOfReason } from '../../../imei/reason-keys.ts';
import type { ReplyContext } from '../../format.ts';
import { shownImei, shownWord } from '../../reply/masked.ts';
import { oneLine } from '../../reply/one-line.ts';
import { groupBy } from '../group-by.ts';
import { numberedLine, type Ordinals } from '../list/ordinals.ts';

/** The most numbers of one name shown if a table has all: enough to see what they are. */
const MAX_SHOWN = 3;
const LONGEST_NAME = 40;

/** Unsure numbers with the same name. */
export interface UnsureGroup {
  /** The value of {@link keyOfReason} for each of them. */
  readonly key: string;
  readonly name: string;
  readonly numbers: readonly UnsureImei[];
}

/**
 * The name of an unsure number: the person's own words, or what is unusual about the number. It is
 * also shown next to a masked number, so it must not contain the digits of that.
 */
export function unsureName(context: ReplyContext, why: WhyUnsure): string {
  if (why.kind === 'named') {
    return shownWord(context, oneLine(why.name, LONGEST_NAME)).replace(/:$/, '');
  }
  return context.say(`unsure.names.${why.kind}`, { name: why.kind === 'column' ? why.name : '' });
}

/** Groups unsure numbers by their names, in the order of the text. */
export function unsureGroups(
  context: ReplyContext,
  unsure: readonly UnsureImei[],
): readonly UnsureGroup[] {
  const groups = groupBy(unsure, ({ why }) => keyOfReason(why));
  return Array.from(groups, ([key, numbers]) => ({
    key,
    name: unsureName(context, numbers[0].why),
    numbers,
  }));
}

/** A line for each unsure number, with its name; in a list also with its ordinal. */
export function unsureLines(
  context: ReplyContext,
  unsure: readonly UnsureImei[],
  ordinals: Ordinals | undefined,
): readonly string[] {
  return unsure.map((number) => {
    const text = `${unsureName(context, number.why)}: ${shownImei(context, number.imei)}`;
    return ordinals === undefined ? text : numberedLine(ordinals, number, text);
  });
}

/** A line for each name, with its first numbers: the file has all of them. */
export function unsureLinesOfFile(
  context: ReplyContext,
  unsure: readonly UnsureImei[],
): readonly string[] {
  return unsureGroups(context, unsure).map(({ name, numbers }) => {
    const shown = numbers.slice(0, MAX_SHOWN).map(({ imei }) => shownImei(context, imei));
    const more = numbers.length > MAX_SHOWN ? ', …' : '';
    return `${name} (${numbers.length}): ${shown.join(', ')}${more}`;
  });
}
