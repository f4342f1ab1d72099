import { listLocales, readLocaleFile } from '../../core/locales.ts';

const IMEI = 'imei';
const HAN = /\p{Script=Han}/u;
/** An Arabic article, or a word for "number" that is written together: `Bestellnummer`. */
const AFFIXES: readonly RegExp[] = [/^ال/, /(?:nummern?|numbers?|nr|no|ids?)$/];
/** `2` in `Order 2`, but not `4711`. */
const SHORT_NUMBER = /^\d{1,2}$/;

/**
 * The words that people write before numbers, in all languages. Words are given as {@link
 * plainWord} has them.
 */
export interface NumberWords {
  /** Returns some words with `imei` in place of each name of IMEIs. */
  readonly withImei: (words: string) => string;
  readonly isImei: (word: string) => boolean;
  /** Whether a word may be between two numbers of a list. */
  readonly isAnd: (word: string) => boolean;
  /** Whether a word is the name of another number, such as `order`. */
  readonly isOtherName: (word: string) => boolean;
  /** Whether a word may be between a name and its number, such as `no`. */
  readonly isFiller: (word: string) => boolean;
}

let words: NumberWords | undefined;

/** The words of `locales/`, which are read at the first call. */
export function numberWords(): NumberWords {
  words ??= readNumberWords();
  return words;
}

/** Returns a word in lower case and without accents. */
export function plainWord(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
}

function readNumberWords(): NumberWords {
  const files = listLocales().map(
    (language) => readLocaleFile(`${language}.json`) as Record<string, string>,
  );
  const listOf = (key: string): readonly string[] =>
    files.flatMap((texts) => texts[key]?.split(', ').map(plainWord) ?? []);
  const names = listOf('names.imei');
  const others = listOf('names.other');
  const fillers = listOf('names.filler');

  const imei = new RegExp(String.raw`\S*(?:${names.join('|')})\S*`, 'g');
  const ands = new Set(listOf('names.and'));
  const otherWords = new Set(others);
  const fillerWords = new Set(fillers);
  // Chinese has no spaces between words, so the end of a word counts: 订单编号 is 订单 and a filler.
  const chineseOther = new RegExp(`(?:${others.filter(isChinese).join('|')})$`);
  const chineseFillers = new RegExp(`(?:${fillers.filter(isChinese).join('|')})+$`);
  return {
    withImei: (text) => text.replace(imei, IMEI),
    isImei: (word) => word === IMEI,
    isAnd: (word) => ands.has(word),
    isFiller: (word) =>
      fillerWords.has(word) ||
      ands.has(word) ||
      SHORT_NUMBER.test(word) ||
      word.replace(chineseFillers, '') === '',
    isOtherName: (word) =>
      otherWords.has(word) ||
      AFFIXES.some((affix) => otherWords.has(word.replace(affix, ''))) ||
      chineseOther.test(word.replace(chineseFillers, '')),
  };
}

function isChinese(word: string): boolean {
  return HAN.test(word);
}
