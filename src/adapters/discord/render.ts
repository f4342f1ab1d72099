import {
  type APIButtonComponentWithCustomId,
  type APIEmbed,
  ButtonStyle,
  bold,
  ComponentType,
  HeadingLevel,
  heading,
  inlineCode,
  type RESTPostAPIChannelMessageJSONBody,
  subtext,
} from 'discord.js';
import type {
  Button,
  Field,
  ReplyFile,
  Section,
  ShownReply,
  Tone,
} from '../../core/reply/reply.ts';
import type { Say } from '../../format/texts/say.ts';
import { type CountedLine, fitReply } from '../rendering/fit.ts';
import { isolated } from '../rendering/isolate.ts';
import { progressLine, wordToCopy } from '../rendering/lines.ts';
import { fitText, visibleLine, visibleText } from '../rendering/visible-text.ts';
import { buttonDataOf } from './button-data.ts';

/** Discord's limits, in characters. */
const MAX_CONTENT = 2_000;
const MAX_DESCRIPTION = 4_096;
const MAX_EMBEDS_IN_ALL = 6_000;
const MAX_BUTTON_LABEL = 80;
const MAX_ALT_TEXT = 1_024;
const BUTTONS_IN_A_ROW = 5;
const MAX_ROWS = 5;
/** Half of Discord's limit of a title, since escaping doubles its length at most. */
const MAX_TITLE = 128;
/** Discord allows 2,048. */
const MAX_FOOTER = 500;

const COLORS: Readonly<Record<Tone, number>> = {
  neutral: 0x5865f2,
  progress: 0x3498db,
  good: 0x2ecc71,
  warning: 0xf1c40f,
  bad: 0xe74c3c,
};
const STYLES = { primary: ButtonStyle.Primary, danger: ButtonStyle.Danger } as const;

/** Characters with a meaning in Discord's Markdown, and the colon of a link. */
const SPECIAL = /[\\*_~|`<>[\]@]|:(?=\/)/gu;
/** Headings, lists, quotes and small print at the start of a line. */
const LINE_START = /^(\s*)([#+-])/u;
const NUMBERED_LINE = /^(\s*\d+)([.)])/u;

/** A message as Discord's API takes it, with its files. */
export interface DiscordMessage {
  readonly body: RESTPostAPIChannelMessageJSONBody;
  readonly files: readonly ReplyFile[];
}

export interface DiscordRendering {
  /** The Discord id of the person who may press the buttons. */
  readonly asker: string;
  /** The adapter's own texts. */
  readonly say: Say;
  /** The bot may not send embeds there. */
  readonly isPlain: boolean;
  /** A line above the reply, which says why it comes here and now. */
  readonly preface: string | undefined;
  /** False if Discord has refused the file with the whole text. */
  readonly canSendWholeText: boolean;
}

/** Renders a reply within Discord's limits; what does not fit goes into a file. */
export function renderReply(reply: ShownReply, rendering: DiscordRendering): DiscordMessage {
  const { content, embeds, files } = rendering.isPlain
    ? plainMessage(reply, rendering)
    : embedMessage(reply, rendering);
  return {
    body: {
      content,
      embeds,
      components: buttonRows(reply.actions, rendering.asker),
      attachments: files.map(({ altText }, id) => ({
        id: String(id),
        description: altText?.slice(0, MAX_ALT_TEXT),
      })),
      allowed_mentions: { parse: [], replied_user: false },
    },
    files,
  };
}

/** The texts of a message, with the files to send. */
interface MessageTexts {
  readonly content: string;
  readonly embeds: APIEmbed[];
  readonly files: readonly ReplyFile[];
}

function embedMessage(reply: ShownReply, rendering: DiscordRendering): MessageTexts {
  const title = titleOf(reply);
  const footer = noteOf(reply);
  const room = Math.min(MAX_DESCRIPTION, MAX_EMBEDS_IN_ALL - title.length - footer.length);
  const { text, files } = fitLines(reply, { ...rendering, lines: bodyLines(reply), room });
  const embed = embedOf(reply, { title, description: text, footer });
  return { content: rendering.preface ?? '', embeds: [embed], files };
}

function plainMessage(reply: ShownReply, rendering: DiscordRendering): MessageTexts {
  const title = titleOf(reply);
  const top = [rendering.preface, title && bold(title)].filter(Boolean).join('\n');
  const lines = [...bodyLines(reply), ...noteOf(reply).split('\n').map(escapeLine)];
  const room = MAX_CONTENT - top.length - 1;
  const { text, files } = fitLines(reply, { ...rendering, lines, room });
  return { content: `${top}\n${text}`.trim() || '…', embeds: [], files };
}

/** The title, escaped. */
function titleOf({ title }: ShownReply): string {
  return escapeLine(fitText(shownLine(title), MAX_TITLE));
}

/** The note. It is not escaped, since a footer has no Markdown. */
function noteOf({ note = '' }: ShownReply): string {
  return fitText(shownLines(note).join('\n').trim(), MAX_FOOTER);
}

interface LinesToFit extends Pick<DiscordRendering, 'say' | 'canSendWholeText'> {
  readonly lines: readonly string[];
  /** The most characters. */
  readonly room: number;
}

/** The lines that fit, without empty ones around them, and the files to send. */
function fitLines(reply: ShownReply, { lines, room, say, canSendWholeText }: LinesToFit) {
  const fitted = fitReply(reply, {
    lines: lines.slice(Math.max(0, lines.findIndex(Boolean))).map(countedLine),
    limits: { units: room },
    canSendWholeText,
    say,
    lineOf: (line) => countedLine(escapeLine(line)),
    startOf: (line, maxUnits) => countedLine(fitText(line.text, maxUnits)),
  });
  const text = fitted.lines
    .map((line) => line.text)
    .join('\n')
    .trim();
  return { text, files: fitted.files };
}

interface EmbedTexts {
  readonly title: string;
  readonly description: string;
  readonly footer: string;
}

function embedOf(
  { tone, files }: ShownReply,
  { title, description, footer }: EmbedTexts,
): APIEmbed {
  const picture = files.find(({ contentType }) => contentType.startsWith('image/'));
  return {
    color: COLORS[tone],
    // Discord refuses an embed without any text.
    ...((title || !(description || footer)) && { title: title || '…' }),
    ...(description && { description }),
    ...(footer && { footer: { text: footer } }),
    ...(picture && { image: { url: `attachment://${picture.name}` } }),
  };
}

