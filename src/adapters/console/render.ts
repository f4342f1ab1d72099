import { styleText } from 'node:util';
import type { Button, Field, ReplyRecord, Section, ShownReply, Tone } from '../../core/reply.ts';
import { visibleLine, visibleText } from '../shown-reply.ts';
import { cutTo, padTo, textWidth, wrap } from './text-width.ts';

/** Longer lines are hard to read, even in a wide window. */
const MAX_COLUMNS = 100;
/** On a narrower terminal lines have this width, and the terminal wraps them. */
const MIN_COLUMNS = 20;
/** Most columns of a label; never more than half of the terminal. */
const MAX_LABEL_COLUMNS = 32;
const BAR_COLUMNS = 20;
/** Columns reserved for the progress text before anything else is added. */
const MIN_PROGRESS_COLUMNS = 40;
const INDENT = '  ';
const GAP = '  ';

const SIGNS: Readonly<Record<Tone, string>> = {
  neutral: '•',
  progress: '…',
  good: '✔',
  warning: '!',
  bad: '✖',
};

type Style = Parameters<typeof styleText>[0];

const TONE_STYLES: Readonly<Record<Tone, Style>> = {
  neutral: ['bold'],
  progress: ['bold', 'cyan'],
  good: ['bold', 'green'],
  warning: ['bold', 'yellow'],
  bad: ['bold', 'red'],
};

/** The form of the output. */
export interface Look {
  /** Columns of the terminal; infinite if lines are not wrapped. */
  readonly columns: number;
  /** Whether to use ANSI colours. */
  readonly colors: boolean;
}

/** What accompanies a reply. */
export interface RenderContext {
  /** A line above the reply. */
  readonly heading?: string;
  /** Whether the reply's buttons can be pressed by number. */
  readonly buttons: boolean;
  /** What happened to the reply's files, one line each. */
  readonly files: readonly string[];
}

/** Wraps a text that is no reply to the width of replies. */
export function renderText(text: string, columns: number): string {
  return wrap(visibleLine(text), readableColumns(columns)).join('\n');
}

/** A reply as a block of lines, without a final line end. */
export function renderReply(reply: ShownReply, look: Look, around: RenderContext): string {
  const page: Look = { ...look, columns: readableColumns(look.columns) };
  return [
    ...(around.heading === undefined ? [] : [paint(visibleLine(around.heading), ['dim'], look)]),
    ...titleLines(reply, page),
    ...indented(body(reply, inside(page)).concat(around.files.map(visibleLine))),
    ...indented(around.buttons ? [] : textLines(reply.withoutButtons, inside(page))),
    ...indented(noteLines(reply.note, inside(page))),
    ...indented(around.buttons ? buttonLines(buttonsHere(reply), inside(page)) : []),
  ].join('\n');
}

/** The buttons that apply here: nobody else reads this terminal, so buttons that share are left out. */
export function buttonsHere({ actions }: ShownReply): readonly Button[] {
  return actions.filter(
    ({ shares, whispers, ifUnsent }) => shares !== true && whispers !== true && ifUnsent !== true,
  );
}

/** The progress of a reply on one line that fits the terminal. */
export function renderProgress(reply: ShownReply, look: Look): string {
  const text = [
    SIGNS[reply.tone],
    ...(reply.progress === undefined ? [] : [bar(reply.progress)]),
    visibleLine(reply.title),
    ...(reply.summary === undefined ? [] : ['·', visibleLine(reply.summary)]),
  ].join(' ');
  // One column stays free: behind the last one, the cursor moves to the next line.
  const room = Math.max(1, look.columns - 1);
  const stop = cancelButton(reply);
  const hint = stop === undefined ? '' : ` [Ctrl-C] ${visibleLine(stop.label)}`;
  const rest = room - textWidth(hint);
  const line = rest < MIN_PROGRESS_COLUMNS ? cutTo(text, room) : cutTo(text, rest) + hint;
  return paint(line, ['cyan'], look);
}

/** A reply for scripts: its records, one JSON object a line; if it has none, its text as JSON. */
export function renderJson(reply: ShownReply): string {
  const look: Look = { columns: Number.POSITIVE_INFINITY, colors: false };
  const said = (): ReplyRecord => ({
    title: visibleLine(reply.title),
    tone: reply.tone,
    text: [...body(reply, look), ...noteLines(reply.note, look)].join('\n').trim(),
  });
  const records = reply.records?.() ?? [];
  return (records.length > 0 ? records : [said()])
    .map((record) => JSON.stringify(record).replace(HARMFUL, escapeUnits))
    .join('\n');
}

