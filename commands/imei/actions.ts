import type { Action } from '../../src/core/reply.ts';
import { mayBePaid } from '../../src/format/imei/list.ts';
import { correctedIn, repairsOf, unsureGroups } from '../../src/format/imei/numbers.ts';
import { type Checked, deviceIn, type ImeiList, phoneOf } from '../../src/format/imei/outcome.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { viewOf } from '../services.ts';
import { CORRECTED, type ImeiUse } from './numbers.ts';

type Invoke = Extract<Action['effect'], { readonly kind: 'invoke' }>;
type Values = Readonly<Record<string, string | boolean>>;
type Opens = Action['opens'];
/** The buttons whose label (`actions.ID`) has no values. */
type PlainId =
  | ('full' | 'fresh' | 'retry' | 'rest' | 'retryMaybePaid')
  | ('list' | 'file' | 'share' | 'whole' | 'check' | 'leave' | 'cancel');

/** Most phones of a list that a button shows to everyone. */
const MAX_SHARED = 100;
/** Most names with a button of their own; another button checks all further ones. */
const MAX_NAMES = 4;
/** Most characters of a text option. */
const MAX_CHARACTERS = 100_000;

/** Shows saved answers; nothing is spent, so nothing has to be confirmed. */
const SAVED = { saved: 'answer', fresh: false, confirmed: true } as const;

/** Invokes the command for these lines. A person has already decided to check them. */
function linesEffect(
  { detail, fresh }: ImeiUse,
  lines: readonly string[],
  values: Values = {},
): Invoke {
  const given = { imei: lines.join('\n'), detail, fresh, anyway: true };
  return {
    kind: 'invoke',
    command: 'imei',
    options: { kind: 'values', values: { ...given, ...values } },
  };
}

/** Invokes the command for the same text and file. */
function againEffect(
  { text, file, detail, fresh, anyway, include }: ImeiUse,
  values: Values,
): Invoke {
  const given = {
    imei: text,
    ...(file && { file }),
    include: include.join('\n'),
    detail,
    fresh,
    anyway,
  };
  return {
    kind: 'invoke',
    command: 'imei',
    options: { kind: 'values', values: { ...given, ...values } },
  };
}

/** The button that stops a running list. */
export function stopAction(use: ImeiUse): Action {
  return { ...plain(use, 'cancel', { kind: 'cancel' }, 'here'), style: 'danger' };
}

/** The buttons below a long list before it runs. */
export function planActions(use: ImeiUse): readonly Action[] {
  return [
    { ...plain(use, 'check', againEffect(use, { confirmed: true }), 'here'), style: 'primary' },
    plain(use, 'leave', { kind: 'dismiss' }, 'here'),
  ];
}

/** The buttons below an answer. Those for only some of its numbers open a new reply. `inFile`: the answer is a table. */
export function answerActions(use: ImeiUse, list: ImeiList, inFile = false): readonly Action[] {
  const { checked, unsure, problems } = list;
  const hasOthers = checked.length > 0 && unsure.length + problems.length > 0;
  const opens = inFile || hasOthers ? 'new' : 'here';
  return [
    ...(inFile ? tableActions(use, checked) : detailActions(use, checked, opens)),
    ...retryActions(use, checked, opens),
    ...nextActions(use, checked),
    ...(inFile ? [] : savedActions(use, list)),
    ...furtherActions(use, list, inFile, opens),
  ];
}

function plain(
  { invocation }: ImeiUse,
  id: PlainId,
  effect: Action['effect'],
  opens: Opens,
): Action {
  return { id, label: sayIn(invocation.locale)(`actions.${id}`), opens, effect };
}

function isAnswered({ outcome }: Checked): boolean {
  return outcome?.kind === 'answered';
}

/** Whether there is more to show of an answer than brand and model. */
function hasDetails(checked: readonly Checked[]): boolean {
  return checked.some((one) => deviceIn(one)?.level === 'FULL');
}

/** Lines from which these IMEIs are read again, with their labels. */
function linesOf(checked: readonly Checked[]): readonly string[] {
  return checked.map(({ found: { label, imei } }) =>
    label === undefined ? imei : `${label}: ${imei}`,
  );
}

/** The buttons for all details, and to look up a single phone again; if that failed, the former answer has its button. */
function detailActions(use: ImeiUse, checked: readonly Checked[], opens: Opens): readonly Action[] {
  const lines = linesOf(checked);
  const [first, ...more] = checked;
  const isKept =
    more.length === 0 &&
    first?.outcome?.kind === 'answered' &&
    first.outcome.answer.source !== 'service';
  const hasReplaced =
    use.fresh && more.length === 0 && /^(failed|refused)$/.test(first?.outcome?.kind ?? '');
  return [
    ...(hasReplaced || (use.detail === 'brief' && phoneOf(checked) && hasDetails(checked))
      ? [plain(use, 'full', linesEffect(use, lines, { detail: 'full', ...SAVED }), opens)]
      : []),
    ...(isKept ? [plain(use, 'fresh', linesEffect(use, lines, { fresh: true }), opens)] : []),
  ];
}