function shownLine(text: string): string {
  return isolated(visibleLine(text));
}

function shownLines(text: string): string[] {
  return visibleText(text)
    .split('\n')
    .map((line) => isolated(line.trim()));
}

/** A line of Discord's Markdown. */
function countedLine(text: string): CountedLine & { readonly text: string } {
  return { text, units: text.length };
}

function bodyLines({ summary, progress, sections }: ShownReply): string[] {
  return [
    ...(summary === undefined ? [] : shownLines(summary).map(escapeLine)),
    ...(progress === undefined ? [] : [progressLine(progress)]),
    ...sections.flatMap((section) => ['', ...sectionLines(section)]),
  ];
}

function sectionLines(section: Section): string[] {
  const { heading: name, fields, lines = [], copyable = [], isMinor } = section;
  const copied = new Set(copyable);
  const texts = [
    ...(name === undefined ? [] : [headingLine(name, isMinor)]),
    ...fields.map(fieldLine),
    ...lines.flatMap((text) => {
      const copy = wordToCopy(text, copied);
      return copy === undefined
        ? shownLines(text).map(escapeLine)
        : [copyLine(shownLine(text), copy)];
    }),
  ];
  return isMinor ? texts.map((line) => subtext(line)) : texts;
}

function headingLine(text: string, isSmall = false): string {
  const line = escapeLine(shownLine(text));
  // In small print, Markdown has no headings.
  return isSmall ? line : heading(line, HeadingLevel.Three);
}

/** A line with one part in monospace. */
function copyLine(line: string, copy: string): string {
  const from = line.indexOf(copy);
  if (from < 0) return escapeLine(line);
  return (
    escapeLine(line.slice(0, from)) + codeLine(copy) + escapeLine(line.slice(from + copy.length))
  );
}

function fieldLine({ label, value }: Field): string {
  const name = escapeLine(shownLine(label));
  const start = name === '' ? '' : `${bold(name)} `;
  const shown = visibleLine(value);
  return start + escapeLine(isolated(shown, `${label} ${shown}`));
}

function buttonRows(buttons: readonly Button[], asker: string) {
  const shown = buttons.slice(0, BUTTONS_IN_A_ROW * MAX_ROWS).map(
    (button): APIButtonComponentWithCustomId => ({
      type: ComponentType.Button,
      custom_id: buttonDataOf(button, asker),
      // Labels are not Markdown, and an empty one is refused.
      label: fitText(shownLine(button.label), MAX_BUTTON_LABEL) || '…',
      style: button.style === undefined ? ButtonStyle.Secondary : STYLES[button.style],
    }),
  );
  return Array.from({ length: Math.ceil(shown.length / BUTTONS_IN_A_ROW) }, (_, row) => ({
    type: ComponentType.ActionRow as const,
    components: shown.slice(row * BUTTONS_IN_A_ROW, (row + 1) * BUTTONS_IN_A_ROW),
  }));
}

/**
 * Escapes a line so that Discord's Markdown shows it literally. The result is at most twice as
 * long.
 */
function escapeLine(line: string): string {
  return line
    .replace(SPECIAL, '\\$&')
    .replace(LINE_START, '$1\\$2')
    .replace(NUMBERED_LINE, '$1\\$2');
}

/** A line in monospace, which is easy to copy. With a backtick it is escaped instead. */
function codeLine(line: string): string {
  return line === '' || line.includes('`') ? escapeLine(line) : inlineCode(line);
}
