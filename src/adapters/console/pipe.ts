import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Conversation } from './conversation.ts';
import type { Line } from './receive.ts';

/** Lines are read so far ahead of the oldest one without an answer; dispatch takes fewer than 50 of a person. */
const LINES_AHEAD = 20;

export interface LineSource {
  readonly lines: AsyncIterable<string>;
  /** No line comes after this. */
  close(): void;
}

/** The lines of a pipe or a file; reading waits for those who take them. */
export function linesOf(input: Readable): LineSource {
  const readline = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, terminal: false });
  let closed = false;
  async function* untilClosed(): AsyncGenerator<string> {
    for await (const line of readline) {
      if (closed) return;
      yield line;
    }
  }
  return {
    lines: untilClosed(),
    close: () => {
      closed = true;
      readline.close();
    },
  };
}

/** One line that was given as an argument. */
export function onlyLine(line: string): LineSource {
  async function* one(): AsyncGenerator<string> {
    yield line;
  }
  return { lines: one(), close: () => undefined };
}

/**
 * Answers lines in their order, while the next ones are already asked.
 * Resolves when all are answered, with whether every one of them went well.
 */
export async function answerLines(
  lines: AsyncIterable<string>,
  conversation: Conversation,
  read: (line: string) => Line,
): Promise<boolean> {
  const answers: Promise<boolean>[] = [];
  let before = Promise.resolve();
  let well = true;
  for await (const text of lines) {
    const line = read(text);
    if (line.kind === 'leave') break;
    if (line.kind === 'nothing') continue;
    const answer = conversation.answer(line, before);
    before = answer.then(() => undefined);
    answers.push(answer);
    if (answers.length >= LINES_AHEAD) well = ((await answers.shift()) ?? true) && well;
  }
  const rest = await Promise.all(answers);
  return well && rest.every((one) => one);
}
