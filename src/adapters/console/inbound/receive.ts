import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Ask, Request } from '../../../core/adapter.ts';
import type { Principal } from '../../../core/requester.ts';
import { nearestOf } from './nearest.ts';

export const PLATFORM = 'console';
/** Whoever sits at the terminal: the console has no accounts. */
export const LOCAL_USER: Principal = 'console:user:local';
/** What ends the chat; the adapter's own, so the core never sees them. */
export const LEAVE_WORDS: readonly string[] = ['exit', 'quit'];

/** What a line means. */
export type Line =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'unknown-command'; readonly name: string; readonly nearest: string | undefined }
  | { readonly kind: 'ask'; readonly ask: Ask };

export interface Reading {
  readonly commandNames: readonly string[];
  /** The command that takes a line without a slash. */
  readonly textCommand: string;
  /** The token of a button by the number it was shown with. */
  readonly button: (number: number) => string | undefined;
  /** Where the paths of files begin. */
  readonly directory: string;
}

/** `file:list.csv`, `file="my list.csv"`: here alone a file is named in words, since the person's disk is at hand. */
const FILE = /(?<!\S)(?:--)?file[:=](?:"([^"]+)"|'([^']+)'|(\S+))/iu;

/** `/name rest` is a command, a number that stands before a button presses it, other text goes to `textCommand`. */
export function readLine(line: string, reading: Reading): Line {
  const { commandNames, textCommand, button, directory } = reading;
  // Text of two bytes a character, such as PowerShell writes, has one after each digit.
  const text = line.replaceAll('\0', '').trim();
  if (text === '') return { kind: 'nothing' };
  const token = /^\d{1,2}$/.test(text) ? button(Number(text)) : undefined;
  if (token !== undefined) return { kind: 'ask', ask: { kind: 'press', token } };
  const command = /^\/([a-z]\S*)\s*(.*)$/isu.exec(text);
  if (command === null) return commandLine(textCommand, text, directory);
  const name = (command[1] ?? '').toLowerCase();
  if (LEAVE_WORDS.includes(name)) return { kind: 'leave' };
  if (commandNames.includes(name)) return commandLine(name, command[2] ?? '', directory);
  return { kind: 'unknown-command', name, nearest: nearestOf(name, [...commandNames, ...LEAVE_WORDS]) };
}

function commandLine(name: string, text: string, directory: string): Line {
  const named = FILE.exec(text);
  if (named === null) return { kind: 'ask', ask: { kind: 'command', name, options: { kind: 'text', text } } };
  const path = named[1] ?? named[2] ?? named[3] ?? '';
  const file = { name: basename(path), location: resolve(directory, path) };
  const rest = `${text.slice(0, named.index)}${text.slice(named.index + named[0].length)}`.trim();
  return { kind: 'ask', ask: { kind: 'command', name, options: { kind: 'text', text: rest, file } } };
}

/** What was asked at the terminal, as the core takes it. The target names the line, never what was in it. */
export function requestOf(
  ask: Ask,
  where: { readonly session: string; readonly line: number; readonly locale: string },
): Request {
  return {
    id: `${PLATFORM}:line:${randomUUID()}`,
    ask,
    requester: LOCAL_USER,
    scopes: [],
    locale: where.locale,
    visibility: 'private',
    target: { kind: PLATFORM, session: where.session, line: where.line },
  };
}
