import type { Action, Visibility } from '../../src/core/reply.ts';
import type { FileForm } from '../../src/format/files/list-table.ts';
import { askedGroups } from '../../src/format/imei/asked.ts';
import type { Detail } from '../../src/format/imei/device.ts';
import { type ImeiList, MOST_IN_FULL, mayBePaid } from '../../src/format/imei/list.ts';
import type { Checked, CheckOutcome } from '../../src/format/imei/outcome.ts';
import { offeredRepairs } from '../../src/format/imei/problem.ts';
import { shownImei } from '../../src/format/reply/view.ts';
import { sayIn } from '../../src/format/words/say.ts';
import type { AskedImei, Findings, FoundProblem } from '../../src/imei/findings.ts';
import { viewOf } from '../define.ts';
import { correctedOf, heldLines, lineWith, ROUNDED } from './findings.ts';
import type { ImeiUse } from './use.ts';

type Opens = Action['opens'];
/** The numbers of a message that are not checked without asking. */
export type Others = Pick<Findings, 'asked' | 'problems'>;

/** Most phones of a list that one button shows to everyone: of more, nobody reads each. */
const MOST_SHARED = 100;
/** Most names with a button of their own; another button checks all further ones. */
const MOST_NAMES = 4;

/** Nothing has to be confirmed, since nothing is paid for. */
const FREE = { fresh: false, confirmed: true } as const;
/** Shows once more what was shown; nothing is spent. */
export const SAVED = { ...FREE, saved: 'answer' } as const;

interface Values {
  readonly imei?: string;
  readonly detail?: Detail;
  readonly fresh?: boolean;
  readonly confirmed?: boolean;
  readonly told?: string;
  readonly take?: string;
  readonly saved?: 'answer' | FileForm;
}

/** What a button does that invokes the command for these numbers. */
function numbersEffect({ command, detail, fresh }: ImeiUse, lines: readonly string[], values: Values = {}) {
  // A person has already decided to check them.
  const given = { imei: heldLines(lines).join('\n'), detail, fresh, confirmed: false, anyway: true };
  return { kind: 'invoke', command, options: { kind: 'values', values: { ...given, ...values } } } as const;
}

/** What a button does that invokes the command for the same text and file. */
export function againEffect(
  { command, text, file, detail, fresh, anyway, take }: ImeiUse,
  values: Values = {},
) {
  const given = {
    ...(text !== '' && { imei: text }),
    ...(file !== undefined && { file }),
    ...(take.length > 0 && { take: take.join('\n') }),
    ...{ detail, fresh, anyway, confirmed: false },
  };
  return { kind: 'invoke', command, options: { kind: 'values', values: { ...given, ...values } } } as const;
}

/** The buttons below the answer to one IMEI. What it says of other numbers must stay, so that other answers are new then. */
export function oneActions(
  use: ImeiUse,
  checked: Checked & { readonly outcome: CheckOutcome },
  others: Others,
): readonly Action[] {
  const opens = others.asked.length + others.problems.length > 0 ? 'new' : 'here';
  const again = actionsFor(use, [checked], opens);
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
      return unsavedActions(use, [checked], opens);
    default:
      return [];
  }
}

/** The buttons below a list: details of a short one, a retry, the list as a file, and all answers for everyone. */
export function listActions(use: ImeiUse, list: ImeiList): readonly Action[] {
  const { checked } = list;
  const of = (...kinds: readonly CheckOutcome['kind'][]): readonly Checked[] =>
    checked.filter(({ outcome }) => outcome !== undefined && kinds.includes(outcome.kind));
  const [failed, stopped, answered] = [of('failed', 'broke'), of('stopped', 'refused'), of('answered')];
  const isPrivate = use.invocation.visibility === 'private';
  const hasOthers = list.asked.length + list.problems.length > 0;
  const again = (members: readonly Checked[]) =>
    actionsFor(use, members, members.length < checked.length || hasOthers ? 'new' : 'here', false);
  return [
    ...(checked.length <= MOST_IN_FULL && checked.some(isFull)
      ? [actionsFor(use, checked, hasOthers ? 'new' : 'here').detail()]
      : []),
    ...(failed.length > 0 ? [again(failed).retry(mayBePaid(list))] : []),
    ...(stopped.length > 0 ? [again(stopped).rest()] : []),
    ...unsavedActions(use, of('unsaved'), 'new'),
    ...nextActions(use, of('later').length),
    ...fileActions(use, list),
    ...(isPrivate && answered.length > 0 && answered.length <= MOST_SHARED
      ? [actionsFor(use, answered).share()]
      : []),
    ...(!isPrivate && answered.length > 0 ? [actionsFor(use, answered).whole()] : []),
  ];
}

/** The button that checks the next IMEIs of a list that is too long for one answer: the same again, of which the first are saved. */
function nextActions(use: ImeiUse, later: number): readonly Action[] {
  if (later === 0) return [];
  const count = Math.min(later, use.needs.settings.batchMax);
  const label = sayIn(use.invocation.locale)('actions.checkNext', { count });
  const effect = againEffect(use, { fresh: false, confirmed: true, told: String(count) });
  return [{ id: 'next', label, opens: 'new', effect }];
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
  const action = (id: FileForm, label: string): Action => {
    return { id, label, opens: 'new', effect: numbersEffect(use, lines, { ...FREE, saved: id }) };
  };
  return [action('csv', say('actions.asCsv')), action('xlsx', say('actions.asXlsx'))];
}

