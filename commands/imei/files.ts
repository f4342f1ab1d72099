import type { FileReference } from '../../src/core/options.ts';
import type { Reply } from '../../src/core/reply.ts';
import { readingFileReply, type UnreadFile, withUnreadFiles } from '../../src/format/files/trouble.ts';
import type { Findings, FoundImei } from '../../src/imei/find/findings.ts';
import { readLabel } from '../../src/photos/label/label.ts';
import { findingsOf } from '../../src/tables/numbers.ts';
import { viewOf } from '../needs.ts';
import { type Content, CROWDED, contentOf } from './file.ts';
import { answerFindings, findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/**
 * Answers several files of one message: the IMEIs of its text, of the codes on its pictures and of its tables, each once, as
 * those of one text. What could not be read is named below.
 */
export async function* answerFiles(
  asked: ImeiUse,
  files: readonly FileReference[],
): AsyncGenerator<Reply, undefined, void> {
  // The buttons contain the IMEIs, so that the files need not be read again.
  const use: ImeiUse = { ...asked, file: undefined };
  const view = viewOf(use.needs, use.invocation);
  const all: Findings[] = [await findingsIn(use)];
  const unread: UnreadFile[] = [];
  for (const file of files) {
    yield readingFileReply(view, file.name);
    const numbers = await numbersIn(use, file);
    if (typeof numbers === 'string') unread.push({ name: file.name, why: numbers });
    else all.push(numbers);
  }
  for await (const state of answerFindings(use, together(all))) yield withUnreadFiles(view, state, unread);
  return undefined;
}

/** The numbers of one file, read in its turn, or why there are none. */
async function numbersIn(use: ImeiUse, file: FileReference): Promise<Findings | UnreadFile['why']> {
  const { needs, invocation } = use;
  const place = needs.fileTurns.enter(invocation.requester);
  if (typeof place === 'string') return CROWDED[place];
  try {
    return numbersOf(await place.turn(() => contentOf(use, file), invocation.signal));
  } finally {
    place.leave();
  }
}

function numbersOf(content: Content): Findings | UnreadFile['why'] {
  if (content.kind === 'unusable') return content.why;
  if (content.kind === 'table') return findingsOf(content.summary);
  if (!content.reading.ok) return 'no-imeis';
  const { imeis, problems } = readLabel(content.reading.codes);
  return imeis.length + problems.length === 0 ? 'no-imeis' : { found: imeis, problems, duplicates: 0 };
}

/** Each IMEI once, in the order in which they came. */
function together(all: readonly Findings[]): Findings {
  const imeis = all.flatMap(({ found }) => found);
  const seen = new Map<string, FoundImei>();
  for (const one of imeis) if (!seen.has(one.imei)) seen.set(one.imei, one);
  const found = [...seen.values()];
  return {
    found,
    problems: all.flatMap(({ problems }) => problems),
    duplicates: all.reduce((sum, { duplicates }) => sum + duplicates, imeis.length - found.length),
  };
}
