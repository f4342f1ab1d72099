import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Adapter, Receive } from '../../core/adapter.ts';
import { deferred } from '../../core/async/deferred.ts';
import { readLocalFile } from './inbound/attachments.ts';
import { type Chat, openChat } from './inbound/chat.ts';
import { createConversation } from './inbound/conversation.ts';
import { answerLines, type LineSource, linesOf, onlyLine } from './inbound/pipe.ts';
import { type Line, LOCAL_USER, PLATFORM, readLine } from './inbound/receive.ts';
import { createReplies, type Replies } from './outbound/delivery.ts';
import { renderText } from './outbound/render.ts';
import { createScreen, type Screen } from './outbound/screen.ts';
import { createJsonSurface, createTextSurface, type TextSurfaceNeeds } from './outbound/surface.ts';
import type { ConsoleWords } from './words.ts';

export interface ConsoleOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Takes what belongs to no line of a pipe, so that its output stays clean. */
  readonly errorOutput: Writable;
  /** A person sits there: input and output are terminals. */
  readonly interactive: boolean;
  readonly colors: boolean;
  /** One JSON object per IMEI instead of text. */
  readonly json: boolean;
  /** The only line to answer; `input` is not read then. */
  readonly once?: string | undefined;
  readonly commandNames: readonly string[];
  /** The command that takes a line without a slash. */
  readonly textCommand: string;
  readonly words: ConsoleWords;
  /** BCP 47. */
  readonly locale: string;
  /** Columns of the terminal, as they are now. */
  readonly columns: () => number;
  /** Where the files of replies are written: by default a folder among the temporary files. */
  readonly filesDirectory?: string | undefined;
  /** Where the paths of files begin that are named in a line: by default the working directory. */
  readonly directory?: string | undefined;
}

export interface ConsoleAdapter {
  readonly adapter: Adapter;
  /**
   * The exit code, once there is nothing left to do: 0 when a person left, or when the input ended and all lines
   * went well; 1 when a line failed (a bad reply, or one that could not be shown).
   */
  readonly ended: Promise<number>;
}

/** The terminal as a platform: a chat, a pipe, or one line. */
export function createConsoleAdapter(options: ConsoleOptions): ConsoleAdapter {
  const { input, output, words, directory = process.cwd() } = options;
  const parts = createParts(options);
  const exit = deferred<number>();
  let chat: Chat | undefined;
  let source: LineSource | undefined;
  let stopped = false;

  const startChat = async (receive: Receive): Promise<void> => {
    await parts.screen.print(`${renderText(words.greeting, options.columns())}\n`);
    chat = await openChat({
      input,
      output,
      conversation: createConversation({ ...options, receive, replies: parts.replies }),
      replies: parts.replies,
      read: (line) => readLine(line, { ...options, directory, button: parts.replies.button }),
      commandNames: options.commandNames,
      words,
      onLeft: () => exit.resolve(0),
    });
    parts.moveTo(chat.prompt);
  };
  const startLines = (receive: Receive): void => {
    source = options.once === undefined ? linesOf(input) : onlyLine(options.once);
    const conversation = createConversation({ ...options, receive, replies: parts.replies });
    const read = (line: string): Line => readLine(line, { ...options, directory, button: () => undefined });
    const { textCommand } = options;
    answerLines(source.lines, { conversation, read, textCommand }).then(
      (well) => exit.resolve(well ? 0 : 1),
      exit.reject,
    );
  };

  const adapter: Adapter = {
    platform: PLATFORM,
    start: async (receive) => (isChat(options) ? startChat(receive) : startLines(receive)),
    connected: () => !stopped && (source !== undefined || chat !== undefined),
    reopen: async (target) =>
      target.kind === PLATFORM
        ? parts.aside.open({ target, heading: words.answeredAfterRestart })
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
  // Nobody reads any more (`… | head -1`): what is left is neither asked nor paid. Each reply hears of it itself.
  output.on('error', () => void adapter.stop());
  return { adapter, ended: exit.promise };
}

interface Parts {
  readonly screen: Screen;
  /** The replies to what is said here. */
  readonly replies: Replies;
  /** The replies to what was not said here: before a restart, or by nobody. */
  readonly aside: Replies;
  /** From now on everything is shown there. */
  readonly moveTo: (screen: Screen) => void;
}

function createParts(options: ConsoleOptions): Parts {
  const { output, errorOutput, interactive, colors, json, words } = options;
  const chatting = isChat(options);
  let shownOn = createScreen(output, { live: interactive && !json, spaced: !json });
  const screen: Screen = {
    print: (text) => shownOn.print(text),
    progress: (line) => shownOn.progress(line),
  };
  const text: TextSurfaceNeeds = {
    screen,
    look: () => ({ colors, columns: interactive ? options.columns() : Number.POSITIVE_INFINITY }),
    buttons: chatting,
    filesDirectory: options.filesDirectory ?? join(tmpdir(), 'imei-bot'),
    words,
  };
  const replies = createReplies(json ? createJsonSurface(screen) : createTextSurface(text));
  const aside = (): Replies => {
    // An error here has been told to the one who wanted to show something.
    errorOutput.on('error', () => undefined);
    const plain = { colors: false, columns: Number.POSITIVE_INFINITY };
    const beside = createScreen(errorOutput, { live: false, spaced: true });
    return createReplies(createTextSurface({ ...text, screen: beside, look: () => plain }));
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
