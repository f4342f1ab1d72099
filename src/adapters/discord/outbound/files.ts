import type { ReplyFile, Section, ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import { visibleLine, visibleText } from '../../shown-reply.ts';
import { fitLine } from './escape.ts';

/** Discord allows 10 files; one is reserved for the text of a long reply. */
const MAX_FILES = 9;
/** Discord's limit for one message of an app, minus room for its text. */
const MAX_BYTES = 9.5 * 1024 * 1024;
const MAX_NAME = 100;
const MAX_ALT_TEXT = 1_024;

/** The files that fit into one message, with harmless names, and the names of the others. */
export function attach(files: readonly ReplyFile[]): {
  readonly files: readonly ReplyFile[];
  readonly leftOut: readonly string[];
} {
  const fitting: ReplyFile[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const { name, contentType, data, altText } of files) {
    if (fitting.length === MAX_FILES || bytes + data.byteLength > MAX_BYTES) {
      leftOut.push(fileName(name));
      continue;
    }
    bytes += data.byteLength;
    fitting.push({
      name: fileName(name),
      contentType,
      data,
      ...(altText !== undefined && { altText: fitLine(visibleLine(altText), MAX_ALT_TEXT, (text) => text) }),
    });
  }
  return { files: fitting, leftOut };
}

/** Keeps letters, digits and `_.-`, as Discord does. */
function fileName(name: string): string {
  return name.replace(/[^\w.-]+/gu, '_').slice(-MAX_NAME) || 'file';
}

/** A whole reply as plain text for a file, without its buttons. */
export function plainText({ title, summary, sections, note }: ShownReply, say: Say): string {
  const blocks = [
    visibleLine(title),
    ...(summary === undefined ? [] : [visibleText(summary)]),
    ...sections.map((section) => sectionText(section, say)),
    ...(note === undefined ? [] : [visibleText(note)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sectionText({ heading, fields, lines }: Section, say: Say): string {
  return [
    ...(heading === undefined ? [] : [visibleLine(heading)]),
    ...fields.map(
      ({ label, value }) => `${say('discord.label', { label: visibleLine(label) })} ${visibleLine(value)}`,
    ),
    ...(lines ?? []).map(visibleText),
  ].join('\n');
}
