import type { Input } from '../../core/adapter/request-event.ts';
import { isSaying } from '../../words/sayings.ts';
import { BUTTON_WORDS } from '../../words/understood.ts';
import type { CommandSet } from '../host.ts';
import type { InputHandler } from './input-handler.ts';
import type { TypedLine } from './line.ts';

/** The most lines that wait for a reply: fewer than `OPEN_PER_ACCOUNT` of `requests/intake`. */
const LINES_AHEAD = 20;

interface LinesOptions {
  readonly lines: AsyncIterable<string> | Iterable<string>;
  readonly handle: InputHandler;
  readonly read: (line: string) => TypedLine;
  readonly commands: CommandSet;
  /** Once aborted, no more lines are taken. */
  readonly signal: AbortSignal;
}

/**
 * Answers lines in order. Checks run in parallel. Other commands may depend on earlier lines, as
 * `/forget` does, and a word such as “full” is about the reply above it: they wait for earlier
 * lines, and later lines wait for them. Resolves when all lines are answered, with whether all
 * succeeded.
 */
export async function answerLines(options: LinesOptions): Promise<boolean> {
  const { lines, handle, read, commands, signal } = options;
  const waiting: Promise<boolean>[] = [];
  let haveAllSucceeded = true;
  const untilAtMostWait = async (count: number): Promise<void> => {
    while (waiting.length > count) {
      const hasSucceeded = await waiting.shift();
      if (hasSucceeded !== true) haveAllSucceeded = false;
    }
  };
  for await (const text of lines) {
    const line = read(text);
    if (line.kind === 'exit' || signal.aborted) break;
    if (line.kind === 'nothing') continue;
    const isParallel = isIndependent(line.input, commands);
    if (!isParallel) await untilAtMostWait(0);
    waiting.push(handle(line.input, waiting.at(-1)));
    // A check leaves room for the next line.
    await untilAtMostWait(isParallel ? LINES_AHEAD - 1 : 0);
  }
  await untilAtMostWait(0);
  return haveAllSucceeded;
}

/** Whether a line asks for a check of its own, and does not refer to an earlier line. */
function isIndependent(input: Input, { textCommand }: CommandSet): boolean {
  if (input.kind !== 'command' || input.name !== textCommand.name) return false;
  const { options } = input;
  return options.kind !== 'text' || !isSaying(options.text, BUTTON_WORDS);
}
