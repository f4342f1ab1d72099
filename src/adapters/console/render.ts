import { styleText } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { Button, Field, ReplyRecord, Section, ShownReply, Tone } from '../../core/reply.ts';
import { bar } from '../../format/phrases.ts';
import { isOfAction } from '../../words/typed-press.ts';
import { visibleLine, visibleText } from '../visible-text.ts';

/** Most columns of a label; never more than half of the terminal. */
const MAX_LABEL_COLUMNS = 32;
const INDENT = '  ';
const GAP = '  ';

type Style = Parameters<typeof styleText>[0];

const TONES: Readonly<Record<Tone, readonly [sign: string, style: Style]>> = {
  neutral: ['•', ['bold']],
  progress: ['…', ['bold', 'cyan']],
  good: ['✔', ['bold', 'green']],
  warning: ['!', ['bold', 'yellow']],
  bad: ['✖', ['bold', 'red']],
};

/** The form of the output. */
export interface OutputFormat {
  /** Columns of the terminal; infinite if lines are not wrapped. */
  readonly columns: number;
  /** Whether to use ANSI colours. */
  readonly colors: boolean;
}

/** For pipes and files. */
export const PLAIN: OutputFormat = { columns: Number.POSITIVE_INFINITY, colors: false };

/** What is shown with a reply. */
export interface ConsoleRendering {
  /** A line above the reply. */
  readonly heading?: string | undefined;
  /** Whether the reply's buttons can be pressed by number. */
  readonly buttons: boolean;
  /** What happened to the reply's files, one line each. */
  readonly files: readonly string[];
}

/** A reply as a block of lines, without a final line end. */
export function renderReply(
  reply: ShownReply,
  format: OutputFormat,
  around: ConsoleRendering,
): string {
  const columns = format.columns - INDENT.length;
  const [sign, style] = TONES[reply.tone];
  const title = wrap(visibleLine(reply.title), columns).map((line, index) =>
    paint(`${index === 0 ? sign : ' '} ${line}`, style, format),
  );
  const page = { ...format, columns };
  const below = [
    ...body(reply, page),
    ...around.files.map(visibleLine),
    ...(around.buttons ? [] : paragraph(reply.withoutButtons, page)),
    ...paragraph(reply.note, page).map((line) => paint(line, ['dim'], format)),
    ...(around.buttons ? buttonLines(reply.actions, page) : []),
  ];
  const heading =
    around.heading === undefined ? [] : [paint(visibleLine(around.heading), ['dim'], format)];
  return [...heading, ...title, ...below.map((line) => (line === '' ? '' : INDENT + line))].join(
    '\n',
  );
}

/** The button that stops a running reply. */
export function stopButton({ actions }: ShownReply): Button | undefined {
  return actions.find(({ token }) => isOfAction(token, 'stop'));
}

/** The progress of a reply on one line that fits the terminal. */
export function renderProgress(reply: ShownReply, format: OutputFormat): string {
  const { tone, title, summary, progress } = reply;
  const shown = [
    progress && bar(progress.done, progress.total),
    visibleLine(title),
    summary && `· ${visibleLine(summary)}`,
  ];
  const text = [TONES[tone][0], ...shown.filter((part) => part !== undefined)].join(' ');
  const stop = stopButton(reply);
  const hint = stop === undefined ? '' : ` [Ctrl-C] ${visibleLine(stop.label)}`;
  // One column stays free: behind the last one, the cursor moves to the next line.
  return paint(cutTo(text, format.columns - 1 - stringWidth(hint)) + hint, ['cyan'], format);
}

/** A reply for scripts: its records, one JSON object a line; if it has none, its text as JSON. */
export function renderJson(reply: ShownReply): string {
  const words = (): ReplyRecord => ({
    title: visibleLine(reply.title),
    tone: reply.tone,
    text: [...body(reply, PLAIN), ...paragraph(reply.note, PLAIN)].join('\n').trim(),
  });
  const records = reply.records?.() ?? [];
  // The output may be a terminal.
  const visible = (_: string, value: unknown) =>
    typeof value === 'string' ? visibleText(value) : value;
  const shown = records.length > 0 ? records : [words()];
  return shown.map((record) => JSON.stringify(record, visible)).join('\n');
}

function body({ summary, progress, sections }: ShownReply, format: OutputFormat): string[] {
  const main = sections.filter(({ minor }) => !minor);
  const minor = sections.filter((section) => section.minor);
  return [
    ...(summary === undefined ? [] : wrap(visibleText(summary), format.columns)),
    ...(progress
      ? [`${bar(progress.done, progress.total)} ${progress.done}/${progress.total}`]
      : []),
    ...sectionLines(main, format),
    ...sectionLines(minor, { ...format, colors: false }).map((line) =>
      paint(line, ['dim'], format),
    ),
  ];
}

/** Sections below each other, with their values in one column. */
function sectionLines(sections: readonly Section[], format: OutputFormat): string[] {
  const labels = sections.flatMap(({ fields }) =>
    fields.map(({ label }) => stringWidth(visibleLine(label))),
  );
  const labelColumns = Math.min(
    MAX_LABEL_COLUMNS,
    Math.floor(format.columns / 2),
    Math.max(0, ...labels),
  );
  return sections.flatMap(({ heading, fields, lines = [] }) => [
    ...(heading === undefined ? [] : ['', paint(visibleLine(heading), ['underline'], format)]),
    ...fields.flatMap((field) => fieldLines(field, labelColumns, format)),
    ...lines.flatMap((line) => wrap(visibleText(line), format.columns)),
  ]);
}

function fieldLines({ label, value }: Field, labelColumns: number, format: OutputFormat): string[] {
  const name = cutTo(visibleLine(label), labelColumns);
  const padded = name + ' '.repeat(labelColumns - stringWidth(name));
  const hanging = ' '.repeat(labelColumns);
  return wrap(visibleLine(value), format.columns - labelColumns - GAP.length).map(
    (line, index) => (index === 0 ? paint(padded, ['dim'], format) : hanging) + GAP + line,
  );
}

/** A text below an empty line. */
function paragraph(text: string | undefined, { columns }: OutputFormat): string[] {
  return text === undefined ? [] : ['', ...wrap(visibleText(text), columns)];
}

function buttonLines(buttons: readonly Button[], format: OutputFormat): string[] {
  const labels = buttons.map(({ label }, index) => `[${index + 1}] ${visibleLine(label)}`);
  return paragraph(labels.length === 0 ? undefined : labels.join(GAP), format);
}

export function wrap(text: string, columns: number): string[] {
  return wrapAnsi(text, columns, { hard: true }).split('\n');
}

/** Cuts a text to a width; an ellipsis replaces the rest. */
function cutTo(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  const [start = ''] = wrapAnsi(text, Math.max(1, columns - 1), {
    hard: true,
    wordWrap: false,
  }).split('\n');
  return `${start.trimEnd()}…`;
}

function paint(text: string, style: Style, { colors }: OutputFormat): string {
  // The caller decides about colours; newer versions of Node would check stdout again.
  return colors && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
