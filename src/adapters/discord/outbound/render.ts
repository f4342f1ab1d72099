import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIEmbed,
  RESTPatchAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import type { Button, Field, ReplyFile, Section, ShownReply, Tone } from '../../../core/reply.ts';
import { bar } from '../../../format/phrases.ts';
import { isolated } from '../../../format/reply/isolate.ts';
import type { Say } from '../../../format/words/say.ts';
import { visibleLine, visibleText } from '../../shown-reply.ts';
import { customIdOf } from '../button-data.ts';
import { ButtonStyle, ComponentType } from '../sdk.ts';
import { codeLine, escapeLine, fitLine } from './escape.ts';
import { attach, plainText } from './files.ts';

/** Discord's limits, in characters. */
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4_096;
const MAX_EMBEDS_IN_ALL = 6_000;
/** Discord allows 2,048; the small print is shorter. */
const MAX_FOOTER = 1_000;
const MAX_BUTTON_LABEL = 80;
const BUTTONS_IN_A_ROW = 5;
/** Discord's Markdown for a line in small letters. */
const SMALL_PRINT = '-# ';
const MAX_ROWS = 5;

const COLORS: Readonly<Record<Tone, number>> = {
  neutral: 0x5865f2,
  progress: 0x3498db,
  good: 0x2ecc71,
  warning: 0xf1c40f,
  bad: 0xe74c3c,
};

/** A message as Discord takes it, new or as an edit. */
export interface MessagePayload {
  /** The JSON body. */
  readonly body: RESTPatchAPIChannelMessageJSONBody;
  /** Sent as multipart parts. */
  readonly files: readonly ReplyFile[];
}

/** How a reply is rendered. */
export interface RenderContext {
  /** The Discord id of the buttons' owner. */
  readonly owner: string;
  /** The adapter's own texts. */
  readonly say: Say;
  /** Nobody else is in the channel, so nothing can be shown to everyone. */
  readonly alone?: boolean;
  /** Makes the commands clickable that a Markdown text names. */
  readonly mention?: ((markdown: string) => string) | undefined;
  /** A sentence of this adapter at the end of the text. */
  readonly remark?: string | undefined;
  /** A line of this adapter above the reply. */
  readonly heading?: string | undefined;
}

/** Renders a reply within Discord's limits; what does not fit goes into a file. The message never pings anybody. */
export function renderReply(reply: ShownReply, context: RenderContext): MessagePayload {
  const { say, mention, heading = '', remark = '' } = context;
  const given = attach(reply.files);
  const remarks = [...given.leftOut.map((name) => say('discord.fileLeftOut', { name })), remark].filter(
    (text) => text !== '',
  );
  const { embed, whole } = embedOf(reply, { remarks, say, mention });
  const picture = given.files.find(({ contentType }) => contentType.startsWith('image/'));
  const files = whole ? given.files : [...given.files, wholeFile(reply, say)];
  return {
    body: {
      content: heading,
      embeds: [{ ...embed, ...(picture && { image: { url: `attachment://${picture.name}` } }) }],
      components: buttonRows(
        reply.actions.filter(
          ({ ifUnsent, shares, whispers }) =>
            ifUnsent !== true && whispers !== true && !(context.alone && shares === true),
        ),
        context.owner,
      ),
      allowed_mentions: { parse: [] },
      // All files of this state; those of the previous state are removed.
      attachments: files.map(({ name, altText }, id) => ({
        id,
        filename: name,
        ...(altText !== undefined && { description: altText }),
      })),
    },
    files,
  };
}

interface BodyContext {
  readonly remarks: readonly string[];
  readonly say: Say;
  readonly mention: RenderContext['mention'];
}

