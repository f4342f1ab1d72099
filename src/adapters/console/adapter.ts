import { fstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import type { Arguments } from '../../config/arguments.ts';
import type { Adapter, Receive } from '../../core/adapter.ts';
import { deferred } from '../../core/async/promises.ts';
import { languageOf } from '../../format/words/catalogue.ts';
import { type Say, sayIn } from '../../format/words/say.ts';
import type { ConfiguredPlatform } from '../definition.ts';
import { type Chat, openChat } from './chat.ts';
import { readLocalFile } from './files.ts';
import { LOCAL_USER, PLATFORM, readLine, type TypedLine } from './line.ts';
import { answerLines, type LineSource, linesOf } from './pipe.ts';
import { type Look, renderJson, renderText } from './render.ts';
import { createConversation, createReplies, type ReplyPrinter, textPrinter } from './replies.ts';
import { createScreen, type Screen } from './screen.ts';

/** How the console adapter is set up. */
export interface ConsoleOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Receives everything that is not a reply to a line of a pipe, so that its output stays clean. */
  readonly errorOutput: Writable;
  /** Input and output are terminals with a person. */
  readonly interactive: boolean;
  /** Whether replies have colours. */
  readonly colors: boolean;
  /** Current columns of the terminal. */
  readonly columns: () => number;
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
  /** The folder for files of replies; a temporary folder by default. */
  readonly filesDirectory?: string | undefined;
  /** The base of relative paths in a line; the working directory by default. */
  readonly directory?: string | undefined;
  /**
   * Called with the exit code once everything is done: 1 if a line failed (a bad reply, or one that could not be shown), else 0.
   * A line whose reply nobody reads any more (`… | head -1`) has not failed.
   */
  readonly onEnded: (exitCode: number) => void;
}

/** The terminal as a platform: a chat, a pipe, or a single line. */
export function createConsoleAdapter(options: ConsoleOptions): Adapter {
  const { input, output, errorOutput, interactive, colors, json, once, say, textCommand, onEnded } = options;
  const { directory = process.cwd(), filesDirectory = join(tmpdir(), 'imei-bot') } = options;
  const isChat = interactive && !json && once === undefined;
  let chat: Chat | undefined;
  let source: LineSource | undefined;
  let isStopped = false;

  const plain = createScreen(output, { live: interactive && !json, spaced: !json });
  const screen: Screen = {
    print: (text) => (chat ?? plain).print(text),
    progress: (line) => (chat ?? plain).progress(line),
  };
  const printerOn = (on: Screen, look: () => Look): ReplyPrinter =>
    textPrinter(on, look, { buttons: isChat, folder: filesDirectory, say });
  const columns = () => (interactive ? options.columns() : Number.POSITIVE_INFINITY);
  const replies = createReplies(
    json
      ? { print: (reply) => screen.print(renderJson(reply)), progress: () => undefined }
      : printerOn(screen, () => ({ colors, columns: columns() })),
  );
  /** Alerts, and replies to lines from before a restart. */
  const others = isChat
    ? replies
    : createReplies(
        printerOn(createScreen(errorOutput, { live: false, spaced: true }), () => ({
          colors: false,
          columns: Number.POSITIVE_INFINITY,
        })),
      );
  // Each writer gets the error as well.
  errorOutput.on('error', () => undefined);
  const read = (line: string): TypedLine => {
    const button = isChat ? replies.button : () => undefined;
    return readLine(line, { commandNames: options.commandNames, textCommand, directory, button });
  };
  const start = async (receive: Receive): Promise<void> => {
    const answer = createConversation(receive, replies, options);
    if (isChat) {
      await screen.print(`${renderText(options.greeting, options.columns())}\n`);
      chat = openChat({ ...options, answer, replies, read, onLeft: () => onEnded(0) });
      return;
    }
    source = once === undefined ? linesOf(input) : { lines: [once], close: () => undefined };
    void answerLines(source, answer, read, textCommand).then((well) => onEnded(well ? 0 : 1));
  };
  const adapter: Adapter = {
    platform: PLATFORM,
    surface: 'lines',
    start,
    connected: () => !isStopped && (source !== undefined || chat !== undefined),
    reopen: async (target) =>
      target.kind === PLATFORM
        ? others.open({ target, heading: say('console.answeredAfterRestart') })
        : undefined,
    readFile: readLocalFile,
    notify: async (admin, reply) => {
      if (admin !== LOCAL_USER) return false;
      const printed = others.print(reply).then(() => true);
      // Nobody reads there any more.
      return printed.catch(() => false);
    },
    stop: async () => {
      isStopped = true;
      source?.close();
      await chat?.leave();
      if (source === undefined && chat === undefined) onEnded(0);
    },
  };
  // The reader has closed the pipe (`… | head -1`): the remaining lines are neither asked nor paid for.
  output.on('error', () => void adapter.stop());
  return adapter;
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
        ...{ input: stdin, output: stdout, errorOutput: stderr, json, once: line, say, locale },
        interactive: stdin.isTTY === true && stdout.isTTY === true,
        colors: stdout.isTTY === true && (env.NO_COLOR ?? '') === '',
        columns: () => stdout.columns ?? 80,
        commandNames: commands.map(({ name }) => name),
        textCommand: textCommand.command,
        greeting: say(isSandbox ? 'console.greetingOnSandbox' : 'console.greeting'),
        onEnded: ended.resolve,
      }),
  };
}

/** Whether there is nothing to read: `/dev/null`, as services start with, or no input. Pipes and files have at least an end. */
export function lacksInput(): boolean {
  const { fd } = process.stdin;
  try {
    return fstatSync(fd).isCharacterDevice() && !isatty(fd);
  } catch {
    return true;
  }
}
