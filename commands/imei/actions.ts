import type { FileReference } from '../../src/core/options.ts';
import type { Action, Visibility } from '../../src/core/reply.ts';
import type { FileForm } from '../../src/format/files/list-table.ts';
import type { Detail } from '../../src/format/imei/device.ts';
import { mayBeOther } from '../../src/format/imei/doubt.ts';
import { type ImeiList, MOST_IN_FULL, mayBePaid } from '../../src/format/imei/list.ts';
import type { Checked, CheckOutcome } from '../../src/format/imei/outcome.ts';
import { offeredRepairs } from '../../src/format/imei/problem.ts';
import { shownImei } from '../../src/format/reply/view.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { readingToConfirm } from '../../src/imei/find/anyway.ts';
import type { FoundProblem } from '../../src/imei/find/findings.ts';
import { heldLines, lineWith } from '../../src/imei/find/written.ts';
import { viewOf } from '../define.ts';
import type { ImeiUse } from './use.ts';

/** Most phones of a list that one button shows to everyone: of more, nobody reads each. */
const MOST_SHARED = 100;
/** Most numbers to confirm that one button checks without telling the cost. */
const MOST_ANYWAY = 4;

/** The buttons below the answer to one IMEI. */
export function oneActions(
  use: ImeiUse,
  checked: Checked & { readonly outcome: CheckOutcome },
): readonly Action[] {
  const again = actionsFor(use, [checked]);
  const { outcome } = checked;
  switch (outcome.kind) {
    case 'answered':
      return [
        ...(isFull(checked) ? [again.detail()] : []),
        ...(outcome.answer.source === 'service' ? [] : [again.fresh()]),
        use.invocation.visibility === 'private' ? again.share() : again.whole(),
      ];
    case 'failed':
      return [again.retry(outcome.failure.paid === 'maybe')];
    case 'stopped':
      return [again.retry(false)];
    case 'unsaved':
      return unsavedActions(use, [checked], 'here');
    default:
      return [];
  }
}

/**
 * The buttons below a list's result: details of a short list, a retry of unanswered checks, the list as a file, and all
 * answers for everyone. What is checked again stands in a reply of its own where this one has more than it, and tells the cost
 * first if it is long.
 */
export function listActions(use: ImeiUse, list: ImeiList): readonly Action[] {
  const { checked } = list;
  const failed = checked.filter(({ outcome }) => outcome?.kind === 'failed' || outcome?.kind === 'broke');
  const stopped = checked.filter(({ outcome }) => outcome?.kind === 'stopped' || outcome?.kind === 'refused');
  const answered = checked.filter(({ outcome }) => outcome?.kind === 'answered');
  const unsaved = checked.filter(({ outcome }) => outcome?.kind === 'unsaved');
  const isShareable =
    use.invocation.visibility === 'private' && answered.length > 0 && answered.length <= MOST_SHARED;
  const again = (members: readonly Checked[]) => {
    const isSome = members.length < checked.length;
    // Two that are left of many are no more one phone than they were before.
    const asked: ImeiUse = isSome ? { ...use, onePhone: false } : use;
    const opens = isSome || use.next !== undefined ? 'new' : 'here';
    return actionsFor(asked, members, { opens, confirmed: false });
  };
  return [
    ...(checked.length <= MOST_IN_FULL && checked.some(isFull) ? [actionsFor(use, checked).detail()] : []),
    ...(failed.length > 0 ? [again(failed).retry(mayBePaid(list))] : []),
    ...(stopped.length > 0 ? [again(stopped).rest()] : []),
    ...unsavedActions(use, unsaved, 'new'),
    ...(use.next === undefined ? [] : [use.next]),
    ...fileActions(use, list),
    ...(isShareable ? [actionsFor(use, answered).share()] : []),
    ...(use.invocation.visibility === 'shared' && answered.length > 0
      ? [actionsFor(use, answered).whole()]
      : []),
  ];
}

/** The buttons that give a list as a file; they use saved answers only, so that they cost nothing. */
function fileActions(use: ImeiUse, { checked, problems }: ImeiList): readonly Action[] {
  if (!checked.some(({ outcome }) => outcome?.kind === 'answered')) return [];
  const say = sayIn(use.invocation.locale);
  const found = checked.map(({ found: { imei, label, line } }) => ({ line, text: lineWith(label, imei) }));
  const all = [...found, ...problems].toSorted((one, other) => one.line - other.line);
  const lines = all.map(({ text }) => text);
  // A file without some of them would be taken for the whole list.
  if (heldLines(lines).length < lines.length) return [];
  const values = { imei: lines.join('\n'), detail: use.detail, ...FREE } as const;
  const action = (id: FileForm, label: string): Action => {
    return { id, label, opens: 'new', effect: imeiEffect(use, { ...values, saved: id }) };
  };
  return [action('csv', say('actions.asCsv')), action('xlsx', say('actions.asXlsx'))];
}

/** Nothing has to be confirmed, since nothing is paid for. */
const FREE = { fresh: false, confirmed: true } as const;
/** Shows once more what was shown: of what is not saved any more that is said, and nothing is spent unasked. */
export const SAVED = { ...FREE, saved: 'answer' } as const;

/** The button that checks the numbers of which a saved answer was asked for, and there is none. */
export function unsavedActions(
  use: ImeiUse,
  unsaved: readonly Checked[],
  opens: Action['opens'],
): readonly Action[] {
  const [first, ...more] = unsaved;
  if (first === undefined) return [];
  const view = viewOf(use.needs, use.invocation);
  const one = view.say('actions.checkThis', { imei: shownImei(view, first.found.imei) });
  const imei = unsaved.map(({ found }) => lineWith(found.label, found.imei)).join('\n');
  const effect = imeiEffect(use, { imei, detail: use.detail, fresh: false, confirmed: false });
  const label = more.length === 0 ? one : view.say('actions.rest');
  return [{ id: 'rest', label, opens, effect }];
}

