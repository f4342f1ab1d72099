import {
  type APIButtonComponentWithCustomId,
  type APIEmbed,
  ButtonStyle,
  bold,
  ComponentType,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import type { Button, ReplyFile, ReplyWithButtons, Tone } from '../../core/reply/reply.ts';
import type { Say } from '../../format/texts/say.ts';
import { type CountedLine, fitReply } from '../rendering/fit.ts';
import { fitText } from '../rendering/visible-text.ts';
import { buttonDataOf } from './button-data.ts';
import { bodyLines, escapeLine, shownLine, shownLines } from './markdown.ts';

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
export function renderReply(reply: ReplyWithButtons, rendering: DiscordRendering): DiscordMessage {
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

function embedMessage(reply: ReplyWithButtons, rendering: DiscordRendering): MessageTexts {
  const title = titleOf(reply);
  const footer = noteOf(reply);
  const room = Math.min(MAX_DESCRIPTION, MAX_EMBEDS_IN_ALL - title.length - footer.length);
  const { text, files } = fitLines(reply, { ...rendering, lines: bodyLines(reply), room });
  const embed = embedOf(reply, { title, description: text, footer });
  return { content: rendering.preface ?? '', embeds: [embed], files };
}

function plainMessage(reply: ReplyWithButtons, rendering: DiscordRendering): MessageTexts {
  const title = titleOf(reply);
  const top = [rendering.preface, title && bold(title)].filter(Boolean).join('\n');
  const lines = [...bodyLines(reply), ...noteOf(reply).split('\n').map(escapeLine)];
  const room = MAX_CONTENT - top.length - 1;
  const { text, files } = fitLines(reply, { ...rendering, lines, room });
  return { content: `${top}\n${text}`.trim() || '…', embeds: [], files };
}

/** The title, escaped. */
function titleOf({ title }: ReplyWithButtons): string {
  return escapeLine(fitText(shownLine(title), MAX_TITLE));
}

/** The note. It is not escaped, since a footer has no Markdown. */
function noteOf({ note = '' }: ReplyWithButtons): string {
  return fitText(shownLines(note).join('\n').trim(), MAX_FOOTER);
}

interface LinesToFit extends Pick<DiscordRendering, 'say' | 'canSendWholeText'> {
  readonly lines: readonly string[];
  /** The most characters. */
  readonly room: number;
}

/** The lines that fit, without empty ones around them, and the files to send. */
function fitLines(reply: ReplyWithButtons, { lines, room, say, canSendWholeText }: LinesToFit) {
  const fitted = fitReply(reply, {
    lines: withoutEmptyStart(lines).map(countedLine),
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

function withoutEmptyStart(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line !== '');
  return start < 0 ? lines : lines.slice(start);
}

interface EmbedTexts {
  readonly title: string;
  readonly description: string;
  readonly footer: string;
}

function embedOf(
  { tone, files }: ReplyWithButtons,
  { title, description, footer }: EmbedTexts,
): APIEmbed {
  const picture = files.find(({ contentType }) => contentType.startsWith('image/'));
  // Discord refuses an embed without any text.
  const isEmpty = title === '' && description === '' && footer === '';
  const shownTitle = isEmpty ? '…' : title;
  return {
    color: COLORS[tone],
    ...(shownTitle && { title: shownTitle }),
    ...(description && { description }),
    ...(footer && { footer: { text: footer } }),
    ...(picture && { image: { url: `attachment://${picture.name}` } }),
  };
}

/** A line of Discord's Markdown. */
function countedLine(text: string): CountedLine & { readonly text: string } {
  return { text, units: text.length };
}

function buttonRows(buttons: readonly Button[], asker: string) {
  const components = buttons.slice(0, BUTTONS_IN_A_ROW * MAX_ROWS).map(
    (button): APIButtonComponentWithCustomId => ({
      type: ComponentType.Button,
      custom_id: buttonDataOf(button, asker),
      // Labels are not Markdown, and an empty one is refused.
      label: fitText(shownLine(button.label), MAX_BUTTON_LABEL) || '…',
      style: button.style === undefined ? ButtonStyle.Secondary : STYLES[button.style],
    }),
  );
  return Array.from({ length: Math.ceil(components.length / BUTTONS_IN_A_ROW) }, (_, row) => ({
    type: ComponentType.ActionRow as const,
    components: components.slice(row * BUTTONS_IN_A_ROW, (row + 1) * BUTTONS_IN_A_ROW),
  }));
}
