import { type Box, boxAround, type TextLine, textOf, type Word } from './lines.ts';

/** Words that stand next to each other and have only digits and what separates them. */
export interface Run extends Box {
  /** With single spaces between the words. */
  readonly text: string;
  /** Of the word that was read worst, from 0 to 100. */
  readonly confidence: number;
}

/** The words of a picture, those with digits only apart from the others. */
export interface Words {
  readonly runs: readonly Run[];
  readonly others: readonly Word[];
}

const DIGITS = /^[\d./-]+$/;
/** Digits that need no others: what stands before them is the number of a row or of a slot, or another column. */
const WHOLE = /^\d{15}$/;
/** The number of an entry in a list, which may stick to what is listed, and a day. */
const ENTRY = /^\d{1,3}\.$/;
const LISTED = /^(\d{1,3}\.)(\d{15})$/;
const DAY = /^\d{1,2}([./-])\d{1,2}\1(?:\d{2}){1,2}$/;
/** A whole number amid the signs of a sentence, which are no part of longer numbers: `(356938035643809),`. */
const IN_SIGNS = /^([("'“”„«[]*)(\d{15})([,;:)\]"'“”»!?]*)$/;
/** Widths of a letter: digits that stand further apart do not belong together. */
const MOST_APART = 2;
/** What an arrow is taken for, and the confidence of a digit that is one. */
const ARROW = '1';
const SURE = 75;
/** A label and its number that were read as one word: `IMEI2:356938035643809`. */
const STUCK = /^(.*[^\d\s./-]\d?[.:=)-]+)(\d{2,}[\d./-]*)$/;

/** Divides lines into runs of digits and words. */
export function wordsOf(lines: readonly TextLine[]): Words {
  const runs: Run[] = [];
  const others: Word[] = [];
  for (const line of lines) {
    let open: Word[] = [];
    const close = (): void => {
      const end = 1 + open.findLastIndex(({ text }) => /\d/.test(text));
      if (end > 0) runs.push(runOf(open.slice(0, end)));
      // A sign between words is one of them: `IMEI / MEID`.
      others.push(...open.slice(end));
      open = [];
    };
    for (const word of line.flatMap(unstuck)) {
      const last = open.at(-1);
      const isApart = last !== undefined && word.x - (last.x + last.width) > MOST_APART * last.height;
      if (isApart || isForItself(word) || (open.length === 1 && ENTRY.test(last?.text ?? ''))) close();
      if (DIGITS.test(word.text)) {
        open.push(word);
      } else {
        close();
        others.push(word);
      }
    }
    close();
  }
  return { runs, others };
}

/** The arrow that rows of settings end with is taken for a digit, and unsurely. */
function withoutArrow(words: readonly Word[]): readonly Word[] {
  const last = words.at(-1);
  const isArrow = words.length > 1 && last?.text === ARROW && last.confidence < SURE;
  return isArrow ? words.slice(0, -1) : words;
}

function runOf(all: readonly Word[]): Run {
  const words = withoutArrow(all);
  return {
    ...boxAround(words),
    text: textOf(words),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  };
}

/** Whether digits are no part of those before them. */
function isForItself({ text }: Word): boolean {
  return WHOLE.test(text) || DAY.test(text);
}

/** The parts of a word that do not belong together, each as wide as its share of the letters. */
function unstuck(word: Word): readonly Word[] {
  const [, ...parts] = STUCK.exec(word.text) ?? LISTED.exec(word.text) ?? IN_SIGNS.exec(word.text) ?? [];
  if (parts.length === 0) return [word];
  const share = word.width / word.text.length;
  let x = word.x;
  return parts.flatMap((text) => {
    const part = { ...word, text, x, width: text.length * share };
    x += part.width;
    return text === '' ? [] : [part];
  });
}

/** Whether these are digits that may be a number, not that of a slot. */
export function isLong({ text }: Word | Run): boolean {
  return text.length > 2 && /\d/.test(text) && !/\p{L}/u.test(text);
}
