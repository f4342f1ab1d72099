import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
  type RawFile,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import type { Button, Field, ReplyFile, Section, ShownReply, Tone } from '../../core/reply.ts';
import { bar } from '../../format/phrases.ts';
import { isolated } from '../../format/reply/isolate.ts';
import type { Say } from '../../format/words/say.ts';
import { visibleLine, visibleText } from '../shown-reply.ts';
import { codeLine, escapeLine, fitLine } from './markdown.ts';
import { customIdOf } from './target.ts';

/** Discord's limits, in characters. */
const MAX_CONTENT = 2_000;
const MAX_DESCRIPTION = 4_096;
const MAX_EMBEDS_IN_ALL = 6_000;
const MAX_BUTTON_LABEL = 80;
const MAX_ALT_TEXT = 1_024;
const BUTTONS_IN_A_ROW = 5;
const MAX_ROWS = 5;
/** Half of Discord's limit of a title, since escaping doubles it at most. */
const MAX_TITLE = 128;
/** Discord allows 2,048 in a footer, but as text it shares the content's limit. */
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
export interface RenderedMessage {
  readonly body: RESTPostAPIChannelMessageJSONBody;
  readonly files: RawFile[];
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
  /** A line of this adapter above the reply. */
  readonly heading?: string | undefined;
}

/** Renders a reply within Discord's limits; what does not fit goes into a file. */
export function renderReply(reply: ShownReply, context: RenderContext): RenderedMessage {
  const { say, without, heading = '', owner, alone = false } = context;
  const { title, description, footer, isWhole } = textsOf(reply, context);
  const files = isWhole || without?.files ? reply.files : [...reply.files, wholeFile(reply, say)];
  const buttons = reply.actions.filter(
    ({ ifUnsent, shares, whispers }) => !ifUnsent && !whispers && !(alone && shares),
  );
  const asText = [heading, title && `**${title}**`, description, footer].filter((text) => text !== '');
  return {
    body: {
      content: without?.embeds ? asText.join('\n') || '…' : heading,
      embeds: without?.embeds ? [] : [embedOf(reply, title, description, footer)],
      components: buttonRows(buttons, owner),
      attachments: files.map(({ altText }, id) => ({ id, description: altText?.slice(0, MAX_ALT_TEXT) })),
      allowed_mentions: { parse: [], replied_user: false },
    },
    files: files.map(({ name, data, contentType }) => ({ name, data, contentType })),
  };
}

/** The texts of a reply as Markdown, in the order in which they share the room. */
function textsOf(reply: ShownReply, { say, without, heading = '' }: RenderContext) {
  const title = escapeLine(fitLine(shownLine(reply.title), MAX_TITLE));
  const wholeNote = shownLines(reply.note ?? '').join('\n');
  const note = fitLine(wholeNote.trim(), MAX_FOOTER);
  const footer = without?.embeds ? note.split('\n').map(escapeLine).join('\n') : note;
  const room = without?.embeds
    ? MAX_CONTENT - [heading, `**${title}**`, footer].join('\n\n').length
    : Math.min(MAX_DESCRIPTION, MAX_EMBEDS_IN_ALL - title.length - footer.length);
  const end = without?.files ? '\n…' : `\n${escapeLine(say('discord.wholeInFile'))}`;
  const { text: description, isWhole } = cutLines(bodyLines(reply), room, end);
  return { title, description, footer, isWhole };
}

function embedOf({ tone, files }: ShownReply, title: string, description: string, footer: string): APIEmbed {
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

/** The text of all lines; without the last ones if it has no room, and `end` follows. */
function cutLines(lines: readonly string[], room: number, end: string): { text: string; isWhole: boolean } {
  const text = lines.join('\n').trim();
  if (text.length <= room) return { text, isWhole: true };
  const kept: string[] = [];
  let left = room - end.length;
  for (const line of lines) {
    left -= line.length + 1;
    // Of one long line at least the start is shown.
    if (left < 0 && kept.some(Boolean)) break;
    kept.push(fitLine(line, left + line.length));
  }
  return { text: [...kept, end].join('\n').trim(), isWhole: false };
}

function bodyLines({ summary, progress, sections }: ShownReply): string[] {
  return [
    ...(summary === undefined ? [] : shownLines(summary).map(escapeLine)),
    ...(progress === undefined
      ? []
      : [`${bar(progress.done, progress.total)} ${progress.done}/${progress.total}`]),
    ...sections.flatMap((section) => ['', ...sectionLines(section)]),
  ];
}

function sectionLines({ heading, fields, lines = [], copyable = [], minor }: Section): string[] {
  const copied = new Set(copyable);
  const all = [
    ...(heading === undefined ? [] : [`${minor ? '' : '### '}${escapeLine(shownLine(heading))}`]),
    ...fields.map(fieldLine),
    ...lines.flatMap((text) => {
      const copy = text.split(' ').find((word) => copied.has(word));
      return copy === undefined ? shownLines(text).map(escapeLine) : [copyLine(shownLine(text), copy)];
    }),
  ];
  // Discord's Markdown for small letters.
  return minor ? all.map((line) => `-# ${line}`) : all;
}

/** A line with one part in monospace. */
function copyLine(line: string, copy: string): string {
  const from = line.indexOf(copy);
  if (from < 0) return escapeLine(line);
  return escapeLine(line.slice(0, from)) + codeLine(copy) + escapeLine(line.slice(from + copy.length));
}

function fieldLine({ label, value, copyable = false }: Field): string {
  const name = escapeLine(shownLine(label));
  const start = name === '' ? '' : `**${name}** `;
  const shown = visibleLine(value);
  return start + (copyable ? codeLine(shown) : escapeLine(isolated(shown, `${label} ${shown}`)));
}

function buttonRows(
  buttons: readonly Button[],
  owner: string,
): APIActionRowComponent<APIButtonComponentWithCustomId>[] {
  const shown = buttons.slice(0, BUTTONS_IN_A_ROW * MAX_ROWS).map(
    (button): APIButtonComponentWithCustomId => ({
      type: ComponentType.Button,
      custom_id: customIdOf(button, owner),
      // Labels are not Markdown, and an empty one is refused.
      label: fitLine(shownLine(button.label), MAX_BUTTON_LABEL) || '…',
      style: button.style === undefined ? ButtonStyle.Secondary : STYLES[button.style],
    }),
  );
  return Array.from({ length: Math.ceil(shown.length / BUTTONS_IN_A_ROW) }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: shown.slice(row * BUTTONS_IN_A_ROW, (row + 1) * BUTTONS_IN_A_ROW),
  }));
}

/** A file with a whole reply as plain text, without its buttons. */
function wholeFile({ title, summary, sections, note }: ShownReply, say: Say): ReplyFile {
  const lines = [
    title,
    ...(summary === undefined ? [] : ['', summary]),
    ...sections.flatMap(({ heading, fields, lines: more = [] }) => [
      '',
      ...(heading === undefined ? [] : [heading]),
      ...fields.map(({ label, value }) => `${say('discord.label', { label })} ${value}`),
      ...more,
    ]),
    ...(note === undefined ? [] : ['', note]),
  ];
  return {
    name: say('discord.wholeFileName'),
    contentType: 'text/plain; charset=utf-8',
    data: Buffer.from(`${visibleText(lines.join('\n'))}\n`),
  };
}
