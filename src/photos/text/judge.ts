import {
  asImei,
  hasReportingBody,
  type Imei,
  isOfOnePhone,
  isOfToday,
  isOftenTest,
  placeholderOf,
  warningOf,
} from '../../imei/imei.ts';
import { MISREAD, UNNAMED, type WhyAsked } from '../../imei/number/reading.ts';
import { isTick } from '../words/label-form.ts';
import { isTelling, labelIn, titleIn } from '../words/label-words.ts';
import type { Candidate } from './candidates.ts';
import { type Box, phrasesOf, type TextLine, textOf } from './lines.ts';
import type { Run } from './runs.ts';
import type { NumberLabel } from './titles.ts';

/** A number that was read as an IMEI. */
export interface Judged {
  readonly candidate: Candidate;
  readonly imei: Imei;
  /** Why a person has to confirm it; undefined if it may be checked unasked. */
  readonly doubt?: WhyAsked;
  /** The slot that the picture gives it. */
  readonly slot?: 1 | 2;
  /** The title of its column says what it is. */
  readonly isInColumn?: true;
}

/** Reads a part of the picture again. */
export interface Again {
  /** The digits are what a document says, and were not recognised: those below each other belong to the title above them. */
  readonly isExact?: true;
  /** The digits of a run in other sizes; empty where no fifteen were read. */
  digits(run: Run): Iterable<string>;
  /** The words that stand on the left of a run. */
  left(run: Run): string;
  /** What stands right above a run; empty where something that is no letter stands behind it. */
  above(run: Run): string;
  /** Whether nothing is written in the row of a run but itself. */
  isAlone(run: Run): boolean;
  /** Whether nothing is written in a part of a row, which may reach beyond the page. */
  isBlank(part: Box): boolean;
  /** Whether nothing is written between a run and the one above it. */
  isNext(above: Run, run: Run): boolean;
}

/** Another number, and all before it. */
const TO_A_NUMBER = /^.*\d{6,}/;
const A_NUMBER = /\d{6,}/;
/** A number behind the words that name it, with what is behind it; a slot has one digit. */
const OWN_NUMBER = /\d{2}.*$/su;

/**
 * Decides what the numbers of a picture are. Certain is a number that is labelled as an IMEI, or stands below one of the same
 * phone, that two readings of different sizes agree on, and that a phone can have. A right check digit alone says little: one
 * number of ten has it.
 */
export function judged(candidates: readonly Candidate[], again: Again): readonly Judged[] {
  const all: Judged[] = [];
  for (const candidate of candidates) {
    const one = judgedOne(candidate, all, again);
    if (one !== undefined) all.push(one);
  }
  return withOrder(all);
}

/** One number, with those above it; undefined for what is no IMEI. */
function judgedOne(candidate: Candidate, before: readonly Judged[], again: Again): Judged | undefined {
  if (candidate.label.kind === 'other') return undefined;
  const reading = agreedOn(candidate, again);
  if (reading === undefined || placeholderOf(reading.imei) !== undefined) return undefined;
  const above = before.find((one) => one.candidate.run === candidate.above);
  const isInColumn = above !== undefined && isBelow(candidate, above, again);
  const isListed = isInColumn || (above !== undefined && isNext(candidate, reading, above, again));
  const label = isListed ? candidate.label : labelOnceMore(candidate, reading, again);
  const isLabelled = label.kind === 'imei' || isListed;
  const isLikely = reading.isAgreed && isOfToday(reading.imei);
  if (label.kind === 'other' || !(isLabelled || isLikely)) return undefined;
  const isCalledSo = isLabelled && !isContested(label, again);
  const hasTitle = isInColumn || label.place === 'above';
  return {
    candidate,
    imei: reading.imei,
    ...doubtOf(reading, { isCalledSo, label }),
    ...slotOf(label),
    ...(hasTitle && { isInColumn: true }),
  };
}

/**
 * Whether a label may be said of something else, as where something is drawn behind a title: a tick in a list of what was looked at is
 * not read as a letter.
 */
function isContested({ isDoubtful, behind, ahead }: NumberLabel, { isExact, isBlank }: Again): boolean {
  const isDrawn = (part: Box | undefined): boolean => part !== undefined && !isBlank(part);
  return isDoubtful === true || (isExact !== true && (isDrawn(behind) || isDrawn(ahead)));
}

function slotOf({ slot }: NumberLabel): Pick<Judged, 'slot'> {
  return slot === undefined ? {} : { slot };
}

