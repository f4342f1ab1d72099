import type { Section } from '../../core/reply.ts';
import { unitList } from '../phrases.ts';
import { renewalText } from '../quota/allowance.ts';
import { joinByDots, type ReplyDraft, sentences } from '../reply/compose.ts';
import { shownImei, type View } from '../reply/view.ts';
import { clashSections, matchOf, pairClashText } from './clash.ts';
import { deviceName, imeiWarnings, probableName, sandboxNote } from './device.ts';
import { ownReasons, problemLine, sharedReasonSections } from './numbers.ts';
import { numberedLine, type Ordinals, ordinalsOf } from './ordinals.ts';
import {
  type Checked,
  type CheckOutcome,
  type Detail,
  deviceIn,
  type ImeiList,
  reasonText,
} from './outcome.ts';
import { adviceFor, refusalText } from './unanswered.ts';

const GROUPS = ['found', 'notFound', 'failed', 'stopped'] as const;
type Group = (typeof GROUPS)[number];

/** Most models that the sum of a list names. */
const MAX_MODELS = 4;
/** Most phones of a table that the reply names as other ones; the table says it of each. */
const MAX_CLASHES_IN_FILE = 10;

/** A line of a list, with its line in the message. */
interface Entry {
  readonly line: number;
  readonly text: string;
  /** The IMEI to copy. */
  readonly copyable?: string;
}

/**
 * The result of a list: counts, hints, how many there are of each model, a line for each number in
 * the order of the message, and the numbers without an answer below the reason.
 * @param look.listed if a file has all numbers: those that the reply lists
 */
export function listDraft(
  view: View,
  list: ImeiList,
  { detail, listed }: { readonly detail: Detail; readonly listed?: readonly Checked[] },
): ReplyDraft {
  const { say } = view;
  const counts = countsOf(list);
  const isAllFound = counts.found === list.checked.length && countOthers(list) === 0;
  const ordinals = ordinalsOf(list, listed !== undefined);
  const pair = pairClashText(view, list);
  return {
    tone: pair === undefined ? toneOf(list, counts) : 'warning',
    title: isAllFound
      ? say('list.allFound', { count: counts.found })
      : unitList(say, countTexts(view, list, counts)),
    summary: sentences(
      pair,
      listed !== undefined && list.repeats.length > 0
        ? say('list.duplicates', { count: list.repeats.length })
        : undefined,
      laterText(view, list),
      ...failureHints(view, list),
      detail === 'full' && listed === undefined && counts.found > 0
        ? say('list.fullInFile', { button: say('actions.list') })
        : undefined,
    ),
    sections: [
      ...clashSections(view, list, listed === undefined ? undefined : MAX_CLASHES_IN_FILE),
      ...sumSections(view, list),
      ...entrySections(view, list, listed, ordinals),
      ...reasonSections(view, list, listed, ordinals),
      ...(listed === undefined ? sharedReasonSections(view, list.problems, ordinals) : []),
    ],
    note: listNote(view, list),
  };
}

/**
 * The answers so far, in the order of the message.
 * @param most how many are shown: the last ones of the message
 */
export function answeredSoFar(view: View, list: ImeiList, most: number): readonly Section[] {
  const answered = list.checked
    .filter(({ outcome }) => outcome?.kind === 'answered')
    .toSorted((first, second) => first.found.line - second.found.line)
    .slice(-most);
  if (answered.length === 0) return [];
  return [sectionOf(view, checkedEntries(view, answered, ordinalsOf(list)))];
}

/** How many are checked later; if the day is used up, when there are new checks. */
function laterText(view: View, { checked }: ImeiList): string | undefined {
  const { say } = view;
  const later = checked.flatMap(({ outcome }) => (outcome?.kind === 'later' ? [outcome] : []));
  const count = later.length;
  if (count === 0) return undefined;
  const renewedAt = later[0]?.renewedAt;
  if (renewedAt === undefined) return say('list.later', { count });
  const title = say('plan.limited', { count, left: 0 });
  return sentences(say('failure.sentence', { title }), renewalText(view, renewedAt));
}

/** Whether any failed check of the list may have been paid for. */
export function mayBePaid(checked: readonly Checked[]): boolean {
  return checked.some(({ outcome }) => outcome?.kind === 'failed' && outcome.failure.mayBePaid);
}

