import { asImei, hasReportingBody, isFamous } from '../imei.ts';
import { isCardAlone, isCardNumber } from '../number/cards.ts';
import { isMistyped, withDigits } from '../number/letters.ts';
import { isDialledAbroad, isTimestamp } from '../number/other-numbers.ts';
import type { KnownTac } from '../number/read.ts';
import type { ImeiProblem } from '../number/reading.ts';
import type { Chain, ChainText } from '../text/chains.ts';
import type { CutOff } from '../text/exponents.ts';
import type { Candidate } from './shapes.ts';

/**
 * The context of a number. `whole`: the text has nothing but numbers. `labelled`: the word IMEI precedes it. `asked`: a few
 * words surround the only long number. `line`: its line has no words. `prose`: within other text.
 */
export type NumberStanding = 'whole' | 'labelled' | 'asked' | 'line' | 'prose';

/** Most words around the only long number of a text that still count as a question about it. */
const MOST_WORDS_AROUND = 5;
const FEWEST_ASKED_ABOUT = 12;

/** Returns a function that tells the context of each chain of a text. */
export function standingIn({ chains, words, linesWithWords }: ChainText): (chain: Chain) => NumberStanding {
  const long = chains.filter(({ length }) => length >= FEWEST_ASKED_ABOUT);
  const question = long.length === 1 && words <= MOST_WORDS_AROUND;
  return (chain) => {
    if (words === 0) return 'whole';
    if (chain.label.kind === 'imei') return 'labelled';
    if (question && chain === long[0]) return 'asked';
    return linesWithWords.has(chain.line) ? 'prose' : 'line';
  };
}

/** What decides whether a number is meant as an IMEI. */
export interface NumberContext {
  /** The number's context. */
  readonly standing: NumberStanding;
  /** Whether a TAC is in the table. */
  readonly known: KnownTac;
}

/** Whether digits in the shape of an IMEI are meant as one, rather than as a phone number, a timestamp or a parameter. */
export function isMeant(candidate: Candidate, chain: Chain, { standing, known }: NumberContext): boolean {
  const { characters, form } = candidate;
  if (!isOffered(candidate, chain)) return false;
  if (standing === 'labelled' || chain.label.kind === 'imei' || known(characters.slice(0, 8))) return true;
  if (characters.length === 15) return isMeantWithCheckDigit(candidate, standing) || isFamous(characters);
  if (isFamous(characters)) return true;
  if (isTimestamp(characters) || isDialledAbroad(characters)) return false;
  // Without a check digit, only context and first digits identify an IMEI.
  if (standing === 'whole' || (standing === 'line' && form !== 'free')) return true;
  return form !== 'free' && !chain.attached && hasReportingBody(characters);
}

/** Whether a candidate is a payment card number, although an IMEI may start with the same digits. */
export function isMeantAsCard({ characters, form, from }: Candidate, chain: Chain, known: KnownTac): boolean {
  const { label } = chain;
  // No country has phone numbers this long with such a prefix.
  if (from === 0 && isDialled(chain)) return form !== 'free' && isCardAlone(characters);
  if (form === 'card') return !hasReportingBody(characters) || label.kind !== 'imei';
  if (!isCardNumber(characters)) return false;
  if (!hasReportingBody(characters)) return true;
  return label.kind !== 'imei' && !isFamous(characters) && !known(characters.slice(0, 8));
}

/** Whether a candidate's problem is worth reporting; always if the person asked about it. */
export function isWorthTelling(
  problem: ImeiProblem,
  { characters }: Candidate,
  standing: NumberStanding,
): boolean {
  if (problem.kind !== 'letter') return true;
  if (!isMistyped(characters) || isTimestamp(characters)) return false;
  if (standing !== 'prose' || problem.reading !== undefined) return true;
  return asImei(withDigits(characters)) !== undefined;
}

/** Whether a number that a spreadsheet has cut off may have been an IMEI, and not a figure in a sentence. */
export function isCutOffMeant(
  { mayBeImei }: CutOff,
  line: number,
  { words, linesWithWords }: ChainText,
): boolean {
  if (words === 0) return true;
  return mayBeImei && (words <= MOST_WORDS_AROUND || !linesWithWords.has(line));
}

function isMeantWithCheckDigit({ characters, form }: Candidate, standing: NumberStanding): boolean {
  const right = asImei(characters) !== undefined;
  if (standing === 'whole') return right || !isDialledAbroad(characters);
  if (isDialledAbroad(characters) || isTimestamp(characters)) return false;
  return form !== 'free' || (standing === 'line' && right);
}

/** Whether the surrounding text leaves open what the number is. */
function isOffered({ from, to }: Candidate, chain: Chain): boolean {
  if (to === chain.groups.length && /[@%]/.test(chain.trail)) return false;
  if (from > 0) return true;
  const labelled = chain.label.kind === 'imei';
  if (chain.label.kind === 'other' || isDialled(chain)) return false;
  return labelled || !(/@/.test(chain.lead) || (chain.attached && /[=_]/.test(chain.lead)));
}

/** `+49…`, `+(49)…` */
export function isDialled({ lead }: Chain): boolean {
  return lead !== '' && /\+\(?$/.test(lead);
}
