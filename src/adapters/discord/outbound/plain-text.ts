import type { Section, ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import { visibleLine, visibleText } from '../../visible-text.ts';

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
