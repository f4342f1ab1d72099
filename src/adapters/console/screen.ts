import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';
import { errorCode } from '../../core/error-code.ts';

export interface Screen {
  /**
   * Shows a block of lines below everything else.
   * @throws the error of the output if the block could not be written
   */
  print(text: string): Promise<void>;
  /** Shows progress on one line that the next call replaces; undefined removes it. */
  progress(line: string | undefined): void;
}

/** A pipe or a file. It shows no progress, since its lines cannot be replaced. */
export class PipeScreen implements Screen {
  readonly #output: Writable;
  readonly #gap: string;
  #isEmpty = true;

  /** @param gap the text between two blocks */
  constructor(output: Writable, gap: string) {
    this.#output = output;
    this.#gap = gap;
  }

  print(text: string): Promise<void> {
    const before = this.#isEmpty ? '' : this.#gap;
    this.#isEmpty = false;
    return write(this.#output, `${before}${text}\n`);
  }

  progress(): void {}
}

/** A terminal without a prompt: for the greeting of a chat, or for a single line. */
export class LineScreen implements Screen {
  readonly #output: Writable;

  constructor(output: Writable) {
    this.#output = output;
  }

  print(text: string): Promise<void> {
    this.#clear();
    return write(this.#output, `${text}\n`);
  }

  progress(line = ''): void {
    this.#clear();
    this.#output.write(line);
  }

  #clear(): void {
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
 * Whether the reader has closed the pipe (`… | head -1`), which is not a failure. False for other
 * errors, such as a full disk.
 */
export function isBrokenPipe(error: unknown): boolean {
  return errorCode(error) === 'EPIPE';
}
