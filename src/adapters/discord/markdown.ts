import { bold, HeadingLevel, heading, inlineCode, subtext } from 'discord.js';
import type { Field, ReplyWithButtons, Section } from '../../core/reply/reply.ts';
import { isolated } from '../rendering/isolate.ts';
import { progressLine } from '../rendering/progress-line.ts';
import { visibleLine, visibleText } from '../rendering/visible-text.ts';
import { wordToCopy } from '../rendering/word-to-copy.ts';

/** Characters with a meaning in Discord's Markdown, and the colon of a link. */
const SPECIAL = /[\\*_~|`<>[\]@]|:(?=\/)/gu;
/** Headings, lists, quotes and small print at the start of a line. */
const LINE_START = /^(\s*)([#+-])/u;
const NUMBERED_LINE = /^(\s*\d+)([.)])/u;

/** The lines of a reply between its title and its note, in Discord's Markdown. */
export function bodyLines({ summary, progress, sections }: ReplyWithButtons): string[] {
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

/**
 * Escapes a line so that Discord's Markdown shows it literally. The result is at most twice as
 * long.
 */
export function escapeLine(line: string): string {
  return line
    .replace(SPECIAL, '\\$&')
    .replace(LINE_START, '$1\\$2')
    .replace(NUMBERED_LINE, '$1\\$2');
}

/** A line in monospace, which is easy to copy. With a backtick it is escaped instead. */
function codeLine(line: string): string {
  return line === '' || line.includes('`') ? escapeLine(line) : inlineCode(line);
}

/** A text on one line, safe to show. It is not escaped. */
export function shownLine(text: string): string {
  return isolated(visibleLine(text));
}

/** The lines of a text, each safe to show. They are not escaped. */
export function shownLines(text: string): string[] {
  return visibleText(text)
    .split('\n')
    .map((line) => isolated(line.trim()));
}