/** The button that stops a running reply: the dangerous one, or the only one; undefined if there is neither. */
export function cancelButton(reply: ShownReply): Button | undefined {
  const actions = buttonsHere(reply);
  return actions.find(({ style }) => style === 'danger') ?? (actions.length === 1 ? actions[0] : undefined);
}

/** What a terminal would take for more than a character of a string; JSON keeps it, written as its code. */
const HARMFUL = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

function titleLines({ tone, title }: ShownReply, look: Look): string[] {
  const lines = wrap(visibleLine(title), look.columns - INDENT.length);
  return lines.map((line, index) =>
    paint(`${index === 0 ? SIGNS[tone] : ' '} ${line}`, TONE_STYLES[tone], look),
  );
}

function body({ summary, progress, sections }: ShownReply, look: Look): string[] {
  const main = sections.filter(({ minor }) => !minor);
  const minor = sections.filter((section) => section.minor);
  return [
    ...(summary === undefined ? [] : wrap(visibleText(summary), look.columns)),
    ...(progress === undefined ? [] : [`${bar(progress)} ${progress.done}/${progress.total}`]),
    ...sectionsLines(main, look),
    ...sectionsLines(minor, { ...look, colors: false }).map((line) => paint(line, ['dim'], look)),
  ];
}

/** Sections below each other, with their values in one column. */
function sectionsLines(sections: readonly Section[], look: Look): string[] {
  const labels = sections.flatMap(({ fields }) => fields.map(({ label }) => textWidth(visibleLine(label))));
  const labelColumns = Math.min(MAX_LABEL_COLUMNS, Math.floor(look.columns / 2), Math.max(0, ...labels));
  return sections.flatMap((section) => sectionLines(section, labelColumns, look));
}

function sectionLines({ heading, fields, lines }: Section, labelColumns: number, look: Look): string[] {
  return [
    ...(heading === undefined ? [] : ['', paint(visibleLine(heading), ['underline'], look)]),
    ...fields.flatMap((field) => fieldLines(field, labelColumns, look)),
    ...(lines ?? []).flatMap((line) => wrap(visibleText(line), look.columns)),
  ];
}

function fieldLines({ label, value }: Field, labelColumns: number, look: Look): string[] {
  const name = cutTo(visibleLine(label), labelColumns);
  const [first = '', ...more] = wrap(visibleLine(value), look.columns - labelColumns - GAP.length);
  const hanging = ' '.repeat(labelColumns + GAP.length);
  return [
    `${paint(padTo(name, labelColumns), ['dim'], look)}${GAP}${first}`,
    ...more.map((line) => `${hanging}${line}`),
  ];
}

function noteLines(note: string | undefined, look: Look): string[] {
  return textLines(note, look).map((line) => paint(line, ['dim'], look));
}

/** A text below an empty line; none where there is none. */
function textLines(text: string | undefined, look: Look): string[] {
  return text === undefined ? [] : ['', ...wrap(visibleText(text), look.columns)];
}

function buttonLines(buttons: readonly Button[], look: Look): string[] {
  if (buttons.length === 0) return [];
  const lines: string[] = [];
  for (const [index, { label }] of buttons.entries()) {
    const shown = cutTo(`[${index + 1}] ${visibleLine(label)}`, look.columns);
    const before = lines.at(-1);
    const longer = before === undefined ? shown : before + GAP + shown;
    if (before !== undefined && textWidth(longer) <= look.columns) lines[lines.length - 1] = longer;
    else lines.push(shown);
  }
  return ['', ...lines];
}

function bar({ done, total }: { readonly done: number; readonly total: number }): string {
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const full = Math.floor(share * BAR_COLUMNS);
  return '█'.repeat(full) + '░'.repeat(BAR_COLUMNS - full);
}

function readableColumns(columns: number): number {
  return Number.isFinite(columns) ? Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns)) : columns;
}

/** The width left inside an indentation. */
function inside(look: Look): Look {
  return { ...look, columns: look.columns - INDENT.length };
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `${INDENT}${line}`));
}

function paint(text: string, style: Style, { colors }: Look): string {
  // The caller decides about colours; newer versions of Node would check stdout again.
  return colors && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
