import { UNSEEN } from './fold.ts';

/** A run of digits, of letters, or of both; `mixed` is never two numbers, but may be one with a typing error. */
export interface Token {
  readonly kind: 'digits' | 'word' | 'mixed';
  /** Without unseen characters. */
  readonly text: string;
  /** Places in the folded text; `end` is behind the last character. */
  readonly start: number;
  readonly end: number;
}

/** Letters of these scripts beside a digit make one word with it; others are written without spaces anyway. */
const SPELT = '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}';
const TOKEN = `[\\d${SPELT}][\\d${SPELT}\\p{M}${UNSEEN}]*|(?:(?![${SPELT}])[\\p{L}\\p{M}])+`;
/** A label written without a space before its number, or behind the one before. */
const GLUED_LABEL = /^(?:imei(?:sv)?(?=\d{8,}$)|\d{8,}(?=imei(?:sv)?[1-9]?$))/i;

/** The words and numbers of a folded text, in order. */
export function* tokensOf(folded: string): Generator<Token> {
  for (const match of folded.matchAll(new RegExp(TOKEN, 'gu'))) {
    const [raw] = match;
    const cut = GLUED_LABEL.exec(raw)?.[0].length;
    if (cut === undefined) {
      yield tokenOf(raw, match.index);
    } else {
      yield tokenOf(raw.slice(0, cut), match.index);
      yield tokenOf(raw.slice(cut), match.index + cut);
    }
  }
}

function tokenOf(raw: string, start: number): Token {
  const text = raw.includes(UNSEEN) ? raw.replaceAll(UNSEEN, '') : raw;
  return { kind: kindOf(text), text, start, end: start + raw.length };
}

function kindOf(text: string): Token['kind'] {
  if (!/\d/.test(text)) return 'word';
  return /\D/.test(text) ? 'mixed' : 'digits';
}
