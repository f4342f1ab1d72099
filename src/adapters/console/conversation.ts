import { randomUUID } from 'node:crypto';
import type { Input, ReceiveRequest } from '../../core/adapter/request-event.ts';
import { deferred } from '../../core/promises.ts';
import type { ShownReply } from '../../core/reply/reply.ts';
import { isSaying } from '../../words/sayings.ts';
import { BUTTON_WORDS } from '../../words/understood.ts';
import type { CommandSet } from '../host.ts';
import type { TypedLine } from './line.ts';
import { LOCAL_USER, PLATFORM } from './principals.ts';
import type { Replies } from './replies.ts';
import { isBrokenPipe } from './screen.ts';

/** The most lines that wait for an answer: fewer than the 50 open requests of a person. */
const LINES_AHEAD = 20;

/**
 * Answers one line once `turn` resolves. Resolves when the answer was shown or could not be, with
 * whether the line succeeded; one whose reader has closed the pipe (`… | head -1`) has not failed.
 * A line that gets no answer of its own has succeeded.
 */
export type LineHandler = (input: Input, turn?: Promise<unknown>) => Promise<boolean>;

/** Answers the lines of one session. */
export function createConversation(
  receive: ReceiveRequest,
  replies: Replies,
  locale: string,
): LineHandler {
  return async (input, turn) => {
    const folder = replies.folderFor(input);
    const target = folder === undefined ? { kind: PLATFORM } : { kind: PLATFORM, folder };
    const id = `${PLATFORM}:line:${randomUUID()}`;
    const asker = { requester: LOCAL_USER, scopes: [], locale, visibility: 'private' } as const;
    const answered = deferred<boolean>();
    const onEnd = (reply: ShownReply, error?: unknown): void => {
      const isWell = error === undefined ? isSuccess(reply) : isBrokenPipe(error);
      // First the core notes what this reply shows: the next line may be about it.
      setImmediate(() => answered.resolve(isWell));
    };
    const show = replies.open({ target, turn, onEnd });
    const receipt = await receive({ id, input, target, ...asker }, show);
    if (receipt !== 'no-reply') return answered.promise;
    // The next line waits only for this one, which therefore must not end before earlier lines.
    await turn;
    return true;
  };
}

interface LinesOptions {
  readonly lines: AsyncIterable<string> | Iterable<string>;
  readonly handle: LineHandler;
  readonly read: (line: string) => TypedLine;
  readonly commands: CommandSet;
  /** No more lines are taken. */
  readonly signal: AbortSignal;
}

/**
 * Answers lines in order. Checks run in parallel. Other commands may depend on earlier lines, as
 * `/forget` does, and a word such as “full” is about the answer above it: they wait for earlier
 * lines, and later lines wait for them. Resolves when all lines are answered, with whether all
 * succeeded.
 */
export async function handleLines(options: LinesOptions): Promise<boolean> {
  const { lines, handle, read, commands, signal } = options;
  const open: Promise<boolean>[] = [];
  let haveAllSucceeded = true;
  const untilOpenAreAtMost = async (count: number): Promise<void> => {
    while (open.length > count) {
      const hasSucceeded = await open.shift();
      if (hasSucceeded !== true) haveAllSucceeded = false;
    }
  };
  for await (const text of lines) {
    const line = read(text);
    if (line.kind === 'leave' || signal.aborted) break;
    if (line.kind === 'nothing') continue;
    const isCheck = asksForCheck(line.input, commands);
    if (!isCheck) await untilOpenAreAtMost(0);
    open.push(handle(line.input, open.at(-1)));
    await untilOpenAreAtMost(isCheck ? LINES_AHEAD - 1 : 0);
  }
  await untilOpenAreAtMost(0);
  return haveAllSucceeded;
}

/** Whether a line asks for a check of its own, and does not refer to an earlier line. */
function asksForCheck(input: Input, { textCommand }: CommandSet): boolean {
  if (input.kind !== 'command' || input.name !== textCommand.name) return false;
  const { options } = input;
  return options.kind !== 'text' || !isSaying(options.text, BUTTON_WORDS);
}

/** Whether a reply is a success, for the exit code. A question about further numbers is one. */
function isSuccess({ tone, records = () => [] }: ShownReply): boolean {
  const failed = records().filter(({ ok }) => ok === false);
  if (tone === 'bad' || failed.some(({ result }) => result !== 'unsure')) return false;
  return failed.length < Math.max(1, records().length);
}