type Counts = Readonly<Record<Group, number>>;

function countsOf({ checked }: ImeiList): Counts {
  const counts = { found: 0, notFound: 0, failed: 0, stopped: 0 };
  for (const { outcome } of checked) counts[groupOf(outcome)] += 1;
  return counts;
}

function countOthers({ unsure, problems }: ImeiList): number {
  return unsure.length + problems.length;
}

function countTexts(
  { say }: View,
  { unsure, problems }: ImeiList,
  counts: Counts,
): readonly string[] {
  const named = { ...counts, unsure: unsure.length, invalid: problems.length };
  const ids = [...GROUPS, 'unsure', 'invalid'] as const;
  return ids.flatMap((id) =>
    named[id] > 0 ? [say(`list.counts.${id}`, { count: named[id] })] : [],
  );
}

function toneOf(list: ImeiList, { found, notFound }: Counts): ReplyDraft['tone'] {
  if (found + notFound === 0) return 'bad';
  const isAllFound = found === list.checked.length && countOthers(list) === 0;
  const hasClash = list.checked.some((phone) => matchOf(phone) === 'other');
  return isAllFound && !hasClash ? 'good' : 'warning';
}

function groupOf(outcome: CheckOutcome | undefined): Group {
  if (wasOnItsWay(outcome)) return 'failed';
  if (outcome === undefined || ['stopped', 'unsaved', 'later'].includes(outcome.kind)) {
    return 'stopped';
  }
  if (outcome.kind !== 'answered') return 'failed';
  return outcome.answer.found ? 'found' : 'notFound';
}

/** Whether the check was stopped once it had been sent. */
function wasOnItsWay(outcome: CheckOutcome | undefined): boolean {
  return outcome?.kind === 'stopped' && outcome.isSent;
}

/** `4× iPhone 13, 3× Galaxy A52s, 5 others`; empty if no model is there twice. */
function sumSections(view: View, { checked }: ImeiList): readonly Section[] {
  const { say } = view;
  const phonesByModel = new Map<string, Checked[]>();
  for (const phone of checked) {
    const device = deviceIn(phone);
    if (device === undefined) continue;
    const model = JSON.stringify([device.brand, device.model]);
    const phones = phonesByModel.get(model) ?? [];
    phones.push(phone);
    phonesByModel.set(model, phones);
  }
  const groups = [...phonesByModel.values()];
  const models = groups
    .filter((phones) => phones.length > 1)
    .toSorted((first, second) => second.length - first.length)
    .slice(0, MAX_MODELS);
  if (models.length === 0) return [];
  const otherCount = groups.filter((phones) => !models.includes(phones)).flat().length;
  const texts = models.map((phones) =>
    say('list.sum.model', { count: phones.length, name: nameIn(view, phones[0]) }),
  );
  const rest = otherCount > 0 ? [say('list.sum.others', { count: otherCount })] : [];
  return [{ fields: [], lines: [unitList(say, [...texts, ...rest])] }];
}

function nameIn(view: View, phone: Checked | undefined): string {
  const device = phone && deviceIn(phone);
  return phone === undefined || device === undefined
    ? ''
    : deviceName(view, phone.found.imei, device);
}

/** What was answered, the repetitions and the typos, in the order of the message. */
function entrySections(
  view: View,
  list: ImeiList,
  listed: readonly Checked[] | undefined,
  ordinals: Ordinals,
): readonly Section[] {
  const answered = (listed ?? list.checked).filter(({ outcome }) => outcome?.kind === 'answered');
  const entries = checkedEntries(view, answered, ordinals);
  if (listed === undefined) {
    entries.push(...repeatEntries(view, list, ordinals));
    for (const problem of ownReasons(view, list.problems)) {
      const text = numberedLine(ordinals, problem, problemLine(view, problem));
      entries.push({ line: problem.line, text });
    }
  }
  return entries.length === 0 ? [] : [sectionOf(view, inOrder(entries))];
}

function checkedEntries(view: View, checked: readonly Checked[], ordinals: Ordinals): Entry[] {
  return checked.map((phone) => ({
    line: phone.found.line,
    text: numberedLine(ordinals, phone.found, lineOf(view, phone)),
    copyable: phone.found.imei,
  }));
}

