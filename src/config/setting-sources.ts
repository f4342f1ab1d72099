import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { errorCode } from '../core/error-code.ts';
import { OperatorError } from '../core/operator/operator-error.ts';
import type { Environment } from './environment.ts';
import { parseSettingsText } from './settings-text.ts';

/** The settings of the file and of the process, and the names that resemble a setting. */
export interface SettingSources {
  /** A variable of the process overrides the line of the file. */
  readonly values: Environment;
  /** A sentence for each line of the file whose name is nearly that of a setting. */
  readonly misspeltLines: readonly string[];
  /** The same for variables of the process, which may be for another program. */
  readonly misspeltVariables: readonly string[];
  /** The other names in the file that are not settings, such as those of Docker Compose. */
  readonly otherLines: readonly string[];
}

/**
 * Reads the settings.
 * @param names of all settings
 * @throws OperatorError if the file cannot be read, or a line of it is not a setting
 */
export function readEnvironment(
  file: string,
  variables: Environment,
  names: readonly string[],
): SettingSources {
  const { values: lines, problems } = parseSettingsText(readSettingsText(file) ?? '', names);
  if (problems.length > 0) {
    throw new OperatorError(problems.map((problem) => `${file}, ${problem}`).join('\n'));
  }
  return {
    values: { ...lines, ...variables },
    misspeltLines: misspeltIn(lines, names),
    misspeltVariables: misspeltIn(variables, names),
    otherLines: Object.keys(lines).filter((name) => isOther(name, lines, names)),
  };
}

/**
 * The text of a file of settings, without a byte order mark; undefined if the file does not exist.
 * @throws OperatorError
 */
export function readSettingsText(file: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    if (code === 'ENOENT') return undefined;
    const hint = HINTS[code] ?? 'It must be a UTF-8 text.';
    throw new OperatorError(`${file} cannot be read (${code}). ${hint}`, { cause: error });
  }
}

/** Advice about a file that cannot be read, by the code of the error. */
const HINTS: Readonly<Record<string, string>> = {
  EISDIR: 'It is a directory. Docker makes one if the file that it should mount is missing.',
  EACCES: 'Run this as its owner, or give it to the user of this program: chown',
};

/** The most letters in which a mistyped name may differ from the setting. */
const MAX_DISTANCE = 2;
/** Shorter names are not compared: they belong to other programs. */
const MIN_NAME_LENGTH = 5;
/** The form of a variable's name. Other text before a `=` may be anything, such as a secret. */
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;
/** Not misspelt, in capitals or in small letters. HTTP_PROXY is for other programs. */
const PROXY = /^(?:http|https|no)_proxy$/i;

function misspeltIn(environment: Environment, names: readonly string[]): string[] {
  return Object.keys(environment).flatMap((name) => {
    const meant = isForeign(name, environment, names) ? settingMeantBy(name, names) : undefined;
    return meant === undefined
      ? []
      : [`${name}: there is no such variable. Did you mean ${meant}?`];
  });
}

function isOther(name: string, lines: Environment, names: readonly string[]): boolean {
  const isNamed = VARIABLE.test(name) && isForeign(name, lines, names);
  return isNamed && settingMeantBy(name, names) === undefined;
}

/** Whether a variable is set, and is not a setting. */
function isForeign(name: string, environment: Environment, names: readonly string[]): boolean {
  const isSet = (environment[name] ?? '').trim() !== '';
  return isSet && !names.includes(name) && !PROXY.test(name);
}

/** The setting that a mistyped name resembles. */
function settingMeantBy(name: string, names: readonly string[]): string | undefined {
  if (name.length < MIN_NAME_LENGTH) return undefined;
  const written = name.toUpperCase();
  return names.find((setting) => distance(setting, written) <= MAX_DISTANCE);
}
