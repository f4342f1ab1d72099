import {
  ActionRowBuilder,
  type AttachmentPayload,
  ButtonBuilder,
  ButtonStyle,
  EmbedBuilder,
} from 'discord.js';
import type { Button, Field, Section, ShownReply, Tone } from '../../core/reply.ts';
import { bar } from '../../format/phrases.ts';
import { isolated } from '../../format/reply/isolate.ts';
import type { Say } from '../../format/words/say.ts';
import { visibleLine, visibleText } from '../shown-reply.ts';
import { codeLine, escapeLine, fitLine } from './escape.ts';
import { wholeFile } from './files.ts';
import type { Mention } from './registration.ts';
import { customIdOf } from './target.ts';

/** Discord's limits, in characters. */
const MAX_CONTENT = 2_000;
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4_096;
const MAX_EMBEDS_IN_ALL = 6_000;
/** Discord allows 2,048; the small print is shorter. */
const MAX_FOOTER = 1_000;
const MAX_BUTTON_LABEL = 80;
const MAX_ALT_TEXT = 1_024;
const BUTTONS_IN_A_ROW = 5;
const MAX_ROWS = 5;
/** Discord's Markdown for a line in small letters. */
const SMALL_PRINT = '-# ';

const COLORS: Readonly<Record<Tone, number>> = {
  neutral: 0x5865f2,
  progress: 0x3498db,
  good: 0x2ecc71,
  warning: 0xf1c40f,
  bad: 0xe74c3c,
};
const STYLES = {
  primary: ButtonStyle.Primary,
  danger: ButtonStyle.Danger,
  secondary: ButtonStyle.Secondary,
} as const;

/** A message as discord.js sends it, or edits one to. */
export interface RenderedMessage {
  readonly content: string;
  readonly embeds: readonly EmbedBuilder[];
  readonly components: readonly ActionRowBuilder<ButtonBuilder>[];
  readonly files: readonly AttachmentPayload[];
}

/** How a reply is rendered. */
export interface RenderContext {
  /** The Discord id of the buttons' owner. */
  readonly owner: string;
  /** The adapter's own texts. */
  readonly say: Say;
  /** Nobody else is in the channel, so nothing can be shown to everyone. */
  readonly alone?: boolean;
  /** What the bot may not send there: then an embed becomes text, and what does not fit is left out. */
  readonly without?: { readonly embeds: boolean; readonly files: boolean };
  readonly mention?: Mention;
  /** A line of this adapter above the reply. */
  readonly heading?: string | undefined;
}

