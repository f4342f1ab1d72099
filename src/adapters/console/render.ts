import { styleText } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { readButtonToken } from '../../core/reply/button-token.ts';
import type {
  Button,
  Field,
  ReplyRecord,
  ReplyWithButtons,
  Section,
  Tone,
} from '../../core/reply/reply.ts';
import { bar } from '../../format/texts/phrases.ts';
import { progressLine } from '../rendering/progress-line.ts';
import { visibleLine, visibleText } from '../rendering/visible-text.ts';

/** The most columns of a label, which also has at most half of the terminal. */
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

/** The width and the colours of the output. */
export interface Page {
  /** Columns of the terminal; infinite if lines are not wrapped. */
  readonly columns: number;
  readonly colors: boolean;
}

/** The page of pipes and files. */
export const PLAIN: Page = { columns: Number.POSITIVE_INFINITY, colors: false };

/** The parts around a reply. */
export interface ConsoleRendering {
  /** A line above the reply, which says why it comes now. */
  readonly preface?: string | undefined;
  /** Whether the reply's buttons can be pressed by number. */
  readonly canPress: boolean;
  /** Lines about the reply's files, one for each. */
  readonly files: readonly string[];
}

/** A reply as a block of lines, without a final line end. */
export function renderReply(reply: ReplyWithButtons, page: Page, around: ConsoleRendering): string {
  const indented = { ...page, columns: page.columns - INDENT.length };
  const [sign, style] = TONES[reply.tone];
  const title = wrap(visibleLine(reply.title), indented.columns).map((line, index) =>
    paint(`${index === 0 ? sign : ' '} ${line}`, style, page),
  );
  const below = [
    ...body(reply, indented),
    ...around.files.map(visibleLine),
    ...(around.canPress ? [] : paragraph(reply.withoutButtons, indented)),
    ...paragraph(reply.note, indented).map((line) => paint(line, ['dim'], page)),
    ...(around.canPress ? buttonLines(reply.actions, indented) : []),
  ];
  const preface =
    around.preface === undefined ? [] : [paint(visibleLine(around.preface), ['dim'], page)];
  return [...preface, ...title, ...below.map((line) => (line === '' ? '' : INDENT + line))].join(
    '\n',
  );
}

export function stopButton({ actions }: ReplyWithButtons): Button | undefined {
  return actions.find(({ token }) => readButtonToken(token).action === 'stop');
}

/** The progress of a reply on one line that fits the terminal. */
export function renderProgress(reply: ReplyWithButtons, page: Page): string {
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
  return paint(cutTo(text, page.columns - 1 - stringWidth(hint)) + hint, ['cyan'], page);
}

/** A reply for scripts: its records, one JSON object a line; if it has none, its text as JSON. */
export function renderJson(reply: ReplyWithButtons): string {
  const words = (): ReplyRecord => ({
    title: visibleLine(reply.title),
    tone: reply.tone,
    text: [...body(reply, PLAIN), ...paragraph(reply.note, PLAIN)].join('\n').trim(),
  });
  const records = reply.records?.() ?? [];
  // The output may be a terminal, which would obey control characters.
  const visible = (_: string, value: unknown) =>
    typeof value === 'string' ? visibleText(value) : value;
  const shown = records.length > 0 ? records : [words()];
  return shown.map((record) => JSON.stringify(record, visible)).join('\n');
}

function body({ summary, progress, sections }: ReplyWithButtons, page: Page): string[] {
  const main = sections.filter(({ isMinor }) => !isMinor);
  const minor = sections.filter((section) => section.isMinor);
  return [
    ...(summary === undefined ? [] : wrap(visibleText(summary), page.columns)),
    ...(progress === undefined ? [] : [progressLine(progress)]),
    ...sectionLines(main, page),
    ...sectionLines(minor, { ...page, colors: false }).map((line) => paint(line, ['dim'], page)),
  ];
}

/** Sections below each other, with their values in one column. */
function sectionLines(sections: readonly Section[], page: Page): string[] {
  const labels = sections.flatMap(({ fields }) =>
    fields.map(({ label }) => stringWidth(visibleLine(label))),
  );
  const labelColumns = Math.min(
    MAX_LABEL_COLUMNS,
    Math.floor(page.columns / 2),
    Math.max(0, ...labels),
  );
  return sections.flatMap(({ heading, fields, lines = [] }) => [
    ...(heading === undefined ? [] : ['', paint(visibleLine(heading), ['underline'], page)]),
    ...fields.flatMap((field) => fieldLines(field, labelColumns, page)),
    ...lines.flatMap((line) => wrap(visibleText(line), page.columns)),
  ]);
}

function fieldLines({ label, value }: Field, labelColumns: number, page: Page): string[] {
  const name = cutTo(visibleLine(label), labelColumns);
  const padded = name + ' '.repeat(labelColumns - stringWidth(name));
  const hanging = ' '.repeat(labelColumns);
  return wrap(visibleLine(value), page.columns - labelColumns - GAP.length).map(
    (line, index) => (index === 0 ? paint(padded, ['dim'], page) : hanging) + GAP + line,
  );
}

/** A text below an empty line. */
function paragraph(text: string | undefined, { columns }: Page): string[] {
  return text === undefined ? [] : ['', ...wrap(visibleText(text), columns)];
}

function buttonLines(buttons: readonly Button[], page: Page): string[] {
  const labels = buttons.map(({ label }, index) => `[${index + 1}] ${visibleLine(label)}`);
  return paragraph(labels.length === 0 ? undefined : labels.join(GAP), page);
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

function paint(text: string, style: Style, { colors }: Page): string {
  // The caller decides about colours. By default, newer versions of Node.js check stdout again:
  // https://nodejs.org/api/util.html#utilstyletextformat-text-options
  return colors && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