/** The button that checks the numbers of which a saved answer was asked for, and there is none. */
export function unsavedActions(use: ImeiUse, unsaved: readonly Checked[], opens: Opens): readonly Action[] {
  const [first, ...more] = unsaved;
  if (first === undefined) return [];
  const view = viewOf(use.needs, use.invocation);
  const one = view.say('actions.checkThis', { imei: shownImei(view, first.found.imei) });
  const label = more.length === 0 ? one : view.say('actions.rest');
  return [{ id: 'rest', label, opens, effect: numbersEffect(use, linesOf(unsaved), { fresh: false }) }];
}

/** The button that stops a running list. */
export function stopAction({ invocation }: ImeiUse): Action {
  const label = sayIn(invocation.locale)('actions.stop');
  return { id: 'cancel', label, style: 'danger', opens: 'here', effect: { kind: 'cancel' } };
}

/** The buttons that check numbers which are not checked without asking. */
export function otherActions(use: ImeiUse, { asked, problems }: Others, opens: Opens): readonly Action[] {
  const isAlone = asked.length === 0 || problems.length === 0;
  const place = isAlone ? opens : 'new';
  return [...askedActions(use, asked, place), ...correctionActions(use, problems, place)];
}

/** One button for each name of asked numbers. `inFile`: they are checked as a part of their file, which comes back with the answers. */
export function askedActions(
  use: ImeiUse,
  asked: readonly AskedImei[],
  opens: Opens,
  inFile = false,
): readonly Action[] {
  const view = viewOf(use.needs, use.invocation);
  const groups = askedGroups(view, asked);
  const rest = groups.slice(MOST_NAMES);
  const action = (id: string, label: string, members: typeof groups): Action => {
    const numbers = members.flatMap((group) => group.numbers.map(({ imei }) => imei));
    const take = [...use.take, ...members.map(({ key }) => key)].join('\n');
    const effect = inFile ? againEffect(use, { take }) : numbersEffect(use, numbers);
    return { id, label, opens: groups.length > 1 ? 'new' : opens, effect };
  };
  const buttons = groups.slice(0, MOST_NAMES).map((group, index) => {
    const values = { name: group.name, count: group.numbers.length };
    return action(`ask-${index + 1}`, view.say('actions.checkNamed', values), [group]);
  });
  if (rest.length === 0) return buttons;
  const count = rest.reduce((sum, { numbers }) => sum + numbers.length, 0);
  return [...buttons, action('ask-rest', view.say('actions.checkOthers', { count }), rest)];
}

/** A button for each likely repair of a single number; of several, one that checks those that were probably meant. */
function correctionActions(use: ImeiUse, problems: readonly FoundProblem[], opens: Opens): readonly Action[] {
  const view = viewOf(use.needs, use.invocation);
  const [first, ...more] = problems;
  const repairs = first === undefined || more.length > 0 ? [] : offeredRepairs(view, first.problem);
  if (repairs.length > 0)
    return repairs.map((imei, index) => ({
      id: `repair-${index + 1}`,
      label: view.say('actions.checkThis', { imei }),
      opens,
      effect: numbersEffect(use, [imei]),
    }));
  const corrected = correctedOf(problems);
  if (corrected.length === 0) return [];
  return [
    completeAction(use, corrected.length, more.length > 0 ? 'new' : opens, numbersEffect(use, corrected)),
  ];
}

/** The button that completes the numbers of a rounded column and checks them with their file. */
export function roundedActions(use: ImeiUse, problems: readonly FoundProblem[]): readonly Action[] {
  const count = problems.filter(({ problem }) => problem.kind === ROUNDED).length;
  if (count === 0) return [];
  const effect = againEffect(use, { take: [...use.take, ROUNDED].join('\n') });
  return [completeAction(use, count, 'new', effect)];
}

function completeAction(
  { invocation }: ImeiUse,
  count: number,
  opens: Opens,
  effect: Action['effect'],
): Action {
  return { id: 'complete', label: sayIn(invocation.locale)('actions.complete', { count }), opens, effect };
}

function actionsFor(use: ImeiUse, members: readonly Checked[], opens: Opens = 'here', confirmed = true) {
  const { detail } = use;
  const say = sayIn(use.invocation.locale);
  const lines = linesOf(members);
  const action = (id: string, label: string, values: Values = {}): Action => ({
    id,
    label,
    opens,
    effect: numbersEffect(use, lines, { confirmed, ...values }),
  });
  const shown = (id: string, label: string, visibility: Visibility): Action => ({
    id,
    label,
    opens: 'new',
    effect: { ...numbersEffect(use, lines, SAVED), visibility },
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

function linesOf(members: readonly Checked[]): readonly string[] {
  return members.map(({ found }) => lineWith(found.label, found.imei));
}

/** Whether there is more to show of an answer than brand and model. */
export function isFull({ outcome }: Checked): boolean {
  return outcome?.kind === 'answered' && outcome.answer.found && outcome.answer.device.level === 'FULL';
}
