import type { Environment } from './setting.ts';

/** The settings of a `.env`, and what is wrong with its lines. */
export interface SettingsText {
  /** By their names. Of several lines with one name the last one counts. */
  readonly values: Environment;
  /** For each line that may not set what it was meant to set: `line 3: …`. */
  readonly problems: readonly string[];
}

const NAME = String.raw`[ \t]*(?:export[ \t]+)?(?<name>[\w.-]+)[ \t]*=`; // export ALLOWED =
const QUOTED = '(?<quote>["\'`])(?<quoted>[^]*?)\\k<quote>'; // "…", also over several lines
const SETTING = String.raw`${NAME}[ \t]*(?:${QUOTED})?(?<plain>[^\n]*)`;
/** A setting, or a line that is none. */
const PART = new RegExp(String.raw`(?:${SETTING}|(?<other>[^\n]*))(?:\n|$)`, 'g');
const LATER_NAME = new RegExp(String.raw`(?<=\n)${NAME}`, 'g');
const BLANK_OR_REMARK = /^\s*(?:#|$)/;

type Part = Readonly<Record<string, string | undefined>>;

/**
 * Reads the text of a `.env` as Node's parseEnv does, whose versions lose different lines: some
 * skip a line without `=`, others add it to the next name, and a value of spaces takes the next
 * line.
 * @param names of all settings: each is set once at most, and a quote in which one of them begins
 * was not closed
 */
export function parseSettingsText(text: string, names: readonly string[] = []): SettingsText {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  let line = 1;
  for (const { 0: written, groups: part = {} } of text.replace(/\r\n?/g, '\n').matchAll(PART)) {
    const problem = problemOf(part, values, names);
    if (problem !== undefined) problems.push(`line ${line}: ${problem}`);
    if (part.name !== undefined) values[part.name] = settingValue(part);
    line += written.split('\n').length - 1;
  }
  return { values, problems };
}

function problemOf(part: Part, before: Environment, names: readonly string[]): string | undefined {
  const { name, quoted = '', other = '' } = part;
  if (name === undefined)
    return BLANK_OR_REMARK.test(other) ? undefined : 'write NAME=value, or # before a remark.';
  const lost = Array.from(quoted.matchAll(LATER_NAME), ({ groups }) => groups?.name ?? '');
  const setting = lost.find((later) => names.includes(later));
  if (setting !== undefined) return `close the quote, which takes the line of ${setting}.`;
  const isLost = names.includes(name) && (before[name] ?? '') !== '';
  return isLost ? `${name} is set twice. Delete one of the lines.` : undefined;
}

function settingValue({ quote, quoted, plain = '' }: Part): string {
  if (quoted === undefined) return (plain.split('#')[0] ?? '').trim();
  return quote === '"' ? quoted.replaceAll(String.raw`\n`, '\n') : quoted;
}
