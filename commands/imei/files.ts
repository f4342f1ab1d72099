import type { FileReference } from '../../src/core/options.ts';
import type { Reply, ReplyFile } from '../../src/core/reply.ts';
import { cutOutFiles } from '../../src/format/files/photo.ts';
import { type FileCoverage, withFilesCoverage } from '../../src/format/files/table.ts';
import { readingFileReply, type UnreadFile, withUnreadFiles } from '../../src/format/files/trouble.ts';
import type { View } from '../../src/format/reply/view.ts';
import { takenAnyway } from '../../src/imei/find/anyway.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import { together } from '../../src/imei/find/together.ts';
import { readLabel } from '../../src/photos/label/label.ts';
import type { Coverage } from '../../src/tables/job.ts';
import { findingsOf } from '../../src/tables/numbers.ts';
import { viewOf } from '../define.ts';
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
  const use: ImeiUse = { ...asked, file: undefined, onePhone: false };
  const view = viewOf(use.needs, use.invocation);
  const all: FileNumbers[] = [{ findings: await findingsIn(use), cutOuts: [] }];
  const unread: UnreadFile[] = [];
  const covered: FileCoverage[] = [];
  for (const file of files) {
    yield readingFileReply(view, file.name);
    const numbers = await numbersIn(use, view, file);
    if (typeof numbers === 'string') unread.push({ name: file.name, why: numbers });
    else all.push(numbers);
    if (typeof numbers !== 'string' && numbers.coverage !== undefined)
      covered.push({ name: file.name, coverage: numbers.coverage });
  }
  const every = together(all.map((one) => one.findings));
  const findings = use.anyway ? takenAnyway(every) : every;
  const cutOuts = all.flatMap((one) => one.cutOuts);
  for await (const state of answerFindings(use, findings)) {
    const shown = state.tone === 'progress' ? state : { ...state, files: [...state.files, ...cutOuts] };
    yield withUnreadFiles(view, withFilesCoverage(view, shown, covered), unread);
  }
  return undefined;
}

interface FileNumbers {
  readonly findings: Findings;
  /** The parts of a picture whose letters were read, for the person to compare. */
  readonly cutOuts: readonly ReplyFile[];
  /** What of a workbook was read and left out. */
  readonly coverage?: Coverage;
}

/** The numbers of one file, read in its turn, or why there are none. */
async function numbersIn(
  use: ImeiUse,
  view: View,
  file: FileReference,
): Promise<FileNumbers | UnreadFile['why']> {
  const { needs, invocation } = use;
  const place = needs.fileTurns.enter(invocation.requester);
  if (typeof place === 'string') return CROWDED[place];
  try {
    return numbersOf(view, await place.turn(() => contentOf(use, file), invocation.signal));
  } finally {
    place.leave();
  }
}

function numbersOf(view: View, content: Content): FileNumbers | UnreadFile['why'] {
  if (content.kind === 'unusable') return content.why;
  if (content.kind === 'table') {
    if (content.summary.isDoubtful) return 'doubtful';
    return { findings: findingsOf(content.summary), cutOuts: [], coverage: content.summary.coverage };
  }
  const { reading } = content;
  if (!reading.ok) return reading.problem.kind === 'locked' ? 'locked' : 'no-imeis';
  const label = readLabel(reading.codes, reading.texts);
  const { imeis, problems } = label;
  if (imeis.length + problems.length === 0) return 'no-imeis';
  return {
    findings: { found: imeis, problems, duplicates: 0 },
    cutOuts: cutOutFiles(view, reading.texts, label.imeis),
  };
}
