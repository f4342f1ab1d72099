import type { Barcode } from '../barcode.ts';
import { isTelling, type TextLabel } from './label-words.ts';
import { labelOf } from './labels.ts';
import type { Box } from './lines.ts';
import type { Run, Words } from './runs.ts';

/** A code as it lies on a page that was read. */
export interface CodeOnPage {
  readonly code: Barcode;
  readonly box: Box;
}

/** What a code holds that may be taken for an IMEI. */
const BARE = /^\d{14,16}$/;
/** Digits printed below bars that may have been misread for the number to be the same. */
const MOST_MISREAD = 2;
/** Height of letters as a share of that of a code, where no digits tell it. */
const LETTERS = 0.4;

/**
 * The numbers of those codes that the words on the picture name as something else than an IMEI: those beside the digits that are
 * printed with the bars, or else beside the bars and above them.
 */
export function namedOtherwise(codes: readonly CodeOnPage[], words: Words): readonly string[] {
  return codes
    .filter(({ code }) => BARE.test(code.text))
    .filter((one) => isNamedOtherwise(one, words))
    .map(({ code }) => code.text);
}

function isNamedOtherwise({ code, box }: CodeOnPage, words: Words): boolean {
  const printed = words.runs.filter((run) => isSame(run, code.text));
  const labels = printed.map((run) => labelOf(run, words));
  if (labels.some(({ kind }) => kind === 'imei')) return false;
  if (labels.some(saysOther)) return true;
  const height = printed[0]?.height ?? box.height * LETTERS;
  const rows = [box.y, box.y + (box.height - height) / 2];
  const beside = rows.map((y) => labelOf({ ...box, y, height, text: code.text, confidence: 100 }, words));
  const telling = beside.filter(isTelling);
  return telling.length > 0 && telling.every(({ kind }) => kind === 'other');
}

/** Words right beside digits are about them, in whatever language; a title above them may be about anything. */
function saysOther({ kind, place }: TextLabel): boolean {
  return kind === 'other' || (kind === 'unknown' && place === 'beside');
}

function isSame({ text }: Run, digits: string): boolean {
  const read = text.replace(/\D/g, '');
  if (read.length !== digits.length) return false;
  return [...digits].filter((digit, index) => digit !== read[index]).length <= MOST_MISREAD;
}
