import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type Screen, write } from '../outbound/screen.ts';

/** Kept in memory only: a file of them would be a list of IMEIs. */
const HISTORY_LINES = 500;

export interface PromptOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly prompt: string;
  /** What the tabulator completes at the beginning of a line. */
  readonly completions: readonly string[];
  readonly onLine: (line: string) => void;
  /** Ctrl-C. */
  readonly onInterrupt: () => void;
  /** Ctrl-D, or the terminal is gone. */
  readonly onEnd: () => void;
}

export interface Prompt extends Screen {
  /** Says a last word in the prompt's place and gives the terminal back. */
  close(farewell: string): Promise<void>;
}

/**
 * A line editor at the bottom of a terminal, with the replies above it. Progress is the upper one of two prompt
 * lines, so that readline itself draws it again around what is being typed.
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
      // Drawing goes up as many rows as the prompt had, so it is given them below the text.
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

/** Takes prompt and typed text off the screen; answers how many rows the cursor went up. */
function clearPrompt(readline: ReturnType<typeof createInterface>, output: Writable): number {
  const { rows } = readline.getCursorPos();
  moveCursor(output, 0, -rows);
  cursorTo(output, 0);
  clearScreenDown(output);
  return rows;
}
