import type { Reply } from '../../src/core/reply.ts';
import {
  cutOutFiles,
  noImeiOnPhotoReply,
  pictureProblemReply,
  withLabel,
  withPages,
  withUnread,
} from '../../src/format/files/photo.ts';
import { noImeiRecord } from '../../src/format/imei/records.ts';
import { takenAnyway } from '../../src/imei/find/anyway.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import { together } from '../../src/imei/find/together.ts';
import { type Label, readLabel } from '../../src/photos/label/label.ts';
import type { PictureReading } from '../../src/photos/reader.ts';
import { viewOf } from '../define.ts';
import { answerAside } from './plan.ts';
import { answerFindings, findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/**
 * Answers a picture that has been read: the IMEIs in the text beside it, then those of its codes and letters, are checked and answered in one reply.
 * Where the text has some, it is answered even if the picture has none or cannot be read.
 */
export async function* answerPhoto(
  asked: ImeiUse,
  reading: PictureReading,
): AsyncGenerator<Reply, undefined, void> {
  // The buttons contain the IMEIs of the picture, so that it need not be read again.
  const plain: ImeiUse = { ...asked, file: undefined };
  const { needs, invocation } = plain;
  const written = await findingsIn(plain);
  const label = reading.ok ? readLabel(reading.codes, reading.texts) : readLabel([]);
  const inPicture = { found: label.imeis, problems: label.problems, duplicates: 0 };
  const both = together([written, inPicture]);
  const findings = plain.anyway ? takenAnyway(both) : both;
  if (findings.found.length === 0 && findings.problems.length === 0) {
    yield* answerAside(plain, nothing(plain, reading, label), findings.aside);
    return undefined;
  }
  // Together with other IMEIs, the two of one phone are ordinary entries of a list.
  const onePhone = label.onePhone && findings.found.length === label.imeis.length;
  const use: ImeiUse = { ...plain, ...(onePhone && { onePhone }) };
  const cutOuts = reading.ok ? cutOutFiles(viewOf(needs, invocation), reading.texts, findings.found) : [];
  for await (const state of answerFindings(use, findings)) {
    const files = state.tone === 'progress' ? [] : cutOuts;
    const shown = { ...state, files: [...state.files, ...files] };
    const labelled = withLabel(viewOf(needs, invocation), shown, label);
    const told = isOneOfTwo(reading, findings) ? withUnread(viewOf(needs, invocation), labelled) : labelled;
    yield withPages(viewOf(needs, invocation), told, reading.ok ? reading.pages : undefined);
  }
  return undefined;
}

/** Whether a picture names two IMEIs, and there is one number in all, also with those beside the picture. */
function isOneOfTwo(reading: PictureReading, { found, problems }: Findings): boolean {
  return reading.ok && reading.namesTwo === true && found.length + problems.length === 1;
}

async function* nothing(
  { needs, invocation, text }: ImeiUse,
  reading: PictureReading,
  label: Label,
): AsyncGenerator<Reply> {
  const view = viewOf(needs, invocation);
  const reply = reading.ok
    ? withPages(view, withLabel(view, noImeiOnPhotoReply(view, reading), label), reading.pages)
    : pictureProblemReply(view, reading.problem);
  yield { ...reply, records: () => [noImeiRecord(view, text)] };
}
