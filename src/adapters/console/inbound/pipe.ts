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

export interface LinesNeeds {
  readonly conversation: Conversation;
  readonly read: (line: string) => Line;
  /** The command whose lines need not wait for each other. */
  readonly textCommand: string;
}

/**
 * Answers lines in their order, while the next checks are already asked. Any other command looks back at the lines before
 * it, or removes what is held of them (`/forget`): it waits for those, and the lines behind it wait for it.
 * Resolves when all are answered, with whether every one of them went well.
 */
export async function answerLines(
  lines: AsyncIterable<string>,
  { conversation, read, textCommand }: LinesNeeds,
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
  await untilAnswered(answers.length);
  return well;
}