/** Renders a reply within Discord's limits; what does not fit goes into a file. */
export function renderReply(reply: ShownReply, context: RenderContext): RenderedMessage {
  const { say, mention, without, heading = '', owner, alone = false } = context;
  const end = without?.files ? '\n…' : `\n${escapeLine(say('discord.wholeInFile'))}`;
  const title = fitLine(isolated(visibleLine(reply.title)), MAX_TITLE, escapeLine);
  const footer = fitLine(isolatedLines(visibleText(reply.note ?? '').trim()), MAX_FOOTER, (text) =>
    without?.embeds ? text.split('\n').map(escapeLine).join('\n') : text,
  );
  const room = without?.embeds
    ? MAX_CONTENT - [heading, `**${title}**`, footer].join('\n\n').length
    : Math.min(MAX_DESCRIPTION, MAX_EMBEDS_IN_ALL - title.length - footer.length);
  const { text, isWhole } = describe(reply, room, end);
  const mentioned = mention?.(text) ?? text;
  const description = mentioned.length > room ? text : mentioned;
  const files = isWhole || without?.files ? reply.files : [...reply.files, wholeFile(reply, say)];
  const picture = reply.files.find(({ contentType }) => contentType.startsWith('image/'));
  const buttons = reply.actions.filter(
    ({ ifUnsent, shares, whispers }) => ifUnsent !== true && whispers !== true && !(alone && shares === true),
  );
  const asText = joined([heading, title && `**${title}**`, description, footer]) || '…';
  const embed = new EmbedBuilder()
    .setColor(COLORS[reply.tone])
    .setTitle(title || null)
    .setDescription(description || null)
    .setFooter(footer === '' ? null : { text: footer })
    .setImage(picture === undefined ? null : `attachment://${picture.name}`);
  // Discord refuses an embed without any text.
  if (embed.length === 0) embed.setTitle('…');
  return {
    ...(without?.embeds ? { content: asText, embeds: [] } : { content: heading, embeds: [embed] }),
    components: buttonRows(buttons, owner),
    files: files.map(({ name, data, altText }) => ({
      ...{ attachment: Buffer.from(data.buffer, data.byteOffset, data.byteLength), name },
      ...(altText !== undefined && { description: altText.slice(0, MAX_ALT_TEXT) }),
    })),
  };
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

function isolatedLines(text: string): string {
  return text
    .split('\n')
    .map((line) => isolated(line))
    .join('\n');
}

/** The text of a reply; if it has no room, it is cut after the last line that fits, and `end` follows. */
function describe(reply: ShownReply, room: number, end: string): { text: string; isWhole: boolean } {
  const lines = bodyLines(reply);
  const text = lines
    .map((line) => line())
    .join('\n')
    .trim();
  if (text.length <= room) return { text, isWhole: true };
  const kept: string[] = [];
  let left = room - end.length - 1;
  for (const line of lines) {
    const whole = line();
    if (whole.length + 1 > left) {
      // A single line that is too long is shown in part.
      if (kept.length === 0) kept.push(line(left));
      break;
    }
    kept.push(whole);
    left -= whole.length + 1;
  }
  return { text: [...kept, end].join('\n').trim(), isWhole: false };
}

/** A line of the text, cut to a length if one is given. */
type Line = (maxLength?: number) => string;

function lineOf(text: string, write: (text: string) => string): Line {
  return (maxLength = Number.POSITIVE_INFINITY) => fitLine(text, maxLength, write);
}

function bodyLines({ summary, progress, sections }: ShownReply): Line[] {
  return [
    ...(summary === undefined ? [] : textLines(summary)),
    ...(progress === undefined
      ? []
      : [() => `${bar(progress.done, progress.total)} ${progress.done}/${progress.total}`]),
    ...sections.flatMap((section) => [() => '', ...sectionLines(section)]),
  ];
}

function sectionLines({ heading, fields, lines = [], copyable = [], minor }: Section): Line[] {
  const copied = new Set(copyable);
  const rest = [
    ...fields.map(fieldLine),
    ...lines.flatMap((text) => {
      const copy = text.split(' ').find((word) => copied.has(word));
      return copy === undefined ? textLines(text) : [copyLine(visibleLine(text), copy)];
    }),
  ];
  if (heading === undefined) return minor ? rest.map(inSmallPrint) : rest;
  const title = (start: string): Line =>
    lineOf(isolated(visibleLine(heading)), (text) => start + escapeLine(text));
  return minor ? [title(''), ...rest].map(inSmallPrint) : [title('### '), ...rest];
}

function inSmallPrint(line: Line): Line {
  return (maxLength = Number.POSITIVE_INFINITY) => `${SMALL_PRINT}${line(maxLength - SMALL_PRINT.length)}`;
}

function textLines(text: string): Line[] {
  return visibleText(text)
    .split('\n')
    .map((line) => lineOf(isolated(line.trim()), escapeLine));
}

/** A line with one part in monospace. */
function copyLine(text: string, copy: string): Line {
  return lineOf(isolated(text), (shown) => {
    const from = shown.indexOf(copy);
    if (from < 0) return escapeLine(shown);
    const behind = shown.slice(from + copy.length);
    return escapeLine(shown.slice(0, from)) + codeLine(copy) + escapeLine(behind);
  });
}

function fieldLine({ label, value, copyable = false }: Field): Line {
  const name = fitLine(isolated(visibleLine(label)), MAX_TITLE, escapeLine);
  const start = name === '' ? '' : `**${name}** `;
  const shown = visibleLine(value);
  const placed = copyable ? shown : isolated(shown, `${label} ${shown}`);
  return lineOf(placed, (text) => start + (copyable ? codeLine(text) : escapeLine(text)));
}

function buttonRows(buttons: readonly Button[], owner: string): RenderedMessage['components'] {
  const shown = buttons.slice(0, BUTTONS_IN_A_ROW * MAX_ROWS).map((button) => {
    // Labels are not Markdown, and an empty one is refused.
    const label = fitLine(isolated(visibleLine(button.label)), MAX_BUTTON_LABEL, (text) => text) || '…';
    return new ButtonBuilder()
      .setCustomId(customIdOf(button, owner))
      .setLabel(label)
      .setStyle(STYLES[button.style ?? 'secondary']);
  });
  return Array.from({ length: Math.ceil(shown.length / BUTTONS_IN_A_ROW) }, (_, row) =>
    new ActionRowBuilder<ButtonBuilder>().addComponents(
      shown.slice(row * BUTTONS_IN_A_ROW, (row + 1) * BUTTONS_IN_A_ROW),
    ),
  );
}
