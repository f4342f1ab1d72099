import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';
import { codeOf } from '../../../core/errors.ts';

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
  let begun = false;
  let progressShown = false;
  const clearProgress = (): void => {
    if (!progressShown) return;
    cursorTo(output, 0);
    clearLine(output, 0);
    progressShown = false;
  };
  return {
    print: (text) => {
      clearProgress();
      const gap = spaced && begun ? '\n' : '';
      begun = true;
      return write(output, `${gap}${text}\n`);
    },
    progress: (line) => {
      clearProgress();
      if (!live || line === undefined) return;
      output.write(line);
      progressShown = true;
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

/**
 * Whether the reader has closed the pipe (`… | head -1`) and wants nothing more. False for other errors, such as a full
 * disk.
 */
export function hasReaderLeft(error: unknown): boolean {
  return codeOf(error) === 'EPIPE';
}
