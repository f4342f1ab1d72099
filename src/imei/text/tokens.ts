import { longestRun } from '../digits.ts';
import { isCardAlone } from '../number/cards.ts';
import { BREAK, codeAt, DIGIT, FILLER, kindOfCode, LETTER, MARK, SPELT, unitsOf } from './characters.ts';
import { UNSEEN } from './fold.ts';
import { mistypedCard } from './mistyped-cards.ts';

/** A run of digits, of letters, or of both; `mixed` is never two numbers, but may be a mistyped one. */
export interface Token {
  /** What the run consists of. */
  readonly kind: 'digits' | 'word' | 'mixed';
  /** Without invisible characters; for a card number with letters in it, its digits. */
  readonly text: string;
  /** Offset of the first character in the folded text. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
}

/** A label without a space before its number, or behind the previous one. */
const GLUED_LABEL = /^(?:imei(?:sv)?(?=\d{8,}$)|\d{8,}(?=imei(?:sv)?[1-9]?$))/i;
/** A run of digits within a word that may be a card number. */
const GLUED_CARD = /(?<!\d)\d{14,16}(?!\d)/g;
/** Fewest digits in a row that both need. */
const SHORTEST_LABELLED = 8;
const SHORTEST_CARD = 14;
/** Length of the shortest label with a number. */
const SHORTEST_GLUED = 12;
const NOWHERE: readonly number[] = [];

/** The bits of kinds that a run may have. */
const DIGITS = 1 << DIGIT;
const FILLERS = 1 << FILLER;

/** Characters read in one portion; a run of them is never divided. */
const PORTION = 1_024;

/**
 * Reads a portion of the words and numbers of a folded text, in order. A card number is a token of its own even if letters
 * touch it.
 * @param from where the portion before it ended
 * @param tokens takes them: a generator of its own for each would cost more than the reading
 * @returns where the next portion starts
 */
export function readTokens(folded: string, from: number, tokens: Token[]): number {
  let index = from;
  const enough = Math.min(from + PORTION, folded.length);
  while (index < enough) {
    const code = codeAt(folded, index);
    const first = kindOfCode(code);
    if (first === BREAK || first === FILLER) {
      index += unitsOf(code);
    } else {
      const isSpelled = first === DIGIT || first === SPELT;
      const token = isSpelled ? spelledRun(folded, index) : lettersRun(folded, index);
      index = token.end;
      if (token.kind === 'mixed') cutGlued(token, tokens);
      else tokens.push(token);
    }
  }
  return index;
}

/** Digits and the letters that form one word with them. */
function spelledRun(folded: string, start: number): Token {
  const { length } = folded;
  let end = start;
  let kinds = 0;
  while (end < length) {
    const code = codeAt(folded, end);
    const kind = kindOfCode(code);
    if (kind === BREAK || kind === LETTER) break;
    kinds |= 1 << kind;
    end += unitsOf(code);
  }
  const raw = folded.slice(start, end);
  const text = (kinds & FILLERS) === 0 ? raw : raw.replaceAll(UNSEEN, '');
  return { kind: kindOf((kinds & DIGITS) !== 0, (kinds & ~(DIGITS | FILLERS)) !== 0), text, start, end };
}

function lettersRun(folded: string, start: number): Token {
  const { length } = folded;
  let end = start;
  while (end < length) {
    const code = codeAt(folded, end);
    const kind = kindOfCode(code);
    if (kind !== LETTER && kind !== MARK) break;
    end += unitsOf(code);
  }
  return { kind: 'word', text: folded.slice(start, end), start, end };
}

/** Adds the parts of a word of digits and letters. */
function cutGlued(token: Token, tokens: Token[]): void {
  const { text, start, end } = token;
  const card = mistypedCard(text);
  // With invisible characters in between, offsets in the cleaned text do not match the folded text.
  const isGlued = card === undefined && text.length >= SHORTEST_GLUED && text.length === end - start;
  const cuts = isGlued ? cutsIn(text) : NOWHERE;
  if (cuts.length === 0) {
    tokens.push(card === undefined ? token : { kind: 'digits', text: card, start, end });
    return;
  }
  let from = 0;
  for (const to of [...cuts, text.length]) {
    const part = text.slice(from, to);
    if (part !== '') tokens.push({ kind: partKind(part), text: part, start: start + from, end: start + to });
    from = to;
  }
}

/** Where a label attached to its number starts or ends, or a card number among letters. */
function cutsIn(text: string): readonly number[] {
  const longest = longestRun(text);
  if (longest < SHORTEST_LABELLED) return NOWHERE;
  const label = GLUED_LABEL.exec(text)?.[0].length;
  if (label !== undefined) return [label];
  if (longest < SHORTEST_CARD) return NOWHERE;
  return [...text.matchAll(GLUED_CARD)]
    .filter(([digits]) => isCardAlone(digits))
    .flatMap(({ 0: digits, index }) => [index, index + digits.length]);
}

function partKind(text: string): Token['kind'] {
  return kindOf(/\d/.test(text), /\D/.test(text));
}

function kindOf(digits: boolean, others: boolean): Token['kind'] {
  if (!digits) return 'word';
  return others ? 'mixed' : 'digits';
}
