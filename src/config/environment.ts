import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { codeOf } from '../core/errors.ts';

/** More than anybody sets; what has no end would fill the memory. */
const MOST_BYTES = 1_000_000;
/** A program that serves the settings through a pipe, as secret managers do, begins to write at once. */
const PIPE_WAIT_MS = 2_000;
const PIPE_LOOK_MS = 20;

/** For addresses with http://, which are called directly; machines set it beside HTTPS_PROXY. */
const OTHER_PROXY = 'HTTP_PROXY';

/** There is a file of settings that cannot be read; the message says what to do. */
export class EnvironmentUnreadable extends Error {
  override readonly name = 'EnvironmentUnreadable';
}

/**
 * The variables of the process, over those of the `.env` file in the working directory, where there is one.
 * @throws EnvironmentUnreadable when there is one that cannot be read
 */
export function readEnvironment(
  file: string,
  variables: NodeJS.ProcessEnv,
): Readonly<Record<string, string | undefined>> {
  return { ...parseEnv(textOf(file, readFile(file))), ...variables };
}

function readFile(file: string): Buffer {
  let descriptor: number | undefined;
  try {
    // A pipe without a writer would keep the opening waiting for ever.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    return readAll(descriptor);
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    if (code === 'ENOENT') return Buffer.alloc(0);
    throw new EnvironmentUnreadable(sentenceOf(file, code), { cause: error });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** @throws system errors; `ETIMEDOUT` for a pipe into which nobody writes, `EFBIG` for more than settings can be */
function readAll(descriptor: number): Buffer {
  const isPipe = fstatSync(descriptor).isFIFO();
  const looksAtMost = PIPE_WAIT_MS / PIPE_LOOK_MS;
  const parts: Buffer[] = [];
  let bytes = 0;
  for (let looks = 0; bytes <= MOST_BYTES; ) {
    const part = readPart(descriptor);
    const isEnd = part?.length === 0 && (!isPipe || bytes > 0);
    if (isEnd) return Buffer.concat(parts);
    if (part !== undefined && part.length > 0) {
      parts.push(part);
      bytes += part.length;
      continue;
    }
    looks += 1;
    if (looks > looksAtMost) throw Object.assign(new Error('nobody writes'), { code: 'ETIMEDOUT' });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_LOOK_MS);
  }
  throw Object.assign(new Error('too large'), { code: 'EFBIG' });
}

/** Empty at the end, and at a pipe that nobody has open; undefined where there will be more, and is nothing yet. */
function readPart(descriptor: number): Buffer | undefined {
  const buffer = Buffer.alloc(65_536);
  try {
    return buffer.subarray(0, readSync(descriptor, buffer));
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

/** What is no text would be read as no settings at all: the bot would start with others than were meant. */
function textOf(file: string, content: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (!text.includes('\0')) return text;
  } catch {
    // Said below, as of what holds characters that no text has.
  }
  throw new EnvironmentUnreadable(
    `${file} is not a text in UTF-8. Save it as one, with lines such as LOOKUP_API_KEY=… (see .env.example).`,
  );
}

function sentenceOf(file: string, code: string): string {
  switch (code) {
    case 'EISDIR':
      return `${file} is a directory; it should be a file with lines such as LOOKUP_API_KEY=… (see .env.example). Docker makes a directory where a file that it should mount is not there.`;
    case 'EACCES':
    case 'EPERM':
      return `${file} may not be read by this program (${code}). Make its user the owner of the file, or set the variables in its environment and remove the file.`;
    case 'ETIMEDOUT':
      return `${file} is a pipe, and nobody wrote into it to its end within ${PIPE_WAIT_MS / 1_000} seconds. Start what should write there, or make it a file with lines such as LOOKUP_API_KEY=… (see .env.example).`;
    case 'EFBIG':
      return `${file} is larger than ${MOST_BYTES / 1_000_000} MB; it should be a file with lines such as LOOKUP_API_KEY=… (see .env.example).`;
    default:
      return `${file} cannot be read (${code}). Mend the file, or remove it and set the variables in the environment.`;
  }
}

/** As other programs do, takes the proxy's variables in small letters as well; those in capitals count first. */
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