/** Whether a number of a document is in a column whose title calls it an IMEI, with no words of its own. */
function isBelow({ label }: Candidate, above: Judged, { isExact }: Again): boolean {
  return isExact === true && above.doubt === undefined && above.isInColumn === true && label.kind === 'none';
}

/** Whether a number is the next in the list of a phone: right below another one, and with no words of its own. */
function isNext({ label, run }: Candidate, { imei }: Agreed, above: Judged, again: Again): boolean {
  if (above.doubt !== undefined || label.kind !== 'none' || !isOfOnePhone(above.imei, imei)) return false;
  // Words of other letters are easily missed on a page.
  return again.isNext(above.candidate.run, run) && again.isAlone(run);
}

/**
 * Short words that stand alone are easily missed or misread on a page: the row of a number without a label, and the one above it,
 * are looked at by themselves.
 */
function labelOnceMore(
  { label, run, isNearOther }: Candidate,
  { imei, isAgreed }: Agreed,
  again: Again,
): NumberLabel {
  if (isTelling(label) || label.isSettled === true || !isAgreed || !isOfToday(imei)) return label;
  const closer = labelIn(again.left(run).replace(TO_A_NUMBER, ''));
  if (isTelling(closer)) return closer;
  if (label.place === 'beside' || label.isOfAnother === true || isNearOther) return label;
  if (!again.isAlone(run)) return label;
  const above = again.above(run);
  // That number's words are its own.
  return A_NUMBER.test(above) ? label : titleIn(above);
}

interface Agreed {
  readonly imei: Imei;
  readonly isAgreed: boolean;
}

/** The number that two readings share, or else the only one with a right check digit. */
function agreedOn({ digits: first, run }: Candidate, again: Again): Agreed | undefined {
  const readings = [first];
  for (const digits of again.digits(run)) {
    const imei = asImei(digits);
    if (imei !== undefined && readings.includes(digits)) return { imei, isAgreed: true };
    readings.push(digits);
  }
  const valid = new Set(readings.map(asImei).filter((imei) => imei !== undefined));
  const [only] = valid;
  return only !== undefined && valid.size === 1 ? { imei: only, isAgreed: false } : undefined;
}

/** What words say of a number, and whether that makes it an IMEI. */
interface Said {
  readonly isCalledSo: boolean;
  readonly label: NumberLabel;
}

/** Why a number is asked about: two readings have to agree on one that a phone can have, and words call it an IMEI. */
function doubtOf({ imei, isAgreed }: Agreed, { isCalledSo, label }: Said): Pick<Judged, 'doubt'> {
  if (!isAgreed) return { doubt: MISREAD };
  if (!isCalledSo) return { doubt: unnamed(label) };
  const isLikely = hasReportingBody(imei) && !isOftenTest(imei) && warningOf(imei) === undefined;
  return isLikely ? {} : { doubt: { why: 'unlikely' } };
}

function unnamed({ kind, words }: NumberLabel): WhyAsked {
  return kind === 'unknown' && words !== undefined ? { why: 'other-name', words } : UNNAMED;
}

/** `*#06#` lists the slots in order, each number with the version of the software behind it. */
function withOrder(all: readonly Judged[]): readonly Judged[] {
  const [first, second, ...more] = all;
  if (first === undefined || second === undefined || more.length > 0) return all;
  const isList = second.candidate.above === first.candidate.run;
  const isDialled = first.candidate.hasVersion && second.candidate.hasVersion;
  const isFree = first.slot === undefined && second.slot === undefined;
  if (!isList || !isDialled || !isFree || !isOfOnePhone(first.imei, second.imei)) return all;
  return [
    { ...first, slot: 1 },
    { ...second, slot: 2 },
  ];
}

/**
 * Whether words name the second IMEI of a phone beside the first, as on screens and labels, whether or not their numbers could be
 * read. A part of one that names the second alone does not.
 */
export function areTwoNamed(lines: readonly TextLine[]): boolean {
  const slots = lines.flatMap((line) => {
    const phrases = phrasesOf(line).map(textOf);
    return phrases.flatMap((phrase, index) => {
      const { kind, slot } = titleIn(phrase.replace(OWN_NUMBER, ''));
      // There may be none, as in “IMEI 2: n/a”.
      return kind === 'imei' && !isTick(phrases[index + 1] ?? '') ? [slot] : [];
    });
  });
  return slots.includes(2) && slots.some((slot) => slot !== 2);
}
