import { basename, resolve } from 'node:path';
import type { Input } from '../../core/adapter/request.ts';
import type { Principal } from '../../core/principal.ts';
import type { CommandSet } from '../host.ts';
import { interpret } from '../reading/meaning.ts';
import type { PlainMessage } from '../reading/plain-message.ts';

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
  readonly commands: CommandSet;
  /** The token of a button by its displayed number; undefined if there is none. */
  readonly button: (number: number) => string | undefined;
  readonly exists: (path: string) => boolean;
}

/**
 * Parses a line: the number of a button presses it; all other text is read as on every platform.
 */
export function readLine(line: string, { commands, button, exists }: LineContext): TypedLine {
  // Text with two bytes a character, such as PowerShell writes, has a zero byte after each digit.
  const text = line.replaceAll('\0', '').trim();
  if (text === '') return { kind: 'nothing' };
  if (isExit(text)) return { kind: 'leave' };
  const token = /^\d{1,2}$/.test(text) ? button(Number(text)) : undefined;
  if (token !== undefined) return { kind: 'input', input: { kind: 'press', token } };
  const meaning = interpret(toPlainMessage(text, exists), commands);
  return meaning.kind === 'asks' ? { kind: 'input', input: meaning.input } : { kind: 'nothing' };
}

function isExit(text: string): boolean {
  const [, command = text] = /^\/(\S+)/.exec(text) ?? [];
  return EXIT_WORDS.includes(command.toLowerCase());
}

/** What a line says to the bot: nobody else reads it. */
function toPlainMessage(text: string, exists: LineContext['exists']): PlainMessage {
  const toBot = { isShared: false, addressedBy: undefined, repliedTo: undefined };
  const named = FILE.exec(text);
  if (named === null) return { ...toBot, words: text, file: undefined };
  const [whole, doubleQuoted, singleQuoted, bare = ''] = named;
  const end = named.index + whole.length;
  const path = doubleQuoted ?? singleQuoted ?? bare.replace(BACKSLASH, '');
  // Perhaps a name with spaces and no quotes: what follows is not taken for numbers to pay for.
  const isCut = bare !== '' && !exists(path);
  const fullPath = isCut ? `${path}${text.slice(end)}` : path;
  const words = isCut
    ? text.slice(0, named.index)
    : `${text.slice(0, named.index)}${text.slice(end)}`;
  const location = resolve(fullPath);
  const reference = { name: basename(fullPath), location };
  return { ...toBot, words, file: { reference, identity: location } };
}
