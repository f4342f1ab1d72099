import type { Action, Reply, ReplyRecord } from '../../src/core/reply.ts';
import { planReply, withAside } from '../../src/format/imei/plan.ts';
import { problemRecord, unconfirmedRecord } from '../../src/format/imei/records.ts';
import type { Aside, Findings, FoundImei } from '../../src/imei/find/findings.ts';
import { asideLines, heldLines, lineWith } from '../../src/imei/find/written.ts';
import type { RowPlace, TableSummary } from '../../src/tables/job.ts';
import { viewOf } from '../define.ts';
import { imeiEffect, partOf } from './actions.ts';
import { savedAnswers } from './check.ts';
import type { ImeiUse } from './use.ts';

const BEGINNING: Required<RowPlace> = { table: 0, row: 0, skipped: 0 };

/** Shows a list before it runs that is long or doubtful: cost and duration, with a button to start it. */
export async function planFor(
  use: ImeiUse,
  { found, problems, duplicates }: Findings,
  isDoubtful = false,
): Promise<Reply> {
  const { needs, invocation, detail, fresh } = use;
  const cost = await costOf(use, found);
  const known = found.length - cost;
  const view = viewOf(needs, invocation);
  const asked = use.file === undefined ? askedFor(use, found) : partOf(use, use.file);
  const actions: readonly Action[] = [
    {
      id: 'check',
      label: view.say('actions.checkThem'),
      style: 'primary',
      opens: 'here',
      effect: imeiEffect(use, { ...asked, detail, fresh, confirmed: true, told: String(cost) }),
    },
    { id: 'leave', label: view.say('actions.leaveThem'), opens: 'here', effect: { kind: 'dismiss' } },
  ];
  return {
    ...planReply(view, {
      valid: found.length,
      duplicates,
      problems,
      known,
      isDoubtful,
      isLong: found.length > needs.settings.batchConfirm,
      durationMs: needs.checker.estimate(cost, use.invocation.requester).batchMs,
      pricePerCheck: needs.settings.pricePerCheck,
    }),
    actions,
    records: () => [
      ...found.map((one) => unconfirmedRecord(view, one)),
      ...problems.map((problem) => problemRecord(view, problem)),
    ],
  };
}

/**
 * Whether the list runs without being shown first: it was confirmed, and costs no more than was told then, though saved answers
 * expire and a file may be another by the time a button is pressed.
 */
export async function isConfirmed(use: ImeiUse, { found }: Findings): Promise<boolean> {
  const { confirmed, told = found.length } = use;
  return confirmed && (found.length <= told || (await costOf(use, found)) <= told);
}

/** How many checks the IMEIs cost at most. */
async function costOf(use: ImeiUse, found: readonly FoundImei[]): Promise<number> {
  return use.fresh ? found.length : found.length - (await savedAnswers(use, found)).size;
}

function askedFor({ rows, text }: ImeiUse, found: readonly FoundImei[]) {
  // The text of a part has what comes behind it as well.
  return rows === undefined ? { imei: found.map(({ imei }) => imei).join('\n') } : { imei: text, rows };
}

/**
 * Adds to an answer what was not checked unasked, where there is something, and a button that checks it: what was found now, and what the
 * answer had whose button was pressed.
 */
export function answerAside(
  use: ImeiUse,
  states: AsyncIterable<Reply>,
  found: readonly Aside[] = [],
): AsyncIterable<Reply> {
  const aside = [...found, ...use.aside];
  return aside.length > 0 ? askingAside(use, states, aside) : states;
}

async function* askingAside(
  use: ImeiUse,
  states: AsyncIterable<Reply>,
  aside: readonly Aside[],
): AsyncGenerator<Reply> {
  const view = viewOf(use.needs, use.invocation);
  const all = [...new Set(aside.flatMap(({ imeis }) => imeis))];
  const values = { imei: all.join('\n'), detail: use.detail, fresh: use.fresh, confirmed: false };
  const action: Action = {
    id: 'aside',
    label: view.say('actions.checkAside', { count: all.length }),
    opens: 'new',
    effect: imeiEffect({ ...use, onePhone: undefined }, values),
  };
  for await (const state of states) {
    if (state.tone === 'progress') yield state;
    else {
      const { records } = state;
      const asked = (): readonly ReplyRecord[] => all.map((imei) => unconfirmedRecord(view, { imei }));
      yield {
        ...withAside(view, state, aside),
        actions: [...(state.actions ?? []).map((one) => withAsideKept(use, one, aside)), action],
        ...(records && { records: () => [...records(), ...asked()] }),
      };
    }
  }
}

