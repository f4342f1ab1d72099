import type { Section } from '../../core/reply.ts';
import { unitList } from '../phrases.ts';
import { notes, type Parts, sentences } from '../reply/compose.ts';
import { shownImei, type View } from '../reply/view.ts';
import { deviceName, imeiWarnings, nameOf, sandboxNote } from './device.ts';
import {
  type Checked,
  type CheckOutcome,
  type Detail,
  deviceIn,
  type ImeiList,
  reasonText,
} from './outcome.ts';
import { adviceFor } from './unanswered.ts';

const GROUPS = ['found', 'notFound', 'failed', 'stopped'] as const;
type Group = (typeof GROUPS)[number];

/** The result of a list: counts, hints, and one line for each number, in groups. If a file has all numbers, only those of `listed`. */
export function listParts(
  view: View,
  list: ImeiList,
  { detail, listed }: { readonly detail: Detail; readonly listed?: readonly Checked[] },
): Parts {
  const { say } = view;
  const { checked, unsure, problems, duplicates } = list;
  const of = (group: Group): number =>
    checked.filter(({ outcome }) => groupOf(outcome) === group).length;
  const [unsaved, later] = [countOf(list, 'unsaved'), countOf(list, 'later')];
  const counts: readonly (readonly [Group | 'unsure' | 'invalid', number])[] = [
    ...GROUPS.map((group) => [group, of(group)] as const),
    ['unsure', unsure.length],
    ['invalid', problems.length],
  ];
  const counted = counts.flatMap(([id, count]) =>
    count > 0 ? [say(`list.counts.${id}`, { count })] : [],
  );
  const isAllFound = counted.length === 1 && of('found') > 0;
  return {
    tone: isAllFound ? 'good' : of('found') + of('notFound') === 0 ? 'bad' : 'warning',
    title: isAllFound ? say('list.allFound', { count: of('found') }) : unitList(say, counted),
    summary: sentences(
      duplicates > 0 ? say('list.duplicates', { count: duplicates }) : undefined,
      unsaved > 0 ? say('files.list.unsaved', { count: unsaved }) : undefined,
      later > 0 ? say('list.later', { count: later }) : undefined,
      ...failureHints(view, list),
      detail === 'full' && listed === undefined && of('found') > 0
        ? say('list.fullInFile', { button: say('actions.list') })
        : undefined,
    ),
    sections: [
      ...groupSections(view, listed ?? checked),
      ...(listed ? reasonSection(view, list) : []),
    ],
    note: listNote(view, list),
  };
}

/** Why numbers of a table have no answer, each reason once. */
function reasonSection({ say }: View, { checked }: ImeiList): readonly Section[] {
  const failed = checked.filter(({ outcome }) => groupOf(outcome) === 'failed');
  if (failed.length === 0) return [];
  const lines = [...new Set(failed.map(({ outcome }) => reasonText(say, outcome)))];
  return [{ heading: say('list.headings.failed'), fields: [], lines }];
}

/** Whether any failed check of the list may have been paid for. */
export function mayBePaid(checked: readonly Checked[]): boolean {
  return checked.some(
    ({ outcome }) => outcome?.kind === 'failed' && outcome.failure.paid === 'maybe',
  );
}

function groupOf(outcome: CheckOutcome | undefined): Group {
  if (outcome === undefined || ['stopped', 'unsaved', 'later'].includes(outcome.kind))
    return 'stopped';
  if (outcome.kind !== 'answered') return 'failed';
  return outcome.answer.found ? 'found' : 'notFound';
}

function countOf({ checked }: ImeiList, kind: CheckOutcome['kind']): number {
  return checked.filter(({ outcome }) => outcome?.kind === kind).length;
}

/** Whether failed checks may cost twice, and who can fix the failures, each once. */
function failureHints(view: View, { checked }: ImeiList): readonly (string | undefined)[] {
  const hints = checked.map(({ outcome }) =>
    outcome?.kind === 'failed' ? adviceFor(view, outcome.failure) : undefined,
  );
  return [
    mayBePaid(checked) ? view.say('failure.maybePaidSome') : undefined,
    hints.find((hint) => hint !== undefined),
  ];
}

/** One line for each IMEI, in groups. */
function groupSections(view: View, checked: readonly Checked[]): readonly Section[] {
  return GROUPS.flatMap((group) => {
    const members = checked.filter(({ outcome }) => groupOf(outcome) === group);
    if (members.length === 0) return [];
    const heading = view.say(`list.headings.${group}`);
    return [
      {
        heading: view.say('list.heading', { heading, count: members.length }),
        fields: [],
        lines: members.map((member) => lineOf(view, member)),
        // A masked number is of no use to the person who copies it.
        ...(view.visibility === 'private' && { copyable: members.map(({ found }) => found.imei) }),
      },
    ];
  });
}

/** `IMEI1 · 490154203237518 · NOKIA 3310` */
function lineOf(view: View, checked: Checked): string {
  const { found, tableName, outcome } = checked;
  const device = deviceIn(checked);
  const slot = /^IMEI[12]$/.test(found.label ?? '') ? found.label : undefined;
  const probably =
    tableName && view.say('table.marked', { name: nameOf(tableName.brand, tableName.model) });
  const name = device === undefined ? probably : deviceName(view, found.imei, device);
  const reason = groupOf(outcome) === 'failed' ? reasonText(view.say, outcome) : undefined;
  return notes(slot, shownImei(view, found.imei), name, reason, imeiWarnings(view, found)) ?? '';
}

/** How many answers the service gave, how many cost nothing, and the sandbox's mark. */
export function listNote(view: View, { checked }: ImeiList): string | undefined {
  const answers = checked.flatMap(({ outcome }) =>
    outcome?.kind === 'answered' ? [outcome.answer] : [],
  );
  const paid = answers.filter(({ source }) => source === 'service').length;
  const kept = answers.length - paid;
  const isSandbox = answers.some(({ sandbox }) => sandbox);
  return notes(
    paid > 0 ? view.say('list.checkedNow', { count: paid }) : undefined,
    kept > 0 ? view.say('list.kept', { count: kept }) : undefined,
    sandboxNote(view, isSandbox),
  );
}
