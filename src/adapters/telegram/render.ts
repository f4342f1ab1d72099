import type { InlineKeyboardButton } from 'grammy/types';
import type { Button, Field, ReplyFile, Section, ShownReply, Tone } from '../../core/reply.ts';
import { bar } from '../../format/phrases.ts';
import { isolated } from '../../format/reply/isolate.ts';
import type { Say } from '../../format/words/say.ts';
import { visibleLine, visibleText } from '../shown-reply.ts';
import {
  cutLines,
  cutUnits,
  EMPTY_LINE,
  fits,
  type Line,
  line,
  plainLine,
  plainOf,
  type Style,
  textsOf,
  withoutCopies,
} from './lines.ts';

/** A reply with more lines is folded below its first section; its small print always is. */
const UNFOLDED_LINES = 24;
/** A command with options: as a link, a tap would send it without them; in monospace it is copied whole. */
const EXAMPLE = /^\/[a-z0-9_]+ \S/;
/** Clients cut longer labels anyway. */
const MAX_LABEL_UNITS = 60;
/** Most characters of all labels in a row; more do not fit on a phone. */
const ROW_UNITS = 32;
/** Bot API 7.11: what a button copies has 1 to 256 characters. */
const MAX_COPY_UNITS = 256;

const SIGNS: Readonly<Record<Tone, string>> = {
  neutral: 'ℹ️',
  progress: '⏳',
  good: '✅',
  warning: '⚠️',
  bad: '❌',
};

/** A reply in the form the Bot API takes. */
export interface RenderedReply {
  /** HTML */
  readonly html: string;
  /** The same without formatting, in case the HTML is refused. */
  readonly plain: string;
  /** Rows of buttons. */
  readonly keyboard: InlineKeyboardButton[][];
  /** The files to send, including the whole text if it does not fit into the message. */
  readonly files: readonly ReplyFile[];
  /** What stands in the field for the answer to a message that asks back; undefined if it does not. */
  readonly asksBack?: string;
}

/** What a reply is rendered for. */
export interface RenderContext {
  readonly say: Say;
  /** Whether files can be sent to the target. */
  readonly files: boolean;
  /** Whom a button of the reply may show more or less than the reply does; nobody where all who are there read it. */
  readonly buttonsFor?: 'everyone' | 'asker' | undefined;
}

/** Renders a reply as HTML that Telegram accepts, whatever its texts contain. */
export function renderReply(reply: ShownReply, { say, files, buttonsFor }: RenderContext): RenderedReply {
  const all = [...headLines(reply), ...bodyLines(reply, say), ...noteLines(reply)];
  // Of a long list, all lines count more than that its numbers are easy to copy.
  const lines = fits(all) ? all : all.map(withoutCopies);
  const keyboard = keyboardOf(reply, say, buttonsFor);
  const asksBack = keyboard.length === 0 ? reply.asksBack?.placeholder : undefined;
  if (lines === all || fits(lines))
    return { ...textsOf(lines), keyboard, files: reply.files, ...(asksBack !== undefined && { asksBack }) };
  const whole = textFile(say('telegram.replyFileName'), withoutMarks(plainOf(lines)));
  const last = files ? say('telegram.restInFile', { file: whole.name }) : say('telegram.restLeftOut');
  return {
    ...textsOf(cutLines(lines, { spans: [{ text: last, style: 'i' }] })),
    keyboard,
    files: files ? [whole, ...reply.files] : reply.files,
  };
}

/** What a message says, and its buttons. */
export function contentOf(rendered: RenderedReply) {
  return { ...formOf(rendered), reply_markup: { inline_keyboard: rendered.keyboard } };
}

/** Whether the text is sent as HTML; unformatted text is sent without a parse mode. */
export function formOf({ html, plain }: Pick<RenderedReply, 'html' | 'plain'>) {
  const form = html === plain ? {} : { parse_mode: 'HTML' as const };
  return { link_preview_options: { is_disabled: true }, ...form };
}

/** A short reply as plain text for a pop-up. */
export function renderAlert({ title, summary }: ShownReply): string {
  return [title, summary]
    .map((text) => visibleLine(text ?? ''))
    .join('\n')
    .trim();
}

function headLines({ tone, title, summary, progress }: ShownReply): Line[] {
  return [
    line({ text: `${SIGNS[tone]} ${visibleLine(title)}`, style: 'b' }),
    ...(summary === undefined ? [] : textLines(summary, 'text')),
    ...(progress === undefined
      ? []
      : [plainLine(`${bar(progress.done, progress.total)} ${progress.done}/${progress.total}`)]),
  ];
}

