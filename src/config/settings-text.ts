import type { Environment } from './environment.ts';

/** The settings of a `.env`, and what is wrong with its lines. */
export interface SettingsText {
  /** The settings by their names. If several lines have one name, the last one counts. */
  readonly values: Environment;
  /** The place of each setting in the text, by its name. The line end is not included. */
  readonly places: ReadonlyMap<string, { readonly start: number; readonly end: number }>;
  /** A problem for each line that may not set what it should: `line 3: …`. */
  readonly problems: readonly string[];
}

const LINE_END = String.raw`\r\n?|\n`; // of Windows, of old Macs, of all others
const NAME = String.raw`[ \t]*(?:export[ \t]+)?(?<name>[\w.-]+)[ \t]*=`; // export ALLOWED =
const QUOTED = '(?<quote>["\'`])(?<quoted>[^]*?)\\k<quote>'; // "…", also over several lines
const SETTING = String.raw`${NAME}(?:[ \t]*${QUOTED})?(?<plain>[^\r\n]*)`;
/** A setting, or a line without one. */
const PART = new RegExp(
  String.raw`(?:${SETTING}|(?<other>[^\r\n]*))(?<lineEnd>${LINE_END}|$)`,
  'g',
);
const LINE_ENDS = new RegExp(LINE_END, 'g');
const LATER_NAME = new RegExp(String.raw`(?<=[\r\n])${NAME}`, 'g');
const SAME_LINE_NAME = new RegExp(String.raw`(?<![^ \t])${NAME}`, 'g'); // A=x ALLOWED=y
const BLANK_OR_REMARK = /^\s*(?:#|$)/;
const REMARK = /[ \t]#.*/; // A=x # y

type SettingsPart = Readonly<Record<string, string | undefined>>;

/**
 * Reads the text of a `.env` by the rules of Node's parseEnv, but loses no line. The versions of
 * parseEnv lose different ones: some skip a line without `=`, others add it to the next name, and a
 * value of spaces takes the next line. All of them cut `x#y`, which Docker takes as a whole.
 * @param names of all settings. It is a problem if one of them is set twice, or if a quote contains
 *   the line of another setting, since that quote was not closed.
 */
export function parseSettingsText(text: string, names: readonly string[] = []): SettingsText {
  const values: Record<string, string> = {};
  const places = new Map<string, { start: number; end: number }>();
  const problems: string[] = [];
  let line = 1;
  for (const { 0: written, index: start, groups: part = {} } of text.matchAll(PART)) {
    const { name, lineEnd = '' } = part;
    const problem = problemOf(part, values, names);
    if (problem !== undefined) problems.push(`line ${line}: ${problem}`);
    if (name !== undefined) {
      values[name] = settingValue(part);
      places.set(name, { start, end: start + written.length - lineEnd.length });
    }
    line += written.match(LINE_ENDS)?.length ?? 0;
  }
  return { values, places, problems };
}

function problemOf(
  part: SettingsPart,
  before: Environment,
  names: readonly string[],
): string | undefined {
  const { name, quoted = '', plain = '', other = '' } = part;
  if (name === undefined) {
    return BLANK_OR_REMARK.test(other) ? undefined : 'write NAME=value, or # before a remark.';
  }
  const below = firstSetting(quoted.matchAll(LATER_NAME), names);
  if (below !== undefined) return `close the quote, which takes the line of ${below}.`;
  const rest = withoutRemark(part);
  const beside = firstSetting(rest.matchAll(SAME_LINE_NAME), names);
  if (beside !== undefined) return `write ${beside} into a line of its own.`;
  if (part.quoted !== undefined && !BLANK_OR_REMARK.test(plain)) {
    return `put quotes around the whole value of ${name} or leave them out, and write # before a remark.`;
  }
  if (part.quoted === undefined && rest.includes('#')) {
    return `put quotes around the value of ${name}, or a space before the # of a remark.`;
  }
  const isLost = names.includes(name) && (before[name] ?? '') !== '';
  return isLost ? `${name} is set twice. Delete one of the lines.` : undefined;
}

/** The first of these names that a setting has. */
function firstSetting(
  matches: Iterable<RegExpExecArray>,
  names: readonly string[],
): string | undefined {
  const found = Array.from(matches, ({ groups }) => groups?.name ?? '');
  return found.find((name) => names.includes(name));
}

/** What a line has after its `=`, or after its quote, where a remark needs no space before it. */
function withoutRemark({ quoted, plain = '' }: SettingsPart): string {
  return (quoted === undefined ? plain : ` ${plain}`).replace(REMARK, '');
}

function settingValue(part: SettingsPart): string {
  const { quote, quoted } = part;
  if (quoted === undefined) return withoutRemark(part).trim();
  const lines = quoted.replace(LINE_ENDS, '\n');
  return quote === '"' ? lines.replaceAll(String.raw`\n`, '\n') : lines;
}