/** Buttons for the same table from saved answers: with all details, or because it could not be sent or lacks some answers. */
function tableActions(use: ImeiUse, checked: readonly Checked[]): readonly Action[] {
  if (checked.length === 0) return [];
  const file = plain(use, 'file', againEffect(use, SAVED), 'new');
  return [
    ...(use.detail === 'brief' && hasDetails(checked)
      ? [plain(use, 'full', againEffect(use, { detail: 'full', ...SAVED }), 'new')]
      : []),
    checked.every(isAnswered) ? { ...file, ifUnsent: true } : file,
  ];
}

/** The button that checks what has no answer. */
export function retryActions(
  use: ImeiUse,
  checked: readonly Checked[],
  opens: Opens,
): readonly Action[] {
  const open = checked.filter((one) => !isAnswered(one) && one.outcome?.kind !== 'later');
  const all = (...kinds: readonly string[]): boolean =>
    open.every(({ outcome }) => kinds.includes(outcome?.kind ?? ''));
  if (all('refused')) return [];
  const isOne = checked.length === 1;
  const otherwise = isOne || all('failed', 'broke') ? 'retry' : 'rest';
  const label = mayBePaid(open) ? 'retryMaybePaid' : isOne && all('unsaved') ? 'fresh' : otherwise;
  const where = open.length < checked.length ? 'new' : opens;
  return [{ ...plain(use, label, linesEffect(use, linesOf(open)), where), id: 'retry' }];
}

/**
 * The button that checks the next IMEIs of a list that is too long for one answer: it sends the same list, whose first answers are
 * saved, or only those that are left if saved answers do not count.
 */
function nextActions(use: ImeiUse, checked: readonly Checked[]): readonly Action[] {
  const later = checked.filter(({ outcome }) => outcome?.kind === 'later');
  if (later.length === 0) return [];
  const count = Math.min(later.length, use.services.settings.batchMax);
  const label = sayIn(use.invocation.locale)('actions.next', { count });
  const isFreshText = use.fresh && use.file === undefined;
  const how = { confirmed: true, fresh: isFreshText };
  const effect = isFreshText ? linesEffect(use, linesOf(later), how) : againEffect(use, how);
  return [{ id: 'next', label, opens: 'new', effect }];
}

/** The buttons that give a list as a file, and show what was answered to everyone, or whole to the person who asks. */
function savedActions(use: ImeiUse, { checked, unsure, problems }: ImeiList): readonly Action[] {
  const answered = checked.filter(isAnswered);
  if (answered.length === 0) return [];
  const isPrivate = use.invocation.visibility === 'private';
  const found = linesOf(checked).map((text, index) => ({
    line: checked[index]?.found.line ?? 0,
    text,
  }));
  const asked = unsure.map(({ line, imei }) => ({ line, text: imei }));
  const all = [...found, ...asked, ...problems].toSorted((one, other) => one.line - other.line);
  const lines = all.map(({ text }) => text);
  // People would think that a file without some of them is the whole list.
  const isShort = lines.join('\n').length <= MAX_CHARACTERS;
  const hasFile = checked.length > 1 && isShort;
  const shown = {
    ...linesEffect(use, isPrivate || !isShort ? linesOf(answered) : lines, SAVED),
    visibility: isPrivate ? 'shared' : 'private',
  } as const;
  return [
    ...(hasFile
      ? [plain(use, 'list', linesEffect(use, lines, { ...SAVED, saved: 'file' }), 'new')]
      : []),
    ...(isPrivate && answered.length > MAX_SHARED
      ? []
      : [plain(use, isPrivate ? 'share' : 'whole', shown, 'new')]),
  ];
}

/**
 * One button for each name of numbers to confirm, one for those that can be corrected, and one for each likely repair of a
 * single typo. Numbers of a table are checked with it, so that it comes back with the answers.
 */
function furtherActions(
  use: ImeiUse,
  { unsure, problems }: ImeiList,
  inFile: boolean,
  opens: Opens,
): readonly Action[] {
  if (unsure.length + problems.length === 0) return [];
  const view = viewOf(use.services, use.invocation);
  const { say } = view;
  const groups = unsureGroups(view, unsure);
  const rest = groups.slice(MAX_NAMES);
  const others = rest.flatMap(({ numbers }) => numbers);
  const corrected = [...new Set(problems.flatMap(({ problem }) => correctedIn(problem) ?? []))];
  const [first, ...more] = problems;
  const repairs = first && more.length === 0 && !inFile ? repairsOf(view, first.problem) : [];
  const offers = [
    ...groups.slice(0, MAX_NAMES).map(({ key, name, numbers }, index) => {
      const label = say('actions.checkNamed', { name, count: numbers.length });
      return { id: `ask-${index + 1}`, label, numbers, keys: [key] };
    }),
    {
      id: 'ask-rest',
      label: say('actions.checkOthers', { count: others.length }),
      numbers: others,
      keys: rest.map(({ key }) => key),
    },
    {
      id: 'complete',
      label: say('actions.complete', { count: corrected.length }),
      numbers: corrected,
      keys: [CORRECTED],
    },
    ...repairs.map((imei, index) => {
      const label = say('actions.checkThis', { imei });
      return { id: `repair-${index + 1}`, label, numbers: [imei], keys: [] };
    }),
  ].filter(({ numbers }) => numbers.length > 0);
  return offers.map(({ id, label, numbers, keys }) => ({
    id,
    label,
    opens: offers.length > 1 ? 'new' : opens,
    effect: inFile
      ? againEffect(use, { include: [...use.include, ...keys].join('\n') })
      : linesEffect(use, numbers),
  }));
}
