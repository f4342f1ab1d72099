import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type Screen, write } from '../outbound/screen.ts';

/** Kept in memory only: a file of them would be a list of IMEIs. */
const HISTORY_LINES = 500;

/** How {@link openPrompt} is set up. */
export interface PromptOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly prompt: string;
  /** Completions of the tab key at the start of a line. */
  readonly completions: readonly string[];
  /** Called with each entered line. */
  readonly onLine: (line: string) => void;
  /** Called on Ctrl-C. */
  readonly onInterrupt: () => void;
  /** Called on Ctrl-D, or if the terminal is gone. */
  readonly onEnd: () => void;
}

/** A prompt that is also a screen for replies. */
export interface Prompt extends Screen {
  /** Replaces the prompt by a farewell and restores the terminal. */
  close(farewell: string): Promise<void>;
}

/**
 * A line editor at the bottom of a terminal, with the replies above it. Progress is the upper of two prompt lines, so that
 * readline redraws it around the typed text.
 */
export function openPrompt(options: PromptOptions): Prompt {
  const { input, output, prompt, completions } = options;
  const readline = createInterface({
    input,
    output,
    prompt,
    terminal: true,
    historySize: HISTORY_LINES,
    removeHistoryDuplicates: true,
    completer: (line: string) => [completions.filter((word) => word.startsWith(line)), line],
  });
  let closed = false;
  const draw = (): void => readline.prompt(true);

  readline.on('line', (line) => {
    draw();
    options.onLine(line);
  });
  readline.on('SIGINT', options.onInterrupt);
  // After Ctrl-Z and "fg" readline leaves its input paused until it is prompted again.
  readline.on('SIGCONT', draw);
  readline.on('close', () => {
    if (closed) return;
    closed = true;
    options.onEnd();
  });
  draw();

  return {
    print: (text) => {
      if (closed) return write(output, `${text}\n\n`);
      const rows = clearPrompt(readline, output);
      // Redrawing moves the cursor up by the rows of the prompt, so they are added below the text.
      const written = write(output, `${text}\n\n${'\n'.repeat(rows)}`);
      draw();
      return written;
    },
    progress: (line) => {
      if (closed) return;
      readline.setPrompt(line === undefined ? prompt : `${line}\n${prompt}`);
      draw();
    },
    close: (farewell) => {
      clearPrompt(readline, output);
      closed = true;
      readline.close();
      return write(output, `${farewell}\n`);
    },
  };
}

/** Removes prompt and typed text from the screen; returns how many rows the cursor moved up. */
function clearPrompt(readline: ReturnType<typeof createInterface>, output: Writable): number {
  const { rows } = readline.getCursorPos();
  moveCursor(output, 0, -rows);
  cursorTo(output, 0);
  clearScreenDown(output);
  return rows;
}
