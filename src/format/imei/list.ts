import type { Reply, Section } from '../../core/reply.ts';
import type { AskedImei, FoundProblem } from '../../imei/findings.ts';
import { wordsOf } from '../../provider/errors.ts';
import { all, inARow } from '../phrases.ts';
import { compose, notes, type Parts, sentences } from '../reply/compose.ts';
import { shownImei, type View } from '../reply/view.ts';
import { ago, inAbout } from '../times.ts';
import { askedSections } from './asked.ts';
import { type Detail, deviceName, fullSections, nameFields, tableNameText } from './device.ts';
import { imeiWarnings, sandboxNote } from './notes.ts';
import type { Checked, CheckOutcome } from './outcome.ts';
import { problemSections, withNumbers } from './problem.ts';
import { WORTH_TELLING_MS, whoMends } from './unanswered.ts';

/** Most IMEIs for which one reply shows all details. */
export const MOST_IN_FULL = 4;
/** Most IMEIs for which a running list shows its lines; a longer one shows progress only. */
const MOST_SHOWN_UNDER_WAY = 20;

/** The numbers of one message, with the outcomes so far. */
export interface ImeiList {
  /** Every IMEI once, in the order of the message. */
  readonly checked: readonly Checked[];
  /** Checked only on demand. */
  readonly asked: readonly AskedImei[];
  /** The numbers that are not valid IMEIs. */
  readonly problems: readonly FoundProblem[];
  /** How many IMEIs were repeated and left out. */
  readonly duplicates: number;
}

type Group = 'found' | 'notFound' | 'failed' | 'stopped' | 'waiting';

/** Shown while a list is processed. `leftMs` is the estimated time until the last check is sent. */
export function listProgressReply(view: View, list: ImeiList, leftMs: number): Reply {
  const total = list.checked.length;
  const done = list.checked.filter(({ outcome }) => outcome !== undefined).length;
  return compose({
    tone: 'progress',
    title: view.say('list.progressTitle', { total }),
    summary: sentences(
      view.say('list.progressSummary', { done, total }),
      view.say('list.left', { when: inAbout(view.say, leftMs) }),
    ),
    sections: total > MOST_SHOWN_UNDER_WAY ? [] : groupSections(view, list),
    progress: { done, total, leftMs },
    placeholder: leftMs < WORTH_TELLING_MS,
    note: sandboxNote(view),
  });
}

/** The result of a list: one line for each number, in groups. */
export function listReply(view: View, list: ImeiList, detail: Detail): Reply {
  const full = detail === 'full' && list.checked.length <= MOST_IN_FULL;
  const { summary, ...outline } = listOutline(view, list);
  const reply = compose({
    ...outline,
    summary: sentences(
      summary,
      detail === 'full' && !full ? view.say('device.tooManyForFull', { most: MOST_IN_FULL }) : undefined,
    ),
    sections: full ? fullGroups(view, list) : groupSections(view, list),
  });
  return withOthers(view, reply, list);
}

/** The answer with the numbers below that were asked about or refused. */
export function withOthers(
  view: View,
  answer: Reply,
  { asked, problems }: Pick<ImeiList, 'asked' | 'problems'>,
): Reply {
  const sections = [...askedSections(view, asked), ...problemSections(view, problems)];
  return withNumbers(view, answer, sections, asked.length > 0);
}

/** A summary of a list in a few sentences, without its lines. */
export function listOutline(view: View, list: ImeiList): Pick<Parts, 'tone' | 'title' | 'summary' | 'note'> {
  const { say } = view;
  const { title, summary } = countsText(view, list);
  return {
    tone: toneOf(list),
    title,
    summary: sentences(
      summary,
      list.duplicates > 0 ? say('list.duplicates', { count: list.duplicates }) : undefined,
      unsavedHint(view, list),
      laterHint(view, list),
      againHint(view, list),
      menderHint(view, list),
    ),
    note: listNote(view, list),
  };
}

/** Whether any failed check of the list may have been paid for. */
export function mayBePaid({ checked }: ImeiList): boolean {
  return checked.some(({ outcome }) => outcome?.kind === 'failed' && outcome.failure.paid === 'maybe');
}

function groupOf(outcome: CheckOutcome | undefined): Group {
  if (outcome === undefined) return 'waiting';
  if (['stopped', 'unsaved', 'later'].includes(outcome.kind)) return 'stopped';
  if (outcome.kind !== 'answered') return 'failed';
  return outcome.answer.found ? 'found' : 'notFound';
}

function counts({ checked }: ImeiList): Record<Group, number> {
  const numbers = { found: 0, notFound: 0, failed: 0, stopped: 0, waiting: 0 };
  for (const { outcome } of checked) numbers[groupOf(outcome)] += 1;
  return numbers;
}

function toneOf(list: ImeiList): Reply['tone'] {
  const { found, notFound } = counts(list);
  if (found + notFound === 0) return 'bad';
  return found === list.checked.length && list.problems.length === 0 ? 'good' : 'warning';
}

/** "36 found, 1 typo" as the title; of a list that was stopped, the title says how far it came and the summary how it went. */
function countsText({ say }: View, list: ImeiList): Pick<Parts, 'title' | 'summary'> {
  const { found, stopped, ...others } = counts(list);
  const total = list.checked.length;
  if (found === total && list.problems.length + list.asked.length === 0)
    return { title: say('list.allFound', { count: found }) };
  const typos = list.problems.filter(isTypo).length;
  const asked = list.asked.length;
  const numbers = { found, stopped, ...others, asked, typos, invalid: list.problems.length - typos };
  const order = ['found', 'notFound', 'failed', 'stopped', 'asked', 'typos', 'invalid'] as const;
  const parts = order
    .filter((group) => numbers[group] > 0)
    .map((group) => say(`list.counts.${group}`, { count: numbers[group] }));
  if (stopped === countOf(list, 'unsaved') + countOf(list, 'later')) return { title: inARow(say, parts) };
  return {
    title: say('list.stoppedTitle', { done: total - stopped, total }),
    summary: say('list.summary', { parts: all(say, parts) }),
  };
}