function bodyLines({ sections }: ShownReply, say: Say): Line[] {
  const [first = [], ...others] = sections.map((section) => sectionLines(section, say));
  const rest = others.flat();
  const all = [...first, ...rest];
  if (all.length <= UNFOLDED_LINES) return all;
  const open = all.filter(({ folded }) => folded !== true);
  // A single long list is not folded: its lines are the answer.
  return open.length > UNFOLDED_LINES ? [...first, ...rest.map(asFolded)] : all;
}

function asFolded(one: Line): Line {
  return { ...one, folded: true };
}

function sectionLines({ heading, fields, lines = [], copyable = [], minor }: Section, say: Say): Line[] {
  const copied = new Set(copyable);
  const shown = [EMPTY_LINE];
  if (heading !== undefined) shown.push(line({ text: visibleLine(heading), style: 'b' }));
  for (const field of fields) shown.push(fieldLine(field, say));
  for (const text of lines) shown.push(...listedLines(text, copied));
  return minor === true ? shown.map(asFolded) : shown;
}

/** @param copied the words that a tap copies */
function listedLines(text: string, copied: ReadonlySet<string>): Line[] {
  if (EXAMPLE.test(text)) return [exampleLine(text)];
  const copy = copied.size === 0 ? undefined : text.split(' ').find((word) => copied.has(word));
  return copy === undefined ? textLines(text, 'text') : [copyLine(visibleLine(text), copy)];
}

function copyLine(text: string, copy: string): Line {
  const from = text.indexOf(copy);
  if (from < 0) return plainLine(text);
  return line(
    { text: text.slice(0, from), style: 'text' },
    { text: copy, style: 'copy' },
    { text: text.slice(from + copy.length), style: 'text' },
  );
}

/** What it does stands behind a dot and is not copied with it. */
function exampleLine(text: string): Line {
  const typed = visibleLine(text.split(' · ')[0] ?? text);
  return line({ text: typed, style: 'code' }, { text: visibleLine(text).slice(typed.length), style: 'text' });
}

function fieldLine({ label, value, copyable }: Field, say: Say): Line {
  return line(
    { text: `${say('telegram.label', { label: visibleLine(label) })} `, style: 'text' },
    { text: visibleLine(value), style: copyable ? 'code' : 'text' },
  );
}

function noteLines({ note }: ShownReply): Line[] {
  return note === undefined ? [] : [EMPTY_LINE, ...textLines(note, 'i')];
}

function textLines(text: string, style: Style): Line[] {
  return visibleText(text)
    .split('\n')
    .map((one) => line({ text: one, style }));
}

/** Text copied from a file must not contain the marks. */
function withoutMarks(text: string): string {
  return text.replace(/[\u2066\u2069]/gu, '');
}

function textFile(name: string, text: string): ReplyFile {
  return { name, contentType: 'text/plain; charset=utf-8', data: new TextEncoder().encode(text) };
}

/** The buttons of a reply in rows. */
function keyboardOf(
  { actions, copy }: ShownReply,
  say: Say,
  buttonsFor: RenderContext['buttonsFor'],
): InlineKeyboardButton[][] {
  const rows: InlineKeyboardButton[][] = [];
  let room = 0;
  for (const action of actions) {
    if (action.ifUnsent === true || !isFor(action, buttonsFor)) continue;
    const button = buttonOf(action);
    const { length } = button.text;
    if (length <= room) rows.at(-1)?.push(button);
    else {
      rows.push([button]);
      room = ROW_UNITS;
    }
    room -= length;
  }
  return copy === undefined ? rows : [...rows, [copyButton(copy, say)]];
}

function isFor({ shares, whispers }: Button, buttonsFor: RenderContext['buttonsFor']): boolean {
  return (shares !== true || buttonsFor === 'everyone') && (whispers !== true || buttonsFor === 'asker');
}

/** The data of a button: opens here, opens something new, shares that or whispers it to the asker; and the token. */
export const PRESS_DATA = /^([hnsw])([\w.-]{1,40})$/;

/** Bot API: at most 64 bytes. */
export function pressData({ opens, token, shares, whispers }: Button): string {
  if (shares === true) return `s${token}`;
  if (whispers === true) return `w${token}`;
  return `${opens === 'here' ? 'h' : 'n'}${token}`;
}

function buttonOf(action: Button): InlineKeyboardButton {
  const text = cutUnits(isolated(visibleLine(action.label)), MAX_LABEL_UNITS) || '…';
  const { style } = action;
  return { text, callback_data: pressData(action), ...(style !== undefined && { style }) };
}

/** Copies without a press that would reach the bot. */
function copyButton(copy: string, say: Say): InlineKeyboardButton {
  return { text: say('telegram.copyButton'), copy_text: { text: cutUnits(copy, MAX_COPY_UNITS) } };
}