/** The embed of a reply; `whole` is true if nothing was cut. */
function embedOf(
  reply: ShownReply,
  { mention, ...context }: BodyContext,
): { embed: APIEmbed; whole: boolean } {
  const title = fitLine(isolated(visibleLine(reply.title)), MAX_TITLE, escapeLine);
  const footer = fitLine(isolatedBlock(visibleText(reply.note ?? '').trim()), MAX_FOOTER, (text) => text);
  const room = Math.min(MAX_DESCRIPTION, MAX_EMBEDS_IN_ALL - title.length - footer.length);
  const { description: plain, whole } = describe(reply, { ...context, room });
  const mentioned = mention?.(plain) ?? plain;
  const description = mentioned.length > room ? plain : mentioned;
  const embed: APIEmbed = {
    color: COLORS[reply.tone],
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    ...(footer !== '' && { footer: { text: footer } }),
  };
  // Discord refuses an empty embed.
  return {
    embed: [title, description, footer].every((text) => text === '') ? { ...embed, title: '…' } : embed,
    whole,
  };
}

function wholeFile(reply: ShownReply, say: Say): ReplyFile {
  const data = Buffer.from(plainText(reply, say));
  return { name: say('discord.wholeFileName'), contentType: 'text/plain; charset=utf-8', data };
}

interface Room extends Omit<BodyContext, 'mention'> {
  /** In characters. */
  readonly room: number;
}

/** The text of a reply, cut after the last line that fits; `whole` is true if nothing was cut. */
function describe(reply: ShownReply, { remarks, room, say }: Room): { description: string; whole: boolean } {
  const lines = bodyLines(reply);
  const ends = remarks.map((remark) => `\n${escapeLine(remark)}`);
  const description = [...lines.map((line) => line()), ...ends].join('\n').trim();
  if (description.length <= room) return { description, whole: true };
  const end = [`\n${escapeLine(say('discord.wholeInFile'))}`, ...ends].join('\n');
  const kept: string[] = [];
  let left = room - end.length - 1;
  for (const line of lines) {
    const text = line();
    if (text.length + 1 > left) {
      // A single line that is too long is shown in part.
      if (kept.length === 0) kept.push(line(left));
      break;
    }
    kept.push(text);
    left -= text.length + 1;
  }
  return { description: [...kept, end].join('\n').trim(), whole: false };
}

/** A line of the text, cut to a length if one is given. */
type Line = (maxLength?: number) => string;

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

function isolatedBlock(text: string): string {
  return text
    .split('\n')
    .map((line) => isolated(line))
    .join('\n');
}

function fieldLine({ label, value, copyable = false }: Field): Line {
  const name = fitLine(isolated(visibleLine(label)), MAX_TITLE, escapeLine);
  const start = name === '' ? '' : `**${name}** `;
  // A value behind a label is not at the start of a line, but the label may be empty.
  const shown = visibleLine(value);
  const placed = copyable ? shown : isolated(shown, `${label} ${shown}`);
  return lineOf(placed, (text) => start + (copyable ? codeLine(text) : escapeLine(text)));
}

function lineOf(text: string, write: (text: string) => string): Line {
  return (maxLength = Number.POSITIVE_INFINITY) => fitLine(text, maxLength, write);
}

function buttonRows(
  buttons: readonly Button[],
  owner: string,
): APIActionRowComponent<APIButtonComponentWithCustomId>[] {
  const shown = buttons.slice(0, BUTTONS_IN_A_ROW * MAX_ROWS).map((button) => buttonOf(button, owner));
  return Array.from({ length: Math.ceil(shown.length / BUTTONS_IN_A_ROW) }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: shown.slice(row * BUTTONS_IN_A_ROW, (row + 1) * BUTTONS_IN_A_ROW),
  }));
}

function buttonOf(button: Button, owner: string): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: STYLES[button.style ?? 'secondary'],
    // Labels are not Markdown, and an empty one is refused.
    label: fitLine(isolated(visibleLine(button.label)), MAX_BUTTON_LABEL, (text) => text) || '…',
    custom_id: customIdOf(button, owner),
  };
}

const STYLES = {
  primary: ButtonStyle.Primary,
  danger: ButtonStyle.Danger,
  secondary: ButtonStyle.Secondary,
} as const;
