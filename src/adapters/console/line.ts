import { basename, resolve } from 'node:path';
import type { Input, Principal } from '../../core/adapter.ts';
import { commandInput } from '../command-input.ts';

/** The first part of the console's principals. */
export const PLATFORM = 'console';
/** The person at the terminal; the console has no accounts. */
export const LOCAL_USER: Principal = 'console:user:local';
/**
 * Words that end the chat, with a slash or without; handled by the adapter, never passed to the
 * core.
 */
export const EXIT_WORDS: readonly string[] = ['exit', 'quit'];

/** The meaning of a line. */
export type TypedLine =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'input'; readonly input: Input };

/**
 * `file:list.csv`, `file="my list.csv"`, `file:my\ list.csv`: only the console takes files by name,
 * since it has access to the person's disk.
 */
const FILE = /(?<!\S)(?:--)?file[:=](?:"([^"]+)"|'([^']+)'|((?:\\ |\S)+))/iu;
/** What a terminal writes before special characters of a file that is dropped into it. */
const BACKSLASH = /\\(?=[ ()[\]&'"!$;])/g;

/** What a line may name. */
export interface LineContext {
  /** The command that takes a line without a slash. */
  readonly textCommand: string;
  /** The token of a button by its displayed number; undefined if there is none. */
  readonly button: (number: number) => string | undefined;
  readonly exists: (path: string) => boolean;
}

/**
 * Parses a line: `/name rest` is a command, the number of a button presses it, other text goes to
 * `textCommand`.
 */
export function readLine(line: string, { textCommand, button, exists }: LineContext): TypedLine {
  // Text with two bytes a character, such as PowerShell writes, has a zero byte after each digit.
  const text = line.replaceAll('\0', '').trim();
  if (text === '') return { kind: 'nothing' };
  if (EXIT_WORDS.includes(text.toLowerCase())) return { kind: 'leave' };
  const token = /^\d{1,2}$/.test(text) ? button(Number(text)) : undefined;
  if (token !== undefined) return { kind: 'input', input: { kind: 'press', token } };
  const command = /^\/([a-z]\S*)\s*(.*)$/isu.exec(text);
  if (command === null) return commandLine(textCommand, text, exists);
  const name = (command[1] ?? '').toLowerCase();
  if (EXIT_WORDS.includes(name)) return { kind: 'leave' };
  // `/imei356…`: an unknown command with a number in it is most likely about the number.
  if (/\d{14}/.test(name)) return commandLine(textCommand, text, exists);
  return commandLine(name, command[2] ?? '', exists);
}

function commandLine(name: string, text: string, exists: LineContext['exists']): TypedLine {
  const named = FILE.exec(text);
  if (named === null) return { kind: 'input', input: commandInput(name, text) };
  const [whole, doubleQuoted, singleQuoted, bare = ''] = named;
  const end = named.index + whole.length;
  const path = doubleQuoted ?? singleQuoted ?? bare.replace(BACKSLASH, '');
  // Perhaps a name with spaces and no quotes: what follows is not taken for numbers to pay for.
  const isCut = bare !== '' && !exists(path);
  const fullPath = isCut ? `${path}${text.slice(end)}` : path;
  const rest = isCut
    ? text.slice(0, named.index)
    : `${text.slice(0, named.index)}${text.slice(end)}`;
  const file = { name: basename(fullPath), location: resolve(fullPath) };
  return { kind: 'input', input: commandInput(name, rest.trim(), file) };
}
