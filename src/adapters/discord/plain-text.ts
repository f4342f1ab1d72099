import type { Section, ShownReply } from '../../core/reply.ts';
import { visibleBlock, visibleLine } from './escape.ts';

/** A whole reply as plain text, for a file: everything but its buttons. */
export function plainText({ title, lead, sections, note }: ShownReply): string {
  const blocks = [
    visibleLine(title),
    ...(lead === undefined ? [] : [visibleBlock(lead)]),
    ...sections.map(sectionText),
    ...(note === undefined ? [] : [visibleBlock(note)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sectionText({ heading, fields, lines }: Section): string {
  return [
    ...(heading === undefined ? [] : [visibleLine(heading)]),
    ...fields.map(({ label, value }) => `${visibleLine(label)}: ${visibleLine(value)}`),
    ...(lines ?? []).map(visibleBlock),
  ].join('\n');
}
