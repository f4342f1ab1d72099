import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';
import { codeOf } from '../../core/errors.ts';

/** Where text is shown. */
export interface Screen {
  /** Shows a block of lines below everything else; rejects if it could not be written. */
  print(text: string): Promise<void>;
  /** Shows progress on one line that the next call replaces; undefined removes it. */
  progress(line: string | undefined): void;
}

/** A screen without a prompt: a pipe, a file, or a terminal for a single line. */
export function createScreen(
  output: Writable,
  { live, spaced }: { readonly live: boolean; readonly spaced: boolean },
): Screen {
  let gap = '';
  const clear = (): void => {
    if (!live) return;
    cursorTo(output, 0);
    clearLine(output, 0);
  };
  return {
    print: (text) => {
      clear();
      const written = write(output, `${gap}${text}\n`);
      gap = spaced ? '\n' : '';
      return written;
    },
    progress: (line = '') => {
      clear();
      if (live) output.write(line);
    },
  };
}

/** Resolves once the text is written, so that a reply is not completed before it can be read. */
export function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A stream that ended with an error only reports that it has ended; `errored` has the cause.
    output.write(text, (error) => (error ? reject(output.errored ?? error) : resolve()));
  });
}

/** Whether the reader has closed the pipe (`… | head -1`). False for other errors, such as a full disk. */
export function hasReaderLeft(error: unknown): boolean {
  return codeOf(error) === 'EPIPE';
}