/** Whether somebody meant an IMEI and mistyped it; the other invalid numbers are something else. */
function isTypo({ problem }: FoundProblem): boolean {
  return ['check-digit', 'letter', 'too-short', 'too-long'].includes(problem.kind);
}

/** Why some have no answer of those whose saved answers were asked for. */
function unsavedHint({ say }: View, list: ImeiList): string | undefined {
  const count = countOf(list, 'unsaved');
  return count > 0 ? say('files.list.unsaved', { count }) : undefined;
}

/** That more numbers are left than one answer checks. */
function laterHint({ say }: View, list: ImeiList): string | undefined {
  const count = countOf(list, 'later');
  return count > 0 ? say('list.later', { count }) : undefined;
}

function countOf({ checked }: ImeiList, kind: CheckOutcome['kind']): number {
  return checked.filter(({ outcome }) => outcome?.kind === kind).length;
}

/** A hint that unanswered checks can be repeated, and whether that may cost twice. */
function againHint({ say }: View, list: ImeiList): string | undefined {
  if (mayBePaid(list)) return say('failure.maybePaidSome');
  const again = list.checked.some(({ outcome }) => outcome?.kind === 'failed' || outcome?.kind === 'broke');
  return again ? say('list.retryHint') : undefined;
}

/** Who can fix the failures, said once for the whole list. */
function menderHint(view: View, { checked }: ImeiList): string | undefined {
  const hints = checked.map(({ outcome }) =>
    outcome?.kind === 'failed' ? whoMends(view, outcome.failure) : undefined,
  );
  return hints.find((hint) => hint !== undefined);
}

/** One line for each IMEI, in groups. */
export function groupSections(view: View, { checked }: Pick<ImeiList, 'checked'>): readonly Section[] {
  const order = ['found', 'notFound', 'failed', 'stopped', 'waiting'] as const;
  return order.flatMap((group) => {
    const members = checked.filter(({ outcome }) => groupOf(outcome) === group);
    if (members.length === 0) return [];
    const lines = members.map((member) => lineOf(view, member));
    const copyable = members.map(({ found }) => shownImei(view, found.imei));
    return [
      {
        heading: view.say('list.heading', {
          heading: view.say(`list.headings.${group}`),
          count: members.length,
        }),
        fields: [],
        lines,
        // A masked number is of no use to who copies it.
        ...(view.visibility === 'private' && { copyable }),
      },
    ];
  });
}

/** One data sheet for each found IMEI; the rest in their usual groups. */
function fullGroups(view: View, list: ImeiList): readonly Section[] {
  const sheets: Section[] = [];
  const others: Checked[] = [];
  for (const member of list.checked) {
    const { found, outcome } = member;
    if (outcome?.kind === 'answered' && outcome.answer.found) {
      const { device } = outcome.answer;
      sheets.push({ heading: lineOf(view, member), fields: nameFields(view, found.imei, device) });
      sheets.push(...fullSections(view, found.imei, device));
    } else {
      others.push(member);
    }
  }
  return [...sheets, ...groupSections(view, { checked: others })];
}

/** `IMEI1 · 490154203237518 · NOKIA 3310 · kept from 3 days ago` */
function lineOf(view: View, { found, tableName, outcome }: Checked): string {
  const { label, imei } = found;
  const name =
    outcome?.kind === 'answered' && outcome.answer.found
      ? deviceName(view, imei, outcome.answer.device)
      : undefined;
  const table =
    tableName === undefined || name !== undefined
      ? undefined
      : view.say('table.marked', { name: tableNameText(tableName) });
  const slot = label === undefined || /^imei(?:sv)?$/iu.test(label) ? undefined : label;
  return (
    notes(slot, shownImei(view, imei), name ?? table, markOf(view, outcome), imeiWarnings(view, found)) ?? ''
  );
}

function markOf(view: View, outcome: CheckOutcome | undefined): string | undefined {
  const { say } = view;
  switch (outcome?.kind) {
    case 'answered': {
      const { source, checkedAt } = outcome.answer;
      return source === 'cache'
        ? say('list.marks.cache', { ago: ago(say, view.now - checkedAt) })
        : say(`list.marks.${source}`);
    }
    case 'failed':
      return say(`failures.${wordsOf(outcome.failure.code)}.short`);
    case 'refused':
      return say(`failure.refused.${outcome.refusal.why}`);
    case 'broke':
      return say('failure.broke');
    default:
      return undefined;
  }
}

/** How many answers the service gave, how many cost nothing, and the sandbox's mark. */
export function listNote(view: View, { checked }: ImeiList): string | undefined {
  const answers = checked.flatMap(({ outcome }) => (outcome?.kind === 'answered' ? [outcome.answer] : []));
  const asked = answers.filter(({ source }) => source === 'service').length;
  const kept = answers.length - asked;
  return notes(
    asked > 0 ? view.say('list.asked', { count: asked }) : undefined,
    kept > 0 ? view.say('list.kept', { count: kept }) : undefined,
    sandboxNote(
      view,
      answers.some(({ sandbox }) => sandbox),
    ),
  );
}
