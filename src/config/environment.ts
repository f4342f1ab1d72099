import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { codeOf } from '../core/errors.ts';
import type { Environment } from './setting.ts';

/** The settings file cannot be read; the message says what to do. */
export class EnvironmentUnreadable extends Error {
  override readonly name = 'EnvironmentUnreadable';
}

/**
 * The variables of the process, and those of the settings file that the process does not set.
 * @throws EnvironmentUnreadable
 */
export function readEnvironment(file: string, variables: Environment): Environment {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    if (code === 'ENOENT') return variables;
    const hint =
      code === 'EISDIR'
        ? 'It is a directory. Docker makes one if the file that it should mount is missing.'
        : 'It has to be a text in UTF-8 that the user of this program may read.';
    throw new EnvironmentUnreadable(`${file} cannot be read (${code}). ${hint}`, { cause: error });
  }
  // Node.js 20 takes a line without = or an indented remark for a part of the next name, and that setting would not count.
  const set = parseEnv(text.replace(/^[ \t]+(?=#|\r?$)/gm, ''));
  const stray = Object.keys(set).find((name) => /\s/.test(name));
  if (stray === undefined) return { ...set, ...variables };
  const line = text.slice(0, text.indexOf(stray)).split('\n').length;
  throw new EnvironmentUnreadable(`${file}, line ${line}: write NAME=value, or # before a remark.`);
}

/** The setting that a mistyped variable most likely means. */
export function suggestName(name: string, names: readonly string[]): string[] {
  // HTTP_PROXY is set for other programs.
  if (name.length < 5 || names.includes(name) || name === 'HTTP_PROXY') return [];
  const meant = names.find((one) => distance(one, name) <= 2);
  return meant === undefined ? [] : [`${name}: there is no such variable. Did you mean ${meant}?`];
}
