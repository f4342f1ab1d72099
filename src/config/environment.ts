import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { errorCode } from '../core/errors.ts';
import type { Environment } from './setting.ts';

/** The settings file cannot be read; the message says what to do. */
export class EnvironmentUnreadable extends Error {
  override readonly name = 'EnvironmentUnreadable';
}

/** The settings of the file and of the process, and the names that resemble a setting. */
export interface SettingSources {
  /** A variable of the process goes before the line of the file. */
  readonly values: Environment;
  /** A sentence for each line of the file whose name is nearly that of a setting. */
  readonly misspeltLines: readonly string[];
  /** A sentence for each such variable of the process, which may be for another program. */
  readonly misspeltVariables: readonly string[];
}

/**
 * Reads the settings.
 * @param names of all settings
 * @throws EnvironmentUnreadable
 */
export function readEnvironment(
  file: string,
  variables: Environment,
  names: readonly string[],
): SettingSources {
  const lines = readSettingsFile(file);
  return {
    values: { ...lines, ...variables },
    misspeltLines: misspeltIn(lines, names),
    misspeltVariables: misspeltIn(variables, names),
  };
}

function readSettingsFile(file: string): Environment {
  const text = textOf(file);
  // Node.js 20 reads a line without =, or an indented remark, as a part of the next name.
  const lines = parseEnv(text.replace(/^[ \t]+(?=#|\r?$)/gm, ''));
  const stray = Object.keys(lines).find((name) => /\s/.test(name));
  if (stray === undefined) return lines;
  const line = text.slice(0, text.indexOf(stray)).split('\n').length;
  throw new EnvironmentUnreadable(`${file}, line ${line}: write NAME=value, or # before a remark.`);
}

/** Empty if the file does not exist. */
function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    if (code === 'ENOENT') return '';
    const hint =
      code === 'EISDIR'
        ? 'It is a directory. Docker makes one if the file that it should mount is missing.'
        : 'It must be a UTF-8 text that the user of this program may read.';
    throw new EnvironmentUnreadable(`${file} cannot be read (${code}). ${hint}`, { cause: error });
  }
}

/** The most letters that a mistyped name may differ in, and the shortest name that is looked at. */
const MAX_DISTANCE = 2;
const MIN_NAME_LENGTH = 5;
/** Set for other programs, and near to HTTPS_PROXY. */
const FOREIGN = 'HTTP_PROXY';

function misspeltIn(environment: Environment, names: readonly string[]): string[] {
  return Object.keys(environment).flatMap((name) => {
    const isSet = (environment[name] ?? '').trim() !== '';
    if (!isSet || name.length < MIN_NAME_LENGTH || names.includes(name) || name === FOREIGN)
      return [];
    const meant = names.find((setting) => distance(setting, name) <= MAX_DISTANCE);
    return meant === undefined
      ? []
      : [`${name}: there is no such variable. Did you mean ${meant}?`];
  });
}