/** A file, and the part of it that is meant. */
export function partOf({ rows }: ImeiUse, file: FileReference): Pick<Values, 'file' | 'rows'> {
  return { file, ...(rows !== undefined && { rows }) };
}

/** The button that stops a running list. */
export function stopAction(use: ImeiUse): Action {
  const say = sayIn(use.invocation.locale);
  return {
    id: 'cancel',
    label: say('actions.stop'),
    style: 'danger',
    opens: 'here',
    effect: { kind: 'cancel' },
  };
}

/** A button for each likely repair of a single mistyped IMEI. */
export function repairActions(use: ImeiUse, problems: readonly FoundProblem[]): readonly Action[] {
  const [first, ...more] = problems;
  if (first === undefined || more.length > 0) return [];
  const view = viewOf(use.needs, use.invocation);
  return offeredRepairs(view, first.problem).map((imei, index) => ({
    id: `repair-${index + 1}`,
    label: view.say('actions.checkThis', { imei }),
    opens: 'here',
    effect: imeiEffect(use, { imei, detail: use.detail, fresh: use.fresh, confirmed: false }),
  }));
}

/**
 * A button that checks the numbers a person has to confirm: those with an unassigned prefix, those read from a picture with
 * doubt, and those with letters for digits; a single one that is not what was typed is named. Of many the cost is told first.
 */
export function anywayActions(
  use: ImeiUse,
  problems: readonly FoundProblem[],
  opens: Action['opens'],
): readonly Action[] {
  const imeis = problems.flatMap(({ problem }) => readingToConfirm(problem)?.imei ?? []);
  const [first] = imeis;
  if (first === undefined) return [];
  const { say, visibility } = viewOf(use.needs, use.invocation);
  const isNamed = imeis.length === 1 && problems.some(isRead) && visibility === 'private';
  const { detail, fresh } = use;
  if (imeis.length > MOST_ANYWAY) return [allAnyway(use, heldLines(imeis))];
  const values = { imei: imeis.join('\n'), detail, fresh, confirmed: false, anyway: true };
  const label = isNamed ? say('actions.checkThis', { imei: first }) : say('actions.checkAnyway');
  return [{ id: 'anyway', label, opens, effect: imeiEffect(use, values) }];
}

/** The button that asks whether to check so many numbers to confirm: nothing of their cost was told before. */
function allAnyway(use: ImeiUse, imeis: readonly string[]): Action {
  const { detail, fresh } = use;
  const told = { confirmed: true, told: '0' };
  const effect = imeiEffect(use, { imei: imeis.join('\n'), detail, fresh, anyway: true, ...told });
  const { say } = viewOf(use.needs, use.invocation);
  return { id: 'anyway', label: say('actions.checkAll', { count: imeis.length }), opens: 'new', effect };
}

/** Whether the number to check may be another than the one that was sent. */
function isRead({ problem }: FoundProblem): boolean {
  if (problem.kind === 'doubtful') return mayBeOther(problem.doubt);
  return problem.kind === 'letter' && problem.reading !== undefined;
}

function actionsFor(
  use: ImeiUse,
  members: readonly Checked[],
  { opens = 'here', confirmed = true }: { opens?: Action['opens']; confirmed?: boolean } = {},
) {
  const { detail, fresh } = use;
  const say = sayIn(use.invocation.locale);
  const imei = members.map(({ found }) => lineWith(found.label, found.imei)).join('\n');
  const action = (id: string, label: string, values: Partial<Values> = {}): Action => ({
    id,
    label,
    opens,
    effect: imeiEffect(use, { imei, detail, fresh, confirmed, ...values }),
  });
  const shown = (id: string, label: string, visibility: Visibility): Action => ({
    id,
    label,
    opens: 'new',
    effect: { ...imeiEffect(use, { imei, detail, ...SAVED }), visibility },
  });
  return {
    detail: () =>
      detail === 'full'
        ? action('brief', say('actions.brief'), { detail: 'brief', ...SAVED })
        : action('full', say('actions.full'), { detail: 'full', ...SAVED }),
    fresh: () => action('fresh', say('actions.fresh'), { fresh: true }),
    retry: (maybePaid: boolean) =>
      action('retry', maybePaid ? say('actions.retryMaybePaid') : say('actions.retry')),
    rest: () => action('rest', say('actions.rest')),
    /** A new reply that the asker alone can read, with the whole number. */
    whole: () => shown('whole', say('actions.whole'), 'private'),
    /** A new reply that others can read, with the serial masked. */
    share: () => shown('share', say('actions.share'), 'shared'),
  };
}

interface Values {
  readonly imei?: string;
  readonly file?: FileReference;
  readonly detail: Detail;
  readonly fresh: boolean;
  readonly confirmed: boolean;
  readonly told?: string;
  readonly anyway?: boolean;
  readonly saved?: 'answer' | FileForm;
  readonly rows?: string;
}

/** What a button does that invokes this command again. */
export function imeiEffect({ command, anyway, onePhone }: ImeiUse, values: Values) {
  const phones = onePhone === undefined ? {} : { phones: onePhone ? ('one' as const) : ('two' as const) };
  const options = { kind: 'values', values: { anyway, ...phones, ...values } } as const;
  return { kind: 'invoke', command, options } as const;
}

/** Whether there is more to show of an answer than brand and model. */
export function isFull({ outcome }: Checked): boolean {
  return outcome?.kind === 'answered' && outcome.answer.found && outcome.answer.device.level === 'FULL';
}