function repeatEntries(
  view: View,
  { checked, unsure, repeats }: ImeiList,
  ordinals: Ordinals,
): readonly Entry[] {
  const numbers = [...checked.map(({ found }) => found), ...unsure];
  const firstOrdinals = new Map<string, number | undefined>(
    numbers.map((number) => [number.imei, ordinals.get(number)]),
  );
  return repeats.map((repeat) => {
    const ordinal = firstOrdinals.get(repeat.imei) ?? 0;
    const same = view.say('list.repeat', { ordinal });
    const text = joinByDots(shownImei(view, repeat.imei), same) ?? '';
    return { line: repeat.line, text: numberedLine(ordinals, repeat, text) };
  });
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((first, second) => first.line - second.line);
}

function sectionOf({ visibility }: View, entries: readonly Entry[]): Section {
  const lines = entries.map(({ text }) => text);
  // A masked number is of no use to the person who copies it.
  if (visibility === 'shared') return { fields: [], lines };
  const copyable = entries.flatMap((entry) => entry.copyable ?? []);
  return { fields: [], lines, copyable };
}

/** The numbers without an answer, each reason once; of a table only the reasons. */
function reasonSections(
  view: View,
  list: ImeiList,
  listed: readonly Checked[] | undefined,
  ordinals: Ordinals,
): readonly Section[] {
  const byReason = new Map<string, Checked[]>();
  for (const phone of list.checked) {
    if (phone.outcome?.kind === 'answered') continue;
    const reason = reasonHeading(view, phone.outcome);
    const phones = byReason.get(reason) ?? [];
    phones.push(phone);
    byReason.set(reason, phones);
  }
  return [...byReason].map(([reason, phones]) => {
    const shown = phones.filter((phone) => listed === undefined || listed.includes(phone));
    const { lines = [], ...section } = sectionOf(view, checkedEntries(view, shown, ordinals));
    const explanation = refusalText(view, phones[0]?.outcome);
    return {
      heading: view.say('list.heading', { heading: reason, count: phones.length }),
      ...section,
      lines: explanation === undefined ? lines : [explanation, ...lines],
    };
  });
}

function reasonHeading({ say }: View, outcome: CheckOutcome | undefined): string {
  const isOpen = groupOf(outcome) === 'stopped' && outcome?.kind !== 'unsaved';
  return isOpen ? say('list.headings.stopped') : reasonText(say, outcome);
}

/** Whether failed checks may cost twice, and who can fix the failures, each once. */
function failureHints(view: View, { checked }: ImeiList): readonly (string | undefined)[] {
  const hints = checked.map(({ outcome }) =>
    outcome?.kind === 'failed' ? adviceFor(view, outcome.failure) : undefined,
  );
  const isPaidPerhaps = mayBePaid(checked) || checked.some(({ outcome }) => wasOnItsWay(outcome));
  return [
    isPaidPerhaps ? view.say('failure.maybePaidSome') : undefined,
    hints.find((hint) => hint !== undefined),
  ];
}

/** `IMEI1 · 490154203237518 · NOKIA 3310` */
function lineOf(view: View, phone: Checked): string {
  const { found, tableName, outcome } = phone;
  const device = deviceIn(phone);
  const slot = /^IMEI[12]$/.test(found.label ?? '') ? found.label : undefined;
  const probably = tableName && probableName(view, tableName);
  const isUnknown = groupOf(outcome) === 'notFound';
  return (
    joinByDots(
      slot,
      shownImei(view, found.imei),
      isUnknown ? view.say('list.notFound') : undefined,
      device === undefined ? probably : nameIn(view, phone),
      imeiWarnings(view, found),
    ) ?? ''
  );
}

/** How many answers the service gave, how many cost nothing, and the sandbox's mark. */
export function listNote(view: View, { checked }: ImeiList): string | undefined {
  const answers = checked.flatMap(({ outcome }) =>
    outcome?.kind === 'answered' ? [outcome.answer] : [],
  );
  const paid = answers.filter(({ source }) => source === 'service').length;
  const kept = answers.length - paid;
  const isSandbox = answers.some(({ sandbox }) => sandbox);
  return joinByDots(
    paid > 0 ? view.say('list.checkedNow', { count: paid }) : undefined,
    kept > 0 ? view.say('list.kept', { count: kept }) : undefined,
    sandboxNote(view, isSandbox),
  );
}
