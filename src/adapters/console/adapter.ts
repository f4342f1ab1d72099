import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Adapter, Receive } from '../../core/adapter.ts';
import { deferred } from '../../core/async/promises.ts';
import type { Say } from '../../format/words/say.ts';
import { readLocalFile } from './inbound/attachments.ts';
import { type Chat, openChat } from './inbound/chat.ts';
import { createConversation } from './inbound/conversation.ts';
import { answerLines, type LineSource, linesOf, onlyLine } from './inbound/pipe.ts';
import { LOCAL_USER, PLATFORM, readLine, type TypedLine } from './inbound/receive.ts';
import { createReplies, type Replies } from './outbound/delivery.ts';
import { renderText } from './outbound/render.ts';
import {
  createJsonPrinter,
  createScreen,
  createTextPrinter,
  type Screen,
  type TextPrinterNeeds,
} from './outbound/screen.ts';

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
  const { input, output, say, directory = process.cwd() } = options;
  const parts = createParts(options);
  const exit = deferred<number>();
  let chat: Chat | undefined;
  let source: LineSource | undefined;
  let stopped = false;

  const startChat = async (receive: Receive): Promise<void> => {
    await parts.screen.print(`${renderText(options.greeting, options.columns())}\n`);
    chat = await openChat({
      input,
      output,
      conversation: createConversation({ ...options, receive, replies: parts.replies }),
      replies: parts.replies,
      read: (line) => readLine(line, { ...options, directory, button: parts.replies.button }),
      commandNames: options.commandNames,
      say,
      onLeft: () => exit.resolve(0),
    });
    parts.moveTo(chat.prompt);
  };
  const startLines = (receive: Receive): void => {
    source = options.once === undefined ? linesOf(input) : onlyLine(options.once);
    const conversation = createConversation({ ...options, receive, replies: parts.replies });
    const read = (line: string): TypedLine =>
      readLine(line, { ...options, directory, button: () => undefined });
    const { textCommand } = options;
    answerLines(source.lines, { conversation, read, textCommand }).then(
      (well) => exit.resolve(well ? 0 : 1),
      exit.reject,
    );
  };

  const adapter: Adapter = {
    platform: PLATFORM,
    surface: 'lines',
    start: async (receive) => (isChat(options) ? startChat(receive) : startLines(receive)),
    connected: () => !stopped && (source !== undefined || chat !== undefined),
    reopen: async (target) =>
      target.kind === PLATFORM
        ? parts.aside.open({ target, heading: say('console.answeredAfterRestart') })
        : undefined,
    readFile: readLocalFile,
    notify: async (admin, reply) =>
      admin === LOCAL_USER &&
      parts.aside.print(reply).then(
        () => true,
        () => false, // nobody reads there any more
      ),
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

interface Parts {
  readonly screen: Screen;
  /** Shows replies to lines typed in this session. */
  readonly replies: Replies;
  /** Shows all other replies: from before a restart, or unsolicited. */
  readonly aside: Replies;
  /** Shows everything on that screen from now on. */
  readonly moveTo: (screen: Screen) => void;
}

function createParts(options: ConsoleOptions): Parts {
  const { output, errorOutput, interactive, colors, json, say } = options;
  const chatting = isChat(options);
  let shownOn = createScreen(output, { live: interactive && !json, spaced: !json });
  const screen: Screen = {
    print: (text) => shownOn.print(text),
    progress: (line) => shownOn.progress(line),
  };
  const text: TextPrinterNeeds = {
    screen,
    look: () => ({ colors, columns: interactive ? options.columns() : Number.POSITIVE_INFINITY }),
    buttons: chatting,
    filesDirectory: options.filesDirectory ?? join(tmpdir(), 'imei-bot'),
    say,
  };
  const replies = createReplies(json ? createJsonPrinter(screen) : createTextPrinter(text));
  const aside = (): Replies => {
    // The error has already been reported to the writer.
    errorOutput.on('error', () => undefined);
    const plain = { colors: false, columns: Number.POSITIVE_INFINITY };
    const beside = createScreen(errorOutput, { live: false, spaced: true });
    return createReplies(createTextPrinter({ ...text, screen: beside, look: () => plain }));
  };
  return {
    screen,
    replies,
    aside: chatting ? replies : aside(),
    moveTo: (next) => {
      shownOn = next;
    },
  };
}

function isChat({ interactive, json, once }: ConsoleOptions): boolean {
  return interactive && !json && once === undefined;
}
