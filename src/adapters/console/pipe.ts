import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Conversation } from './conversation.ts';
import type { TypedLine } from './line.ts';

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
  const close = (): void => {
    closed = true;
    readline.close();
  };
  async function* untilClosed(): AsyncGenerator<string> {
    for await (const line of readline) {
      if (closed) return;
      yield line;
    }
  }
  return { lines: untilClosed(), close };
}

interface AnswerOptions {
  readonly conversation: Conversation;
  readonly read: (line: string) => TypedLine;
  /** The command whose lines may run in parallel. */
  readonly textCommand: string;
}

/**
 * Answers lines in order while later checks already run. Any other command refers to earlier lines or removes their data
 * (`/forget`): it waits for them, and later lines wait for it. Resolves once all are answered, with whether all succeeded.
 */
export async function answerLines(
  { lines, close }: LineSource,
  { conversation, read, textCommand }: AnswerOptions,
): Promise<boolean> {
  let answers: Promise<boolean>[] = [];
  let before = Promise.resolve();
  let well = true;
  const untilAnswered = async (count: number): Promise<void> => {
    const oldest = await Promise.all(answers.slice(0, count));
    answers = answers.slice(count);
    well = well && oldest.every((one) => one);
  };
  for await (const text of lines) {
    const line = read(text);
    if (line.kind === 'leave') break;
    if (line.kind === 'nothing') continue;
    const isCheck = line.kind === 'ask' && line.ask.kind === 'command' && line.ask.name === textCommand;
    if (!isCheck) await untilAnswered(answers.length);
    const answer = conversation.answer(line, before);
    before = answer.then(() => undefined);
    answers.push(answer);
    if (!isCheck || answers.length >= LINES_AHEAD) await untilAnswered(1);
  }
  // Input that is still read would keep the process from ending.
  close();
  await untilAnswered(answers.length);
  return well;
}
