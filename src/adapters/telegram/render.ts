import type { InlineKeyboardButton } from 'grammy/types';
import type { ReplyFile, ReplyWithButtons, Section, Tone } from '../../core/reply/reply.ts';
import type { Say } from '../../format/texts/say.ts';
import { fitReply } from '../rendering/fit.ts';
import { isolated } from '../rendering/isolate.ts';
import { progressLine } from '../rendering/progress-line.ts';
import { fitText, visibleLine } from '../rendering/visible-text.ts';
import { wordToCopy } from '../rendering/word-to-copy.ts';
import { buttonDataOf } from './button-data.ts';
import { asFolded, type HtmlLine, htmlLine, htmlOf, textLines } from './html.ts';

/** Bot API: "1-4096 characters after entities parsing", in UTF-16 code units. */
export const MAX_TEXT_UNITS = 4_096;
/** Telegram drops further entities, so that text would lose its format and its protection. */
const MAX_ENTITIES = 100;
const FOLD_ENTITIES = 1;
/** Left for entities that Telegram makes by itself, such as a command in a text. */
const SPARE_ENTITIES = 10;
const LIMITS = {
  units: MAX_TEXT_UNITS,
  entities: MAX_ENTITIES - FOLD_ENTITIES - SPARE_ENTITIES,
} as const;
/** In a longer list no number is in monospace, to stay within the limit of entities. */
const MAX_COPYABLE = 60;
/** A longer reply is folded below its first section. Minor sections are always folded. */
const UNFOLDED_LINES = 24;
/**
 * A command with options, shown in monospace, so that a tap copies all of it. A tap on a link would
 * send the command without its options.
 */
const EXAMPLE = /^\/[a-z0-9_]+ \S/;
/** The longest label of a button. Clients cut longer ones. */
const MAX_LABEL_UNITS = 60;
/** The most characters of all labels in a row. More do not fit on a phone. */
const ROW_UNITS = 32;

const SIGNS: Readonly<Record<Tone, string>> = {
  neutral: 'ℹ️',
  progress: '⏳',
  good: '✅',
  warning: '⚠️',
  bad: '❌',
};

/** A reply in the form the Bot API takes. */
export interface TelegramMessage {
  readonly html: string;
  /** Rows of buttons. */
  readonly keyboard: InlineKeyboardButton[][];
  /** The files to send, including the whole text if it does not fit into the message. */
  readonly files: readonly ReplyFile[];
  /**
   * The hint in the field for a reply to this message; undefined if the message asks nothing back.
   */
  readonly answerHint?: string | undefined;
}

export interface TelegramRendering {
  readonly say: Say;
  /** A line above the reply, which says why it comes here and now. */
  readonly preface?: string | undefined;
  /** False if no file with the whole text can be sent. */
  readonly canSendWholeText: boolean;
}

/** Renders a reply as HTML that Telegram accepts, whatever its texts contain. */
export function renderReply(
  reply: ReplyWithButtons,
  { say, preface, canSendWholeText }: TelegramRendering,
): TelegramMessage {
  const above = preface === undefined ? [] : textLines(preface, 'i');
  const keyboard = keyboardOf(reply, say);
  const answerHint = keyboard.length === 0 ? reply.answerHint : undefined;
  const fitted = fitReply(reply, {
    lines: [...above, ...linesOf(reply, say)],
    limits: LIMITS,
    canSendWholeText,
    say,
    lineOf: (text) => htmlLine([text, 'i']),
    startOf: ({ plain }, maxUnits) => htmlLine([fitText(plain, maxUnits), 'code']),
  });
  return { html: htmlOf(fitted.lines), keyboard, files: fitted.files, answerHint };
}

/** The parameters of every text. */
export const AS_HTML = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const;

/** A short reply as plain text for a pop-up. */
export function renderAlert({ title, summary = '' }: ReplyWithButtons): string {
  return `${visibleLine(title)}\n${visibleLine(summary)}`.trim();
}

function linesOf(reply: ReplyWithButtons, say: Say): HtmlLine[] {
  const { tone, title, summary, progress, note } = reply;
  // A reply of the adapter itself has no title.
  const lines = title === '' ? [] : [htmlLine([`${SIGNS[tone]} ${visibleLine(title)}`, 'b'])];
  if (summary !== undefined) lines.push(...textLines(summary));
  if (progress !== undefined) lines.push(htmlLine([progressLine(progress)]));
  const [first = [], ...later] = reply.sections.map((section) => sectionLines(section, say));
  const rest = later.flat();
  const unfolded = [...first, ...rest].filter(({ isFolded }) => isFolded !== true);
  // A single long list is not folded: its lines are the answer.
  lines.push(...first, ...(unfolded.length > UNFOLDED_LINES ? rest.map(asFolded) : rest));
  if (note !== undefined) lines.push(htmlLine(), ...textLines(note, 'i'));
  return lines;
}

function sectionLines(section: Section, say: Say): HtmlLine[] {
  const { heading, fields, lines = [], copyable = [], isMinor } = section;
  const copyableWords = new Set(copyable.length > MAX_COPYABLE ? [] : copyable);
  const shown = [htmlLine()];
  if (heading !== undefined) shown.push(htmlLine([visibleLine(heading), 'b']));
  for (const { label, value } of fields) {
    const text = `${say('delivery.label', { label: visibleLine(label) })} `;
    shown.push(htmlLine([text], [visibleLine(value)]));
  }
  for (const text of lines) shown.push(...listedLines(text, copyableWords));
  return isMinor === true ? shown.map(asFolded) : shown;
}

/** @param copyableWords the words that a tap copies */
function listedLines(text: string, copyableWords: ReadonlySet<string>): HtmlLine[] {
  // The description of an example follows a dot. A tap does not copy it.
  const [example = ''] = text.split(' · ');
  const copyable = EXAMPLE.test(text) ? visibleLine(example) : wordToCopy(text, copyableWords);
  if (copyable === undefined) return textLines(text);
  const [before = '', ...after] = visibleLine(text).split(copyable);
  if (after.length === 0) return textLines(text);
  return [htmlLine([before], [copyable, 'code'], [after.join(copyable)])];
}

/** The rows of buttons. A row has as many as fit on a phone. */
function keyboardOf({ actions: buttons, copy }: ReplyWithButtons, say: Say) {
  const rows: InlineKeyboardButton[][] = [];
  let roomInRow = 0;
  for (const button of buttons) {
    const text = fitText(isolated(visibleLine(button.label)), MAX_LABEL_UNITS) || '…';
    if (text.length > roomInRow) {
      rows.push([]);
      roomInRow = ROW_UNITS;
    }
    roomInRow -= text.length;
    const style = button.style === undefined ? {} : { style: button.style };
    rows.at(-1)?.push({ text, callback_data: buttonDataOf(button), ...style });
  }
  if (copy === undefined) return rows;
  // Telegram copies by itself, without a press that reaches the bot.
  return [...rows, [{ text: say('telegram.copyButton'), copy_text: { text: copy } }]];
}
