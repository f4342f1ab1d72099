import { createInterface } from 'node:readline';
import { type Readable, Transform } from 'node:stream';
import type { Conversation } from './conversation.ts';
import type { TypedLine } from './receive.ts';

/** Lines read ahead of the oldest unanswered one; fewer than the 50 open requests a person may have. */
const LINES_AHEAD = 20;

/** Far more than is answered, which is 100,000 characters: such a line is refused as too long. */
const LONGEST_LINE_BYTES = 2 * 2 ** 20;
const LINE_END = 0x0a;

/** Lines from a pipe, a file or an argument. */
export interface LineSource {
  /** Read on demand. */
  readonly lines: AsyncIterable<string>;
  /** Ends the lines. */
  close(): void;
}

/** The lines of a pipe or a file, read only as fast as they are consumed. */
export function linesOf(input: Readable): LineSource {
  const shortened = input.pipe(withoutEndlessLines());
  const readline = createInterface({
    input: shortened,
    crlfDelay: Number.POSITIVE_INFINITY,
    terminal: false,
  });
  let closed = false;
  const close = (): void => {
    closed = true;
    readline.close();
    // Input that is still read would keep the process from ending.
    input.unpipe(shortened);
    input.pause();
  };
  async function* untilClosed(): AsyncGenerator<string> {
    try {
      for await (const line of readline) {
        if (closed) return;
        yield line;
      }
    } finally {
      close();
    }
  }
  return { lines: untilClosed(), close };
}

/** Drops what a line has beyond any length that is answered: a whole line is held in memory, however long it is. */
function withoutEndlessLines(): Transform {
  let length = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const kept: Buffer[] = [];
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(LINE_END, from);
        const to = end === -1 ? chunk.length : end;
        kept.push(chunk.subarray(from, Math.min(to, from + Math.max(LONGEST_LINE_BYTES - length, 0))));
        if (end !== -1) kept.push(chunk.subarray(end, end + 1));
        length = end === -1 ? length + to - from : 0;
        from = to + 1;
      }
      done(null, Buffer.concat(kept));
    },
  });
}

/** A single line, given as an argument. */
export function onlyLine(line: string): LineSource {
  async function* one(): AsyncGenerator<string> {
    yield line;
  }
  return { lines: one(), close: () => undefined };
}

/** What {@link answerLines} works with. */
export interface LinesNeeds {
  readonly conversation: Conversation;
  /** Parses a line. */
  readonly read: (line: string) => TypedLine;
  /** The command whose lines may run in parallel. */
  readonly textCommand: string;
}

/**
 * Answers lines in order while later checks already run. Any other command refers to earlier lines or removes their data
 * (`/forget`): it waits for them, and later lines wait for it. Resolves once all are answered, with whether all succeeded.
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
