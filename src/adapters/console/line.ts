import { basename, resolve } from 'node:path';
import type { Input } from '../../core/adapter/request-event.ts';
import type { CommandSet } from '../host.ts';
import { interpret } from '../reading/meaning.ts';
import type { PlainMessage } from '../reading/plain-message.ts';

/**
 * Words that end the chat or the reading of a pipe, with a slash or without. The adapter handles
 * them: they make no request.
 */
export const EXIT_WORDS: readonly string[] = ['exit', 'quit'];

export type TypedLine =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'exit' }
  | { readonly kind: 'input'; readonly input: Input };

/**
 * `file:list.csv`, `file="my list.csv"`, `file:my\ list.csv`: only the console takes files by name,
 * since it has access to the person's disk.
 */
const FILE =
  /(?<!\S)(?:--)?file[:=](?:"(?<doubleQuoted>[^"]+)"|'(?<singleQuoted>[^']+)'|(?<bare>(?:\\ |\S)+))/iu;
/** The backslash that a terminal puts before special characters in the name of a dropped file. */
const BACKSLASH = /\\(?=[ ()[\]&'"!$;])/g;

/** The commands, buttons and files to which a line may refer. */
export interface LineContext {
  readonly commands: CommandSet;
  /** The token of a button by its displayed number; undefined if there is none. */
  readonly tokenOf: (number: number) => string | undefined;
  /** Whether there is a file, or a folder, at a path. */
  readonly exists: (path: string) => boolean;
}

/**
 * Parses a line: the number of a button presses it; all other text is read as on every platform.
 */
export function parseLine(line: string, { commands, tokenOf, exists }: LineContext): TypedLine {
  // PowerShell may write UTF-16: read as UTF-8, it has a zero byte next to each digit.
  const text = line.replaceAll('\0', '').trim();
  if (text === '') return { kind: 'nothing' };
  if (isExit(text)) return { kind: 'exit' };
  const token = /^\d{1,2}$/.test(text) ? tokenOf(Number(text)) : undefined;
  if (token !== undefined) return { kind: 'input', input: { kind: 'press', token } };
  const meaning = interpret(toPlainMessage(text, exists), commands);
  return meaning.kind === 'asks' ? { kind: 'input', input: meaning.input } : { kind: 'nothing' };
}

function isExit(text: string): boolean {
  const command = /^\/(\S+)/.exec(text)?.[1] ?? text;
  return EXIT_WORDS.includes(command.toLowerCase());
}

/** The message of a line. */
function toPlainMessage(text: string, exists: LineContext['exists']): PlainMessage {
  // Only the bot reads what is typed in the console.
  const toBot = { isShared: false, addressedBy: undefined, repliedTo: undefined };
  const named = FILE.exec(text);
  if (named === null) return { ...toBot, words: text, file: undefined };
  const { doubleQuoted, singleQuoted, bare = '' } = named.groups ?? {};
  const before = text.slice(0, named.index);
  const rest = text.slice(named.index + named[0].length);
  const path = doubleQuoted ?? singleQuoted ?? bare.replace(BACKSLASH, '');
  // If no such file exists, `path` may be only the beginning of a name with spaces. The rest of the
  // line is added to the name, so that its digits are not taken for IMEIs, which cost money.
  const isCut = bare !== '' && !exists(path);
  const fullPath = isCut ? `${path}${rest}` : path;
  const words = isCut ? before : `${before}${rest}`;
  const location = resolve(fullPath);
  const reference = { name: basename(fullPath), location };
  return { ...toBot, words, file: { reference, identity: location } };
}
