import type { Section } from '../../../core/reply/reply.ts';
import { byLine } from '../../../imei/findings.ts';
import { deviceIn, type ImeiList, isAnswered, type ListEntry } from '../../../lists/list.ts';
import type { EntryOutcome } from '../../../lists/outcome.ts';
import type { ReplyContext } from '../../format.ts';
import { joinByDots } from '../../reply/compose.ts';
import { shownImei } from '../../reply/masked.ts';
import { groupBy } from '../group-by.ts';
import { deviceName, probableName } from '../phone/phone-name.ts';
import { imeiWarnings, slotText } from '../phone/phone-parts.ts';
import { invalidLine, ownReasons } from '../without-answer/invalid-numbers.ts';
import { reasonText, refusalText } from '../without-answer/unanswered-check.ts';
import { countedOutcomeOf } from './list-counts.ts';
import { numberedLine, type Ordinals, ordinalsOf } from './ordinals.ts';

/** A line of a list, and the line of its number in the message. */
interface ListLine {
  readonly line: number;
  readonly text: string;
  /** The IMEI to copy. */
  readonly copyable?: string;
}

/**
 * The section with the answers so far, in the order of the message.
 * @param most how many are shown: those that are last in the message
 */
export function answeredSoFar(
  context: ReplyContext,
  list: ImeiList,
  most: number,
): readonly Section[] {
  const answered = list.entries
    .filter(isAnswered)
    .toSorted((first, second) => byLine(first.number, second.number))
    .slice(-most);
  if (answered.length === 0) return [];
  return [sectionOf(context, checkedLines(context, answered, ordinalsOf(list)))];
}

/**
 * The section with the answers to the shown numbers, in the order of the message. If the answer is
 * not a table, also with the repeated numbers, and the invalid numbers with a reason of their own.
 */
export function entrySections(
  context: ReplyContext,
  list: ImeiList,
  shown: readonly ListEntry[],
  ordinals: Ordinals,
): readonly Section[] {
  const answered = shown.filter(isAnswered);
  const lines = checkedLines(context, answered, ordinals);
  if (!list.isTable) {
    lines.push(...repeatLines(context, list, ordinals));
    for (const number of ownReasons(context, list.invalid)) {
      const text = numberedLine(ordinals, number, invalidLine(context, number));
      lines.push({ line: number.line, text });
    }
  }
  if (lines.length === 0) return [];
  return [sectionOf(context, lines.toSorted(byLine))];
}

/** A section for each reason why numbers have no answer, with the shown numbers that have it. */
export function reasonSections(
  context: ReplyContext,
  list: ImeiList,
  shown: readonly ListEntry[],
  ordinals: Ordinals,
): readonly Section[] {
  const areShown = new Set(shown);
  const unanswered = list.entries.filter((entry) => !isAnswered(entry));
  const byReason = groupBy(unanswered, ({ outcome }) => reasonHeading(context, outcome));
  return [...byReason].flatMap(([reason, entries]) => {
    const shownEntries = entries.filter((entry) => areShown.has(entry));
    const { lines = [], ...section } = sectionOf(
      context,
      checkedLines(context, shownEntries, ordinals),
    );
    // Without lines, the section would only repeat the title, which says how many are not checked.
    if (lines.length === 0 && !hasReason(entries[0].outcome)) return [];
    const explanation = refusalText(context, entries[0].outcome);
    return {
      heading: context.say('list.heading', { heading: reason, count: entries.length }),
      ...section,
      lines: explanation === undefined ? lines : [explanation, ...lines],
    };
  });
}

/** The name of the phone of an entry; empty if no phone was found. */
export function nameIn(context: ReplyContext, entry: ListEntry | undefined): string {
  const device = entry && deviceIn(entry);
  return entry === undefined || device === undefined
    ? ''
    : deviceName(context, entry.number.imei, device);
}

function checkedLines(
  context: ReplyContext,
  entries: readonly ListEntry[],
  ordinals: Ordinals,
): ListLine[] {
  return entries.map((entry) => ({
    line: entry.number.line,
    text: numberedLine(ordinals, entry.number, entryLine(context, entry)),
    copyable: entry.number.imei,
  }));
}

function repeatLines(
  context: ReplyContext,
  { entries, unsure, repeats }: ImeiList,
  ordinals: Ordinals,
): readonly ListLine[] {
  const numbers = [...entries.map(({ number }) => number), ...unsure];
  const firstOrdinals = new Map<string, number | undefined>(
    numbers.map((number) => [number.imei, ordinals.get(number)]),
  );
  return repeats.map((repeat) => {
    const ordinal = firstOrdinals.get(repeat.imei) ?? 0;
    const same = context.say('list.repeat', { ordinal });
    const text = joinByDots(shownImei(context, repeat.imei), same) ?? '';
    return { line: repeat.line, text: numberedLine(ordinals, repeat, text) };
  });
}

function sectionOf({ visibility }: ReplyContext, listLines: readonly ListLine[]): Section {
  const lines = listLines.map(({ text }) => text);
  // A masked number is of no use to the person who copies it.
  if (visibility === 'shared') return { fields: [], lines };
  const copyable = listLines.flatMap((line) => line.copyable ?? []);
  return { fields: [], lines, copyable };
}

function reasonHeading({ say }: ReplyContext, outcome: EntryOutcome | undefined): string {
  return hasReason(outcome) ? reasonText(say, outcome) : say('list.headings.unchecked');
}

/** Whether there is more to say of a number without an answer than that it is not checked. */
function hasReason(outcome: EntryOutcome | undefined): boolean {
  const isKnown = outcome?.kind === 'unsaved' || outcome?.kind === 'refused';
  return isKnown || countedOutcomeOf(outcome) !== 'unchecked';
}

/** `IMEI1 · 490154203237518 · NOKIA 3310` */
function entryLine(context: ReplyContext, entry: ListEntry): string {
  const { number, tacEntry, outcome } = entry;
  const device = deviceIn(entry);
  const probably = tacEntry && probableName(context, tacEntry);
  const isUnknown = countedOutcomeOf(outcome) === 'notFound';
  return (
    joinByDots(
      slotText(number),
      shownImei(context, number.imei),
      isUnknown ? context.say('list.notFound') : undefined,
      device === undefined ? probably : nameIn(context, entry),
      imeiWarnings(context, number),
    ) ?? ''
  );
}
