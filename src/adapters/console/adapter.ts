import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Adapter, Receive } from '../../core/adapter.ts';
import { deferred } from '../../core/async/promises.ts';
import type { Say } from '../../format/words/say.ts';
import { type Chat, openChat } from './chat.ts';
import { createConversation } from './conversation.ts';
import { readLocalFile } from './files.ts';
import { LOCAL_USER, PLATFORM, readLine, type TypedLine } from './line.ts';
import { answerLines, type LineSource, linesOf } from './pipe.ts';
import { renderText } from './render.ts';
import { createReplies } from './replies.ts';
import { createJsonPrinter, createScreen, createTextPrinter, type Screen } from './screen.ts';

/** How the console adapter is set up. */
export interface ConsoleOptions {
  /** Lines are read from here. */
  readonly input: Readable;
  /** Replies are written here. */
  readonly output: Writable;
  /** Receives everything that is not a reply to a line of a pipe, so that its output stays clean. */
  readonly errorOutput: Writable;
  /** Input and output are terminals with a person. */
  readonly interactive: boolean;
  /** Whether replies have colours. */
  readonly colors: boolean;
  /** One JSON object per IMEI instead of text. */
  readonly json: boolean;
  /** The only line to answer; `input` is then not read. */
  readonly once?: string | undefined;
  /** The commands that may be typed. */
  readonly commandNames: readonly string[];
  /** The command that takes a line without a slash. */
  readonly textCommand: string;
  /** What a chat starts with. */
  readonly greeting: string;
  /** Says the adapter's own texts. */
  readonly say: Say;
  /** BCP 47. */
  readonly locale: string;
  /** Current columns of the terminal. */
  readonly columns: () => number;
  /** The folder for files of replies; a temporary folder by default. */
  readonly filesDirectory?: string | undefined;
  /** The base of relative paths in a line; the working directory by default. */
  readonly directory?: string | undefined;
}

/** The console adapter and the end of its input. */
export interface ConsoleAdapter {
  /** The platform. */
  readonly adapter: Adapter;
  /**
   * The exit code, once everything is done: 1 if a line failed (a bad reply, or one that could not be shown), else 0. A line
   * whose reply nobody reads any more (`… | head -1`) has not failed.
   */
  readonly ended: Promise<number>;
}

/** The terminal as a platform: a chat, a pipe, or a single line. */
export function createConsoleAdapter(options: ConsoleOptions): ConsoleAdapter {
  const { input, output, errorOutput, interactive, colors, json, once, say, textCommand } = options;
  const { directory = process.cwd(), filesDirectory = join(tmpdir(), 'imei-bot') } = options;
  const isChat = interactive && !json && once === undefined;
  const exit = deferred<number>();
  let chat: Chat | undefined;
  let source: LineSource | undefined;
  let stopped = false;

  const plain = createScreen(output, { live: interactive && !json, spaced: !json });
  const screen: Screen = {
    print: (text) => (chat ?? plain).print(text),
    progress: (line) => (chat ?? plain).progress(line),
  };
  const text = { buttons: isChat, filesDirectory, say };
  const columns = () => (interactive ? options.columns() : Number.POSITIVE_INFINITY);
  const look = () => ({ colors, columns: columns() });
  /** Shows replies to lines typed in this session. */
  const replies = createReplies(
    json ? createJsonPrinter(screen) : createTextPrinter({ ...text, screen, look }),
  );
  /** Shows all other replies: from before a restart, or unsolicited. */
  const aside = isChat ? replies : createAside();
  function createAside() {
    // The error has already been reported to the writer.
    errorOutput.on('error', () => undefined);
    return createReplies(
      createTextPrinter({
        ...text,
        screen: createScreen(errorOutput, { live: false, spaced: true }),
        look: () => ({ colors: false, columns: Number.POSITIVE_INFINITY }),
      }),
    );
  }
  const read = (line: string): TypedLine => {
    const button = isChat ? replies.button : () => undefined;
    return readLine(line, { commandNames: options.commandNames, textCommand, directory, button });
  };
  const startChat = async (receive: Receive): Promise<void> => {
    await screen.print(`${renderText(options.greeting, options.columns())}\n`);
    const conversation = createConversation({ ...options, receive, replies });
    chat = openChat({ ...options, conversation, replies, read, onLeft: () => exit.resolve(0) });
  };
  const startLines = (receive: Receive): void => {
    source = once === undefined ? linesOf(input) : { lines: [once], close: () => undefined };
    const conversation = createConversation({ ...options, receive, replies });
    answerLines(source, { conversation, read, textCommand }).then(
      (well) => exit.resolve(well ? 0 : 1),
      exit.reject,
    );
  };

  const adapter: Adapter = {
    platform: PLATFORM,
    surface: 'lines',
    start: async (receive) => (isChat ? startChat(receive) : startLines(receive)),
    connected: () => !stopped && (source !== undefined || chat !== undefined),
    reopen: async (target) =>
      target.kind === PLATFORM
        ? aside.open({ target, heading: say('console.answeredAfterRestart') })
        : undefined,
    readFile: readLocalFile,
    notify: async (admin, reply) => {
      if (admin !== LOCAL_USER) return false;
      const printed = aside.print(reply).then(() => true);
      // Nobody reads there any more.
      return printed.catch(() => false);
    },
    stop: async () => {
      stopped = true;
      source?.close();
      await chat?.leave();
      if (source === undefined && chat === undefined) exit.resolve(0);
    },
  };
  // The reader has closed the pipe (`… | head -1`): the remaining lines are neither asked nor paid for. Each running reply
  // notices by itself.
  output.on('error', () => void adapter.stop());
  return { adapter, ended: exit.promise };
}
