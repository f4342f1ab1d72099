import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Adapter } from '../../core/adapter/adapter.ts';
import type { FileLimits } from '../../core/adapter/file-access.ts';
import type { ReceiveRequest, ReplyTarget } from '../../core/adapter/request-event.ts';
import type { FileReference } from '../../core/command/command-options.ts';
import type { Principal } from '../../core/principal.ts';
import type { ReplyWithButtons } from '../../core/reply/reply.ts';
import type { Say } from '../../format/texts/say.ts';
import type { CommandSet } from '../host.ts';
import { readLocalFile } from '../local-file.ts';
import { Chat } from './chat.ts';
import { GUIDE } from './guide.ts';
import { createInputHandler, type InputHandler } from './input-handler.ts';
import { parseLine, type TypedLine } from './line.ts';
import { answerLines } from './pipe.ts';
import { LOCAL_USER, PLATFORM } from './principals.ts';
import { type Page, PLAIN, wrap } from './render.ts';
import { Replies } from './replies.ts';
import { JSON_FORMAT, textFormat } from './reply-format.ts';
import { LineScreen, PipeScreen, type Screen } from './screen.ts';

/** Lines are not wrapped shorter than this, even if the terminal says that it is. */
const MIN_COLUMNS = 12;
/** Longer lines are hard to read, even in a wide window. */
const MAX_COLUMNS = 100;

export interface ConsoleOptions {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: ConsoleOutput;
  /** Outside a chat, receives what answers no line, so that `output` has only replies to lines. */
  readonly errorOutput: Writable;
  /** One JSON object per IMEI instead of text. */
  readonly json: boolean;
  /** The only line to answer; `input` is then not read. */
  readonly onlyLine?: string | undefined;
  readonly commands: CommandSet;
  readonly greeting: string;
  readonly say: Say;
  /** The person's language, as a BCP 47 tag. */
  readonly locale: string;
  /**
   * Called with the exit code once everything is done: 1 if a line failed (see
   * {@link InputHandler}), else 0. It is always 0 in a chat.
   */
  readonly onEnded: (exitCode: number) => void;
}

type ConsoleOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * The terminal as a platform: a chat, a pipe, or a single line. It prints its replies by itself,
 * without `delivery`.
 *
 *     chat           a person at a terminal: prompt, pasted lines, Ctrl-C
 *     pipe           lines of a pipe, or a single line: replies in their order
 *     input-handler  makes a request of each line
 *     line           what a line says; `reading/meaning` decides what that means
 *     replies        the replies under way, and the buttons of the last one
 *     reply-format   text or JSON: `render` makes both, and `save-file` writes the files
 *     screen         prints on a terminal or a pipe
 */
export class ConsoleAdapter implements Adapter {
  readonly platform = PLATFORM;
  readonly operator = LOCAL_USER;
  readonly guide = GUIDE;
  readonly #options: ConsoleOptions;
  readonly #isChat: boolean;
  readonly #stopping = new AbortController();
  /** Shows replies until there is a chat. */
  readonly #screen: Screen;
  readonly #replies: Replies;
  /** Shows replies that answer no line of this session. */
  readonly #unrequested: Replies;
  /** Once open, it shows the replies. */
  #chat: Chat | undefined;
  #isStarted = false;

  constructor(options: ConsoleOptions) {
    const { input, output, errorOutput, json, onlyLine, say } = options;
    const isForPerson = input.isTTY === true && output.isTTY === true && !json;
    const isChat = isForPerson && onlyLine === undefined;
    const text = textFormat({ say, page: () => pageOf(output), canPress: isChat });
    const format = json ? JSON_FORMAT : text;
    this.#options = options;
    this.#isChat = isChat;
    this.#screen = isForPerson ? new LineScreen(output) : new PipeScreen(output, format.gap);
    this.#replies = new Replies({ screen: () => this.#chat ?? this.#screen, format });
    this.#unrequested = isChat ? this.#replies : repliesOn(errorOutput, say);
    // Without a listener, an error would end the process. Each `write` gets the error as well.
    errorOutput.on('error', () => undefined);
    // Nobody can read further replies: the remaining lines are not checked.
    output.on('error', () => this.stop());
  }

  async start(receive: ReceiveRequest): Promise<void> {
    const handle = createInputHandler(receive, this.#replies, this.#options.locale);
    this.#isStarted = true;
    if (this.#isChat) await this.#openChat(handle);
    else this.#answerLines(handle);
  }

  isConnected(): boolean {
    return this.#isStarted && !this.#stopping.signal.aborted;
  }

  async reopen(target: ReplyTarget) {
    if (target.kind !== PLATFORM) return undefined;
    const preface = this.#options.say('console.answeredAfterRestart');
    return this.#unrequested.open({ target, preface });
  }

  readFile({ location }: FileReference, limits: FileLimits): Promise<Uint8Array> {
    return readLocalFile(location, limits);
  }

  async notify(admin: Principal, reply: ReplyWithButtons): Promise<boolean> {
    if (admin !== LOCAL_USER) return false;
    // Printing fails when the reader is gone.
    return this.#unrequested.print(reply).then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#chat?.close();
    // Otherwise the chat or `#answerLines` ends it.
    if (!this.#isStarted) this.#options.onEnded(0);
  }

  async #openChat(handle: InputHandler): Promise<void> {
    const { input, output, commands, say, greeting, onEnded } = this.#options;
    await this.#screen.print(`${wrap(greeting, pageOf(output).columns).join('\n')}\n`);
    if (this.#stopping.signal.aborted) {
      onEnded(0);
      return;
    }
    this.#chat = new Chat({
      input,
      output,
      commands,
      say,
      handle,
      replies: this.#replies,
      read: (line) => this.#read(line),
      onExit: () => onEnded(0),
    });
  }

  /** Answers the lines in the background. The end of the input ends the bot. */
  #answerLines(handle: InputHandler): void {
    const { input, onlyLine, commands, onEnded } = this.#options;
    const { signal } = this.#stopping;
    const lines =
      onlyLine === undefined
        ? createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, signal })
        : [onlyLine];
    const read = (line: string) => this.#read(line);
    const answered = answerLines({ lines, handle, read, commands, signal });
    // It rejects only for a bug, which ends the process.
    void answered.then((haveAllSucceeded) => onEnded(haveAllSucceeded ? 0 : 1));
  }

  /** Only in a chat, a number presses a button. */
  #read(line: string): TypedLine {
    const tokenOf = (number: number) => (this.#isChat ? this.#replies.tokenOf(number) : undefined);
    const { commands } = this.#options;
    return parseLine(line, { commands, tokenOf, exists: existsSync });
  }
}

/** Creates the replies on an output without a prompt. */
function repliesOn(output: Writable, say: Say): Replies {
  const format = textFormat({ say, page: () => PLAIN, canPress: false });
  const screen = new PipeScreen(output, format.gap);
  return new Replies({ screen: () => screen, format });
}

/** Only a terminal has colours and a width. */
function pageOf({ isTTY = false, columns }: ConsoleOutput): Page {
  if (!isTTY) return PLAIN;
  const width = columns || 80;
  return {
    colors: (process.env.NO_COLOR ?? '') === '',
    columns: Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, width)),
  };
}
