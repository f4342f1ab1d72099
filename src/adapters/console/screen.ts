import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';
import { errorCode } from '../../core/errors.ts';

/** Where text is shown. */
export interface Screen {
  /** Shows a block of lines below everything else; rejects if it could not be written. */
  print(text: string): Promise<void>;
  /** Shows progress on one line that the next call replaces; undefined removes it. */
  progress(line: string | undefined): void;
}

interface ScreenOptions {
  /** It is a terminal, on which progress can be replaced. */
  readonly isLive: boolean;
  /** An empty line is between two blocks. */
  readonly isSpaced: boolean;
}

/** A screen without a prompt: a pipe, a file, or a terminal for a single line. */
export class PlainScreen implements Screen {
  readonly #output: Writable;
  readonly #options: ScreenOptions;
  #gap = '';

  constructor(output: Writable, options: ScreenOptions) {
    this.#output = output;
    this.#options = options;
  }

  print(text: string): Promise<void> {
    this.#clear();
    const written = write(this.#output, `${this.#gap}${text}\n`);
    this.#gap = this.#options.isSpaced ? '\n' : '';
    return written;
  }

  progress(line = ''): void {
    this.#clear();
    if (this.#options.isLive) this.#output.write(line);
  }

  #clear(): void {
    if (!this.#options.isLive) return;
    cursorTo(this.#output, 0);
    clearLine(this.#output, 0);
  }
}

/** Resolves once the text is written, so that a reply is not completed before it can be read. */
export function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A stream that ended with an error only reports that it has ended; `errored` has the cause.
    output.write(text, (error) => (error ? reject(output.errored ?? error) : resolve()));
  });
}

/**
 * Whether the reader has closed the pipe (`… | head -1`). False for other errors, such as a full
 * disk.
 */
export function isBrokenPipe(error: unknown): boolean {
  return errorCode(error) === 'EPIPE';
}
