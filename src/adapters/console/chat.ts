import {
  clearScreenDown,
  createInterface,
  cursorTo,
  type Interface,
  moveCursor,
} from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Input } from '../../core/adapter/request-event.ts';
import type { Say } from '../../format/texts/say.ts';
import type { CommandSet } from '../host.ts';
import type { InputHandler } from './input-handler.ts';
import { EXIT_WORDS, type TypedLine } from './line.ts';
import type { Replies } from './replies.ts';
import { type Screen, write } from './screen.ts';

const PROMPT = 'imei> ';
/** The most time between two lines that were pasted together. */
const PASTE_MS = 50;

interface ChatOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly handle: InputHandler;
  readonly replies: Replies;
  readonly read: (line: string) => TypedLine;
  readonly commands: CommandSet;
  readonly say: Say;
  /** Called when the person has ended the chat. */
  readonly onExit: () => void;
}

/**
 * A person at a terminal: lines are answered as they come, Ctrl-C stops the running reply. Replies
 * appear above the prompt. Progress is the upper of two prompt lines, so that readline redraws it
 * around the typed text.
 */
export class Chat implements Screen {
  readonly #options: ChatOptions;
  readonly #readline: Interface;
  readonly #lines: string[] = [];
  #pasting: NodeJS.Timeout | undefined;
  #unanswered = 0;
  #isClosed = false;

  /** Opens the chat: the prompt is shown. */
  constructor(options: ChatOptions) {
    this.#options = options;
    const { input, output, commands } = options;
    const names = [...commands.all.map(({ name }) => name), ...EXIT_WORDS];
    const completions = names.map((name) => `/${name}`);
    this.#readline = createInterface({
      input,
      output,
      prompt: PROMPT,
      terminal: true,
      completer: (line: string) => [completions.filter((word) => word.startsWith(line)), line],
    });
    this.#listen();
    this.#draw();
  }

  print(text: string): Promise<void> {
    const { output } = this.#options;
    if (this.#isClosed) return write(output, `${text}\n\n`);
    const rows = this.#clearPrompt();
    // Redrawing moves the cursor up by the rows of the prompt, so they are added below the text.
    const written = write(output, `${text}\n\n${'\n'.repeat(rows)}`);
    this.#draw();
    return written;
  }

  progress(line: string | undefined): void {
    if (this.#isClosed) return;
    this.#readline.setPrompt(line === undefined ? PROMPT : `${line}\n${PROMPT}`);
    this.#draw();
  }

  /** Reads no more lines. Resolves once the terminal is restored. */
  async close(): Promise<void> {
    // Closing the prompt calls this again.
    if (this.#isClosed) return;
    clearTimeout(this.#pasting);
    this.#askUntilExit(this.#takeLines());
    this.#isClosed = true;
    const { output, say, onExit } = this.#options;
    const count = this.#unanswered;
    const open = count === 0 ? '' : ` ${say('console.unfinished', { count })}`;
    this.#clearPrompt();
    this.#readline.close();
    // The terminal may be gone already; the farewell is optional.
    await write(output, `${say('console.bye')}${open}\n`).catch(() => undefined);
    onExit();
  }

  #listen(): void {
    this.#readline.on('line', (line) => {
      this.#draw();
      this.#lines.push(line);
      clearTimeout(this.#pasting);
      this.#pasting = setTimeout(() => this.#endPaste(), PASTE_MS);
    });
    this.#readline.on('SIGINT', () => this.#interrupt());
    // After Ctrl-Z and "fg" readline leaves its input paused until it is prompted again.
    this.#readline.on('SIGCONT', () => this.#draw());
    // The mode of a closed terminal cannot be set. Its input ends, which closes the chat.
    this.#readline.on('error', () => undefined);
    // Ctrl-D, or the terminal is gone.
    this.#readline.on('close', () => this.close());
  }

  /** Ctrl-C stops the running reply. If there is none, it ends the chat. */
  #interrupt(): void {
    const { handle, replies } = this.#options;
    const token = replies.takeStop();
    if (token === undefined) void this.close();
    else void handle({ kind: 'press', token });
  }

  #endPaste(): void {
    const lines = this.#takeLines();
    this.#askUntilExit(lines);
    if (lines.some(({ kind }) => kind === 'exit')) void this.close();
  }

  /** Handles typed or pasted lines. Pasted ones are one message, unless one is a command. */
  #takeLines(): readonly TypedLine[] {
    const lines = this.#lines.splice(0);
    const isOne = lines.length > 1 && !lines.some((line) => line.startsWith('/'));
    const texts = isOne ? [lines.join('\n')] : lines;
    return texts.map((text) => this.#options.read(text));
  }

  /** Asks the lines up to the word that ends the chat. */
  #askUntilExit(lines: readonly TypedLine[]): void {
    for (const line of lines) {
      if (line.kind === 'exit') return;
      if (line.kind === 'input') void this.#ask(line.input);
    }
  }

  async #ask(input: Input): Promise<void> {
    this.#unanswered += 1;
    await this.#options.handle(input);
    this.#unanswered -= 1;
  }

  #draw(): void {
    this.#readline.prompt(true);
  }

  /** Removes prompt and typed text from the screen; returns how many rows the cursor moved up. */
  #clearPrompt(): number {
    const { output } = this.#options;
    const { rows } = this.#readline.getCursorPos();
    moveCursor(output, 0, -rows);
    cursorTo(output, 0);
    clearScreenDown(output);
    return rows;
  }
}
