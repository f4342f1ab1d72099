import type { ReplyFile, ReplyWithButtons, Section } from '../../core/reply/reply.ts';
import type { Say } from '../../format/texts/say.ts';
import { visibleText } from './visible-text.ts';

const LINE_BREAK_UNITS = 1;

export interface MessageLimits {
  /** The most characters, in UTF-16 units, counting one for each line break. */
  readonly units: number;
  /** The most parts with a style of their own. Left out where there is no limit. */
  readonly entities?: number;
}

/** A line of a message, as its platform counts it. */
export interface CountedLine {
  readonly units: number;
  /** Its parts with a style of their own. Left out where there is no limit. */
  readonly entities?: number;
}

interface FitOptions<Line> {
  /** The reply as its platform renders it. A title or a footer may be shown elsewhere. */
  readonly lines: readonly Line[];
  readonly limits: MessageLimits;
  /** False if no file with the whole text can be sent. */
  readonly canSendWholeText: boolean;
  readonly say: Say;
  /** Renders one line of plain text: the remark below a reply that was cut. */
  readonly lineOf: (text: string) => Line;
  /** The start of a line that is too long, with at most `maxUnits` units. */
  readonly startOf: (line: Line, maxUnits: number) => Line;
}

/** A message within the limits, and the files to send with it. */
interface Fitted<Line> {
  readonly lines: readonly Line[];
  readonly files: readonly ReplyFile[];
}

/**
 * Fits a reply into one message. What is too long is cut between lines, and the whole text comes as
 * a file, which the message names. If no file can be sent, the message says that there is more.
 * @param reply the same reply as data: its files, and the text for that file
 */
export function fitReply<Line extends CountedLine>(
  reply: ReplyWithButtons,
  options: FitOptions<Line>,
): Fitted<Line> {
  const { lines, limits, canSendWholeText, say, lineOf } = options;
  if (isWithin(lines, limits)) return { lines, files: reply.files };
  const wholeText = wholeTextOf(reply, say);
  const remark = canSendWholeText
    ? say('delivery.wholeInFile', { file: wholeText.name })
    : say('delivery.truncated');
  return {
    lines: cutLines(options, [lineOf(''), lineOf(remark)]),
    files: canSendWholeText ? [wholeText, ...reply.files] : reply.files,
  };
}

/** The first lines that fit above the ending. */
function cutLines<Line extends CountedLine>(
  { lines, limits, startOf }: FitOptions<Line>,
  ending: readonly Line[],
): readonly Line[] {
  let count = 0;
  // The loop ends, since all lines together do not fit: `fitReply` has checked it.
  while (isWithin([...lines.slice(0, count + 1), ...ending], limits)) {
    count += 1;
  }
  const fitting = lines.slice(0, count);
  const hasText = fitting.some(({ units }) => units > 0);
  // There always is a next line, but the compiler cannot know it.
  const next = lines[count];
  if (hasText || next === undefined) return [...fitting, ...ending];
  // If nothing but empty lines fits, at least the start of a long line is shown.
  const room = limits.units - unitsOf([...fitting, ...ending]) - LINE_BREAK_UNITS;
  return [...fitting, startOf(next, room), ...ending];
}

function isWithin(lines: readonly CountedLine[], limits: MessageLimits): boolean {
  const entities = lines.reduce((sum, line) => sum + (line.entities ?? 0), 0);
  const maxEntities = limits.entities ?? Number.POSITIVE_INFINITY;
  return unitsOf(lines) <= limits.units && entities <= maxEntities;
}

function unitsOf(lines: readonly CountedLine[]): number {
  const breaks = Math.max(0, lines.length - 1);
  return lines.reduce((sum, { units }) => sum + units, breaks * LINE_BREAK_UNITS);
}

/** A file with a reply as plain text, without its progress and what can be pressed or sent. */
function wholeTextOf({ title, summary, sections, note }: ReplyWithButtons, say: Say): ReplyFile {
  const lines = [
    title,
    ...(summary === undefined ? [] : ['', summary]),
    ...sections.flatMap((section) => ['', ...linesOf(section, say)]),
    ...(note === undefined ? [] : ['', note]),
  ];
  return {
    name: say('delivery.wholeFileName'),
    contentType: 'text/plain; charset=utf-8',
    data: Buffer.from(`${visibleText(lines.join('\n')).trim()}\n`),
  };
}

function linesOf({ heading, fields, lines = [] }: Section, say: Say): readonly string[] {
  return [
    ...(heading === undefined ? [] : [heading]),
    ...fields.map(({ label, value }) => `${say('delivery.label', { label })} ${value}`),
    ...lines,
  ];
}
