import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';

/** Where text is shown. */
export interface Screen {
  /** Shows a block of lines below all that stands there; rejects when it could not be written. */
  print(text: string): Promise<void>;
  /** Shows how far things are on one line that the next call replaces; nothing takes it away. */
  progress(line: string | undefined): void;
}

/** A screen without a prompt: a pipe, a file, or a terminal where only one line is answered. */
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

/** Resolves when the text is written, so that a reply is not struck out before somebody can read it. */
export function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A stream that has ended by an error says no more than that it has ended.
    output.write(text, (error) => (error ? reject(output.errored ?? error) : resolve()));
  });
}

/** Whether the reader has closed the pipe (`… | head -1`), who then wants nothing more. A full disk is no such thing. */
export function hasReaderLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
