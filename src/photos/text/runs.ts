import { type Box, boxAround, type TextLine, type Word } from './lines.ts';

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
      if (open.some(({ text }) => /\d/.test(text))) runs.push(runOf(open));
      // A sign between words is one of them: `IMEI / MEID`.
      else others.push(...open);
      open = [];
    };
    for (const word of line.flatMap(unstuck)) {
      const last = open.at(-1);
      if (last !== undefined && word.x - (last.x + last.width) > MOST_APART * last.height) close();
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
    text: words.map(({ text }) => text).join(' '),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  };
}

function unstuck(word: Word): readonly Word[] {
  const [, label, digits] = STUCK.exec(word.text) ?? [];
  if (label === undefined || digits === undefined) return [word];
  const share = label.length / word.text.length;
  const width = word.width * share;
  return [
    { ...word, text: label, width },
    { ...word, text: digits, x: word.x + width, width: word.width - width },
  ];
}
