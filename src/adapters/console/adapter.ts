import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import type { Arguments } from '../../config/arguments.ts';
import type { Adapter } from '../../core/adapter.ts';
import { deferred } from '../../core/async/promises.ts';
import { languageOf } from '../../format/words/catalogue.ts';
import { type Say, sayIn } from '../../format/words/say.ts';
import type { ConfiguredPlatform } from '../definition.ts';
import { readLocalFile } from '../files.ts';
import { type Chat, openChat } from './chat.ts';
import { LOCAL_USER, PLATFORM, readLine, type TypedLine } from './line.ts';
import { type Look, PLAIN, wrap } from './render.ts';
import {
  type AnswerLine,
  createConversation,
  createReplies,
  createScreen,
  type Screen,
} from './replies.ts';

/** Shorter lines cannot hold a number. */
const MIN_COLUMNS = 12;
/** Longer lines are hard to read, even in a wide window. */
const MAX_COLUMNS = 100;
/** Lines that may wait for an answer; fewer than the 50 open requests a person may have. */
const LINES_AHEAD = 20;

export interface ConsoleOptions {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: TerminalOutput;
  /**
   * Receives everything that is not a reply to a line of a pipe, so that its output stays clean.
   */
  readonly errorOutput: Writable;
  /** One JSON object per IMEI instead of text. */
  readonly json: boolean;
  /** The only line to answer; `input` is then not read. */
  readonly once?: string | undefined;
  readonly commandNames: readonly string[];
  /** The command that takes a line without a slash. */
  readonly textCommand: string;
  /** What a chat starts with. */
  readonly greeting: string;
  readonly say: Say;
  /** BCP 47. */
  readonly locale: string;
  /**
   * Called with the exit code once everything is done: 1 if a line failed (a bad reply, or one that
   * could not be shown), else 0. A line whose reader has closed the pipe (`… | head -1`) has not
   * failed.
   */
  readonly onEnded: (exitCode: number) => void;
}

type TerminalOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The terminal as a platform: a chat, a pipe, or a single line. */
export function createConsoleAdapter(options: ConsoleOptions): Adapter {
  const { input, output, errorOutput, json, once, say, textCommand, onEnded } = options;
  const isLive = input.isTTY === true && output.isTTY === true && !json;
  const isChat = isLive && once === undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  let chat: Chat | undefined;
  let isStarted = false;

  const plain = createScreen(output, { live: isLive, spaced: !json });
  const screen: Screen = {
    print: (text) => (chat ?? plain).print(text),
    progress: (line) => (chat ?? plain).progress(line),
  };
  const replies = createReplies(screen, { json, isChat, say, look: () => lookOf(output) });
  const errors = createScreen(errorOutput, { live: false, spaced: true });
  const unrequested = isChat
    ? replies
    : createReplies(errors, { json: false, isChat, say, look: () => PLAIN });
  // Each `write` gets the error as well.
  errorOutput.on('error', () => undefined);
  const read = (line: string): TypedLine =>
    readLine(line, textCommand, isChat ? replies.button : () => undefined);
  const adapter: Adapter = {
    platform: PLATFORM,
    surface: 'lines',
    start: async (receive) => {
      const answer = createConversation(receive, replies, options.locale);
      isStarted = true;
      if (isChat) {
        await screen.print(`${wrap(options.greeting, lookOf(output).columns).join('\n')}\n`);
        chat = openChat({ ...options, answer, replies, read, onExit: () => onEnded(0) });
        return;
      }
      const piped = { input, crlfDelay: Number.POSITIVE_INFINITY, signal };
      const lines = once === undefined ? createInterface(piped) : [once];
      const answered = answerLines({ lines, answer, read, textCommand, signal });
      void answered.then((well) => onEnded(well ? 0 : 1));
    },
    connected: () => isStarted && !signal.aborted,
    reopen: async (target) =>
      target.kind === PLATFORM
        ? unrequested.open({ target, heading: say('console.answeredAfterRestart') })
        : undefined,
    readFile: ({ location }, limits) => readLocalFile(location, limits),
    notify: async (admin, reply) => {
      if (admin !== LOCAL_USER) return false;
      const printed = unrequested.print(reply).then(() => true);
      // The reader is gone.
      return printed.catch(() => false);
    },
    stop: async () => {
      stopping.abort();
      await chat?.close();
      if (!isStarted) onEnded(0);
    },
  };
  // The reader has closed the pipe (`… | head -1`): the remaining lines are not checked.
  output.on('error', () => void adapter.stop());
  return adapter;
}

interface LinesOptions {
  readonly lines: AsyncIterable<string> | Iterable<string>;
  readonly answer: AnswerLine;
  readonly read: (line: string) => TypedLine;
  /** The command whose lines may run in parallel. */
  readonly textCommand: string;
  /** No more lines are taken. */
  readonly signal: AbortSignal;
}

/**
 * Answers lines in order. Checks run in parallel. Other commands may depend on earlier lines, as
 * `/forget` does: they wait for those, and later lines wait for them. Resolves when all lines are
 * answered, with whether all succeeded.
 */
async function answerLines(options: LinesOptions): Promise<boolean> {
  const { lines, answer, read, textCommand, signal } = options;
  const open: Promise<boolean>[] = [];
  let well = true;
  const untilOpen = async (most: number): Promise<void> => {
    while (open.length > most) well = (await open.shift()) === true && well;
  };
  for await (const text of lines) {
    const line = read(text);
    if (line.kind === 'leave' || signal.aborted) break;
    if (line.kind === 'nothing') continue;
    const isCheck = line.input.kind === 'command' && line.input.name === textCommand;
    if (!isCheck) await untilOpen(0);
    open.push(answer(line.input, open.at(-1)));
    await untilOpen(isCheck ? LINES_AHEAD - 1 : 0);
  }
  await untilOpen(0);
  return well;
}

/** How replies look on an output; only a terminal has colours and a width. */
function lookOf({ isTTY = false, columns }: TerminalOutput): Look {
  return isTTY
    ? {
        colors: (process.env.NO_COLOR ?? '') === '',
        columns: Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, columns || 80)),
      }
    : PLAIN;
}

/**
 * The chat in the terminal, or on a pipe, of this process; `ended` has the exit code.
 * @param language as in LANGUAGE
 */
export function consolePlatform(
  { json, line }: Arguments,
  language: string | undefined,
): Pick<ConfiguredPlatform, 'create'> & { readonly ended: Promise<number> } {
  const ended = deferred<number>();
  const { stdin, stdout, stderr, env } = process;
  // The first of the three that is set counts (POSIX).
  const locale = languageOf(language, env.LC_ALL || env.LC_MESSAGES || env.LANG);
  const say = sayIn(locale);
  return {
    ended: ended.promise,
    create: async ({ commands, isSandbox, textCommand }) =>
      createConsoleAdapter({
        input: stdin,
        output: stdout,
        errorOutput: stderr,
        json,
        once: line,
        say,
        locale,
        commandNames: commands.map(({ name }) => name),
        textCommand: textCommand.command,
        greeting: say(isSandbox ? 'console.greetingOnSandbox' : 'console.greeting'),
        onEnded: ended.resolve,
      }),
  };
}

/** Whether there is nothing to read: `/dev/null`, as services have it, or no input. */
export function lacksInput(): boolean {
  const { fd } = process.stdin;
  try {
    return fstatSync(fd).isCharacterDevice() && !isatty(fd);
  } catch {
    return true;
  }
}
