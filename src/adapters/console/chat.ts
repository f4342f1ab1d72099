import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Say } from '../../format/words/say.ts';
import { LEAVE_WORDS, type TypedLine } from './line.ts';
import { type AnswerLine, type Replies, type Screen, write } from './replies.ts';

const PROMPT = 'imei> ';

interface ChatOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly answer: AnswerLine;
  readonly replies: Replies;
  readonly read: (line: string) => TypedLine;
  readonly commandNames: readonly string[];
  readonly say: Say;
  /** Called once the person has left. */
  readonly onLeft: () => void;
}

/** An open chat, in which replies appear above the prompt. */
export interface Chat extends Screen {
  /** Takes no more lines. Resolves once the terminal is restored. */
  leave(): Promise<void>;
}

/**
 * A person at a terminal: lines are answered as they come, Ctrl-C stops the running reply. Progress is the upper of two prompt
 * lines, so that readline redraws it around the typed text.
 */
export function openChat(options: ChatOptions): Chat {
  const { input, output, answer, replies, read, say } = options;
  const completions = [...options.commandNames, ...LEAVE_WORDS].map((name) => `/${name}`);
  const readline = createInterface({
    ...{ input, output, prompt: PROMPT, terminal: true },
    completer: (line: string) => [completions.filter((word) => word.startsWith(line)), line],
  });
  let unanswered = 0;
  let isLeft = false;
  const draw = (): void => readline.prompt(true);
  /** Removes prompt and typed text from the screen; returns how many rows the cursor moved up. */
  const clearPrompt = (): number => {
    const { rows } = readline.getCursorPos();
    moveCursor(output, 0, -rows);
    cursorTo(output, 0);
    clearScreenDown(output);
    return rows;
  };
  const leave = async (): Promise<void> => {
    // Closing the prompt asks for it once more.
    if (isLeft) return;
    isLeft = true;
    const open = unanswered === 0 ? '' : ` ${say('console.unfinished', { count: unanswered })}`;
    clearPrompt();
    readline.close();
    // The terminal may be gone already; the farewell is optional.
    await write(output, `${say('console.bye')}${open}\n`).catch(() => undefined);
    options.onLeft();
  };
  const take = async (text: string): Promise<void> => {
    const line = read(text);
    if (line.kind === 'leave') return leave();
    if (line.kind === 'nothing') return;
    unanswered += 1;
    await answer(line.ask);
    unanswered -= 1;
  };

  readline.on('line', (line) => {
    draw();
    void take(line);
  });
  readline.on('SIGINT', () => {
    const token = replies.takeCancel();
    if (token === undefined) void leave();
    else void answer({ kind: 'press', token });
  });
  // After Ctrl-Z and "fg" readline leaves its input paused until it is prompted again.
  readline.on('SIGCONT', draw);
  // Ctrl-D, or the terminal is gone.
  readline.on('close', () => void leave());
  draw();

  return {
    leave,
    print: (text) => {
      if (isLeft) return write(output, `${text}\n\n`);
      const rows = clearPrompt();
      // Redrawing moves the cursor up by the rows of the prompt, so they are added below the text.
      const written = write(output, `${text}\n\n${'\n'.repeat(rows)}`);
      draw();
      return written;
    },
    progress: (line) => {
      if (isLeft) return;
      readline.setPrompt(line === undefined ? PROMPT : `${line}\n${PROMPT}`);
      draw();
    },
  };
}
