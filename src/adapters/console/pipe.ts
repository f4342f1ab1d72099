import type { TypedLine } from './line.ts';
import type { AnswerLine } from './replies.ts';

/** Lines read ahead of the oldest unanswered one; fewer than the 50 open requests a person may have. */
const LINES_AHEAD = 20;

/**
 * Answers lines in order while later checks already run. Any other command refers to earlier lines or removes their data
 * (`/forget`): it waits for them, and later lines wait for it. Resolves once all are answered, with whether all succeeded.
 * @param textCommand the command whose lines may run in parallel
 * @param signal no more lines are taken
 */
export async function answerLines(
  lines: AsyncIterable<string> | Iterable<string>,
  answer: AnswerLine,
  read: (line: string) => TypedLine,
  textCommand: string,
  signal: AbortSignal,
): Promise<boolean> {
  const open: Promise<boolean>[] = [];
  let well = true;
  const untilOpen = async (most: number): Promise<void> => {
    while (open.length > most) well = (await open.shift()) === true && well;
  };
  for await (const text of lines) {
    const line = read(text);
    if (line.kind === 'leave' || signal.aborted) break;
    if (line.kind === 'nothing') continue;
    const isCheck = line.kind === 'ask' && line.ask.kind === 'command' && line.ask.name === textCommand;
    if (!isCheck) await untilOpen(0);
    open.push(answer(line, open.at(-1)));
    await untilOpen(isCheck ? LINES_AHEAD - 1 : 0);
  }
  await untilOpen(0);
  return well;
}
