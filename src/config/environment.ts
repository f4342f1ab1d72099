import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { codeOf } from '../core/errors.ts';

/** For addresses with http://, which are called directly; machines set it beside HTTPS_PROXY. */
const OTHER_PROXY = 'HTTP_PROXY';

/** The file of settings cannot be read; the message says what to do. */
export class EnvironmentUnreadable extends Error {
  override readonly name = 'EnvironmentUnreadable';
}

/**
 * The variables of the process, over those of the file of settings, if there is one.
 * @throws EnvironmentUnreadable
 */
export function readEnvironment(
  file: string,
  variables: NodeJS.ProcessEnv,
): Readonly<Record<string, string | undefined>> {
  return { ...parseEnv(textOf(file)), ...variables };
}

function textOf(file: string): string {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    if (code === 'ENOENT') return '';
    throw new EnvironmentUnreadable(`${file} cannot be read (${code}). ${HINTS[code] ?? HINT}`, {
      cause: error,
    });
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (!text.includes('\0')) return text;
  } catch {
    // Falls through: it is no text.
  }
  throw new EnvironmentUnreadable(
    `${file} is not a text in UTF-8. Save it as one, with lines such as LOOKUP_API_KEY=… (see .env.example).`,
  );
}

const HINT = 'Fix the file, or remove it and set the variables in the environment.';
const HINTS: Readonly<Partial<Record<string, string>>> = {
  EISDIR:
    'It is a directory; it should be a file. Docker makes a directory where a file that it should mount is missing.',
  EACCES: 'Make the user of this program the owner of the file.',
};

/** Takes the proxy's variables in small letters as well, as other programs do; those in capitals count first. */
export function withProxies(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const { https_proxy: HTTPS_PROXY, no_proxy: NO_PROXY } = environment;
  return { HTTPS_PROXY, NO_PROXY, ...environment };
}

/** A name that is nearly one of ours was most likely meant to be it. */
export function nearMiss(name: string, names: readonly string[]): string[] {
  if (name.length < 5 || names.includes(name) || name === OTHER_PROXY) return [];
  const meant = names.find((one) => distance(one, name) <= 2);
  return meant === undefined ? [] : [`${name}: there is no such variable. Did you mean ${meant}?`];
}
