import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Say } from '../../format/words/say.ts';
import { EXIT_WORDS, type TypedLine } from './line.ts';
import { type AnswerLine, type Replies, type Screen, write } from './replies.ts';

const PROMPT = 'imei> ';
/** Lines that come within so long of each other were pasted. */
const PASTE_MS = 50;

interface ChatOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly answer: AnswerLine;
  readonly replies: Replies;
  readonly read: (line: string) => TypedLine;
  readonly commandNames: readonly string[];
  readonly say: Say;
  /** Called when the person has ended the chat. */
  readonly onExit: () => void;
}

/** An open chat, in which replies appear above the prompt. */
export interface Chat extends Screen {
  /** Reads no more lines. Resolves once the terminal is restored. */
  close(): Promise<void>;
}

/**
 * A person at a terminal: lines are answered as they come, Ctrl-C stops the running reply. Progress
 * is the upper of two prompt lines, so that readline redraws it around the typed text.
 */
export function openChat(options: ChatOptions): Chat {
  const { input, output, answer, replies, read, say } = options;
  const completions = [...options.commandNames, ...EXIT_WORDS].map((name) => `/${name}`);
  const readline = createInterface({
    input,
    output,
    prompt: PROMPT,
    terminal: true,
    completer: (line: string) => [completions.filter((word) => word.startsWith(line)), line],
  });
  const lines: string[] = [];
  const pasting = setTimeout(() => takeLines(), PASTE_MS);
  let unanswered = 0;
  let isClosed = false;
  const draw = (): void => readline.prompt(true);
  /** Removes prompt and typed text from the screen; returns how many rows the cursor moved up. */
  const clearPrompt = (): number => {
    const { rows } = readline.getCursorPos();
    moveCursor(output, 0, -rows);
    cursorTo(output, 0);
    clearScreenDown(output);
    return rows;
  };
  const close = async (): Promise<void> => {
    // Closing the prompt calls this again.
    if (!isClosed) takeLines();
    if (isClosed) return;
    isClosed = true;
    const open = unanswered === 0 ? '' : ` ${say('console.unfinished', { count: unanswered })}`;
    clearPrompt();
    readline.close();
    // The terminal may be gone already; the farewell is optional.
    await write(output, `${say('console.bye')}${open}\n`).catch(() => undefined);
    options.onExit();
  };
  const take = async (text: string): Promise<void> => {
    const line = read(text);
    if (line.kind === 'leave') return close();
    if (line.kind === 'nothing') return;
    unanswered += 1;
    await answer(line.input);
    unanswered -= 1;
  };

  /** What was pasted is one message, unless it has commands. */
  const takeLines = (): void => {
    const all = lines.splice(0);
    const isOne = all.length > 1 && !all.some((line) => line.startsWith('/'));
    for (const text of isOne ? [all.join('\n')] : all) if (!isClosed) void take(text);
  };
  readline.on('line', (line) => {
    draw();
    lines.push(line);
    pasting.refresh();
  });
  readline.on('SIGINT', () => {
    const token = replies.takeCancel();
    if (token === undefined) void close();
    else void answer({ kind: 'press', token });
  });
  // After Ctrl-Z and "fg" readline leaves its input paused until it is prompted again.
  readline.on('SIGCONT', draw);
  // Ctrl-D, or the terminal is gone.
  readline.on('close', () => void close());
  draw();

  return {
    close,
    print: (text) => {
      if (isClosed) return write(output, `${text}\n\n`);
      const rows = clearPrompt();
      // Redrawing moves the cursor up by the rows of the prompt, so they are added below the text.
      const written = write(output, `${text}\n\n${'\n'.repeat(rows)}`);
      draw();
      return written;
    },
    progress: (line) => {
      if (isClosed) return;
      readline.setPrompt(line === undefined ? PROMPT : `${line}\n${PROMPT}`);
      draw();
    },
  };
}
