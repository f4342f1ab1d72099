import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { TypedLine } from './line.ts';
import type { AnswerLine } from './replies.ts';

/** Lines read ahead of the oldest unanswered one; fewer than the 50 open requests a person may have. */
const LINES_AHEAD = 20;

/** Lines from a pipe, a file or an argument. */
export interface LineSource {
  readonly lines: AsyncIterable<string> | Iterable<string>;
  /** Ends the lines. */
  close(): void;
}

/** The lines of a pipe or a file, read only as fast as they are consumed. */
export function linesOf(input: Readable): LineSource {
  const readline = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, terminal: false });
  let closed = false;
  async function* untilClosed(): AsyncGenerator<string> {
    for await (const line of readline) {
      if (closed) return;
      yield line;
    }
  }
  const close = (): void => {
    closed = true;
    readline.close();
  };
  return { lines: untilClosed(), close };
}

/**
 * Answers lines in order while later checks already run. Any other command refers to earlier lines or removes their data
 * (`/forget`): it waits for them, and later lines wait for it. Resolves once all are answered, with whether all succeeded.
 * @param textCommand the command whose lines may run in parallel
 */
export async function answerLines(
  { lines, close }: LineSource,
  answer: AnswerLine,
  read: (line: string) => TypedLine,
  textCommand: string,
): Promise<boolean> {
  const open: Promise<boolean>[] = [];
  let well = true;
  const untilOpen = async (most: number): Promise<void> => {
    while (open.length > most) well = (await open.shift()) === true && well;
  };
  for await (const text of lines) {
    const line = read(text);
    if (line.kind === 'leave') break;
    if (line.kind === 'nothing') continue;
    const isCheck = line.kind === 'ask' && line.ask.kind === 'command' && line.ask.name === textCommand;
    if (!isCheck) await untilOpen(0);
    open.push(answer(line, open.at(-1)));
    await untilOpen(isCheck ? LINES_AHEAD - 1 : 0);
  }
  // Input that is still read would keep the process from ending.
  close();
  await untilOpen(0);
  return well;
}
