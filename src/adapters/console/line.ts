import { basename, resolve } from 'node:path';
import type { Input } from '../../core/adapter/request-event.ts';
import type { CommandSet } from '../host.ts';
import { interpret } from '../reading/meaning.ts';
import type { PlainMessage } from '../reading/plain-message.ts';

/**
 * Words that end the chat or the reading of a pipe, with a slash or without. The adapter handles
 * them: they never reach the core.
 */
export const EXIT_WORDS: readonly string[] = ['exit', 'quit'];

export type TypedLine =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'input'; readonly input: Input };

/**
 * `file:list.csv`, `file="my list.csv"`, `file:my\ list.csv`: only the console takes files by name,
 * since it has access to the person's disk.
 */
const FILE = /(?<!\S)(?:--)?file[:=](?:"([^"]+)"|'([^']+)'|((?:\\ |\S)+))/iu;
/** The sign before special characters in the name of a file that is dropped into a terminal. */
const BACKSLASH = /\\(?=[ ()[\]&'"!$;])/g;

/** The buttons and files to which a line may refer. */
export interface LineContext {
  readonly commands: CommandSet;
  /** The token of a button by its displayed number; undefined if there is none. */
  readonly tokenOf: (number: number) => string | undefined;
  readonly isFile: (path: string) => boolean;
}

/**
 * Parses a line: the number of a button presses it; all other text is read as on every platform.
 */
export function readLine(line: string, { commands, tokenOf, isFile }: LineContext): TypedLine {
  // PowerShell may write UTF-16: read as UTF-8, it has a zero byte next to each digit.
  const text = line.replaceAll('\0', '').trim();
  if (text === '') return { kind: 'nothing' };
  if (isExit(text)) return { kind: 'leave' };
  const token = /^\d{1,2}$/.test(text) ? tokenOf(Number(text)) : undefined;
  if (token !== undefined) return { kind: 'input', input: { kind: 'press', token } };
  const meaning = interpret(toPlainMessage(text, isFile), commands);
  return meaning.kind === 'asks' ? { kind: 'input', input: meaning.input } : { kind: 'nothing' };
}

function isExit(text: string): boolean {
  const [, command = text] = /^\/(\S+)/.exec(text) ?? [];
  return EXIT_WORDS.includes(command.toLowerCase());
}

/** The message of a line. Only the bot reads it. */
function toPlainMessage(text: string, isFile: LineContext['isFile']): PlainMessage {
  const toBot = { isShared: false, addressedBy: undefined, repliedTo: undefined };
  const named = FILE.exec(text);
  if (named === null) return { ...toBot, words: text, file: undefined };
  const [whole, doubleQuoted, singleQuoted, bare = ''] = named;
  const end = named.index + whole.length;
  const path = doubleQuoted ?? singleQuoted ?? bare.replace(BACKSLASH, '');
  // Without such a file, this may be only the beginning of a name with spaces. The rest of the line
  // is added to the name, so that its digits are not taken for IMEIs, which cost money.
  const isCut = bare !== '' && !isFile(path);
  const fullPath = isCut ? `${path}${text.slice(end)}` : path;
  const words = isCut
    ? text.slice(0, named.index)
    : `${text.slice(0, named.index)}${text.slice(end)}`;
  const location = resolve(fullPath);
  const reference = { name: basename(fullPath), location };
  return { ...toBot, words, file: { reference, identity: location } };
}