/**
 * A button whose answer takes the place of this one, so that what was not checked is asked about below it as well. That of a file has
 * the file read again.
 */
function withAsideKept(use: ImeiUse, action: Action, aside: readonly Aside[]): Action {
  const { effect, opens } = action;
  if (opens !== 'here' || effect.kind !== 'invoke' || effect.options.kind !== 'values') return action;
  if (use.file !== undefined) return action;
  const values = { ...effect.options.values, aside: asideLines(aside) };
  return { ...action, effect: { ...effect, options: { kind: 'values', values } } };
}

/** A button for a part of the IMEIs of a text; it has those behind as well. Nothing is checked before it is confirmed. */
export function textPartAction(use: ImeiUse, left: readonly FoundImei[], before: number): Action {
  const { say } = viewOf(use.needs, use.invocation);
  const { detail, fresh, needs } = use;
  const lines = left.map((one) => lineWith(one.label, one.imei));
  const held = heldLines(lines);
  const to = before + Math.min(held.length, needs.settings.batchMax);
  const values = { imei: held.join('\n'), rows: String(before + 1), detail, fresh, confirmed: false };
  const label = say('actions.checkNumbers', { from: before + 1, to });
  return { id: 'part', label, opens: 'new', effect: imeiEffect(use, values) };
}

/** Divides the findings of a text: the part that is asked for, and the button to the next one. */
export function textPart(
  use: ImeiUse,
  { found }: Findings,
): { readonly use: ImeiUse; readonly findings: Findings } {
  const most = use.needs.settings.batchMax;
  const before = Math.max(0, Math.trunc(Number(use.rows)) - 1 || 0);
  const left = found.slice(most);
  const next = left.length === 0 ? undefined : textPartAction(use, left, before + most);
  return { use: { ...use, next }, findings: { found: found.slice(0, most), problems: [], duplicates: 0 } };
}

/** Where the part of a file starts that a button asks for: `table:row`, or `table:row:skipped` in a row that is divided. */
export function partStart({ rows }: ImeiUse): RowPlace | undefined {
  if (rows === undefined) return undefined;
  const [table = 0, row = 0, skipped = 0] = rows
    .split(':')
    .map((part) => Math.max(0, Math.trunc(Number(part)) || 0));
  return { table, row, skipped };
}

/** The rows of each table that the part of a file has, as indexes, without the last one. */
export function partRows(start: RowPlace, { tables, tooManyAt, divided }: TableSummary) {
  const end = divided === undefined ? 1 : 0;
  const last = tables.at(-1)?.table;
  return (table: number) => ({
    from: table === start.table ? start.row : 0,
    to: table === last && tooManyAt !== undefined ? tooManyAt - end : Number.MAX_SAFE_INTEGER,
  });
}

/** The button to the first part of a file that has too many numbers, or to the next one; undefined if there is none. */
export function filePartAction(use: ImeiUse, summary: TableSummary, isFirst: boolean): Action | undefined {
  const { file, detail, fresh } = use;
  const { tables, tooManyAt, nextUntil = 0, divided } = summary;
  if (file === undefined || tooManyAt === undefined) return undefined;
  const { say } = viewOf(use.needs, use.invocation);
  const { batchMax } = use.needs.settings;
  const skipped = divided?.until ?? 0;
  const place = isFirst ? BEGINNING : { table: tables.at(-1)?.table ?? 0, row: tooManyAt - 1, skipped };
  const rows = isFirst ? { from: 1, to: tooManyAt - 1 } : { from: tooManyAt, to: nextUntil };
  const numbers = isFirst
    ? { from: 1, to: batchMax }
    : { from: skipped + 1, to: Math.min(skipped + batchMax, divided?.of ?? 0) };
  const isByNumber = divided !== undefined || (isFirst && tables.length > 1);
  const label = isByNumber ? say('actions.checkNumbers', numbers) : say('actions.checkRows', rows);
  const start = [place.table, place.row, ...(place.skipped ? [place.skipped] : [])].join(':');
  const values = { file, rows: start, detail, fresh, confirmed: false };
  return { id: 'part', label, opens: 'new', effect: imeiEffect(use, values) };
}
