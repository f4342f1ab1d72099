/**
 * What single words are. `My order no. 4711 and` is word, other, filler, number, and.
 *
 * The words are data, in `locales/*.json`, in lower case and with their plurals. `names.imei` may
 * be several words. `names.other` are those of other numbers, `order`. `names.numbered` are names
 * only with a word for number, `case no.`. `names.filler` and `names.and` are next to numbers.
 */

import { listLocales, readLocaleFile } from '../../core/locales.ts';

/** What a word of a label is. */
export type WordKind =
  /** A name of IMEIs. */
  | 'imei'
  /** Another number of the phone itself: `IMEI/MEID` is one number. */
  | 'same'
  /** The name of another number, such as `order`. */
  | 'other'
  /** A word between a name and its number, such as `no`. */
  | 'filler'
  /** A word between two numbers of a list. */
  | 'and'
  /** A number that is too short to be looked for: `4711`. */
  | 'number'
  | 'word';

const IMEI = 'imei';
const SAME_PHONE = /^(?:meid|p?esn)s?$/;
const NUMBER = /^\p{N}+$/u;
/** Not a number of its own: `2` in `Order 2`. */
const SHORT_NUMBER = /^\d{1,2}$/;
/** A word for "number", also at the end of another one: `Bestellnummer`. */
const NUMBER_WORD = /(?:nummern?|numbers?|nr|no|ids?|[#№])$/;
/** An Arabic article, or a word for "number". */
const AFFIXES: readonly RegExp[] = [/^ال/, NUMBER_WORD];
const HAN = /\p{Script=Han}/u;
const ACCENTS = /[\u0300-\u036f]/g;

let words: NumberWords | undefined;

/** Returns what each of these words is. The words of `locales/` are read at the first call. */
export function kindsOf(written: readonly string[]): readonly WordKind[] {
  words ??= new NumberWords();
  return words.kindsOf(written);
}

/** The words that people write around numbers, in all languages. */
class NumberWords {
  readonly #imei: RegExp;
  readonly #others: ReadonlySet<string>;
  readonly #numbered: ReadonlySet<string>;
  readonly #fillers: ReadonlySet<string>;
  readonly #ands: ReadonlySet<string>;
  readonly #chineseOther: RegExp;
  readonly #chineseFillers: RegExp;

  constructor() {
    const files = listLocales().map(
      (language) => readLocaleFile(`${language}.json`) as Record<string, string>,
    );
    const listOf = (key: string): readonly string[] =>
      files.flatMap((texts) => texts[key]?.split(', ').map(plainWord) ?? []);
    const otherNames = listOf('names.other');
    const fillers = listOf('names.filler');
    this.#imei = new RegExp(String.raw`\S*(?:${listOf('names.imei').join('|')})\S*`, 'g');
    this.#others = new Set(otherNames);
    this.#numbered = new Set(listOf('names.numbered'));
    this.#fillers = new Set(fillers);
    this.#ands = new Set(listOf('names.and'));
    // Chinese has no spaces between words, so their end counts: 订单编号 is 订单 and a filler.
    this.#chineseOther = new RegExp(`(?:${otherNames.filter(isChinese).join('|')})$`);
    this.#chineseFillers = new RegExp(`(?:${fillers.filter(isChinese).join('|')})+$`);
  }

  kindsOf(written: readonly string[]): readonly WordKind[] {
    if (written.length === 0) return [];
    // Some names of IMEIs are several words.
    const plain = plainWord(written.join(' ')).replace(this.#imei, IMEI);
    return plain.split(' ').map((word, index, all) => this.#kindOf(word, all.slice(index + 1)));
  }

  #kindOf(word: string, behind: readonly string[]): WordKind {
    if (word === IMEI) return 'imei';
    if (SAME_PHONE.test(word)) return 'same';
    if (this.#isOther(word)) return 'other';
    if (this.#isNumbered(word, behind)) return 'other';
    if (this.#ands.has(word)) return 'and';
    if (this.#isFiller(word)) return 'filler';
    return NUMBER.test(word) ? 'number' : 'word';
  }

  #isOther(word: string): boolean {
    return (
      this.#others.has(word) ||
      AFFIXES.some((affix) => this.#others.has(word.replace(affix, ''))) ||
      this.#chineseOther.test(word.replace(this.#chineseFillers, ''))
    );
  }

  /**
   * Whether a word is a name with a word for "number": `Case no.`, `Fallnummer`. It is none with a
   * short number behind it: `Item no. 3` says where a phone is in a list.
   */
  #isNumbered(word: string, [next = '', afterNext = '']: readonly string[]): boolean {
    const isName = (name: string, behind: string): boolean =>
      NUMBER_WORD.test(name) &&
      this.#numbered.has(name.replace(NUMBER_WORD, '')) &&
      !SHORT_NUMBER.test(behind);
    return isName(word, next) || isName(word + next, afterNext);
  }

  #isFiller(word: string): boolean {
    const isShort = SHORT_NUMBER.test(word);
    return isShort || this.#fillers.has(word) || word.replace(this.#chineseFillers, '') === '';
  }
}

/** Returns a word in lower case and without accents. */
function plainWord(word: string): string {
  return word.toLowerCase().replaceAll('ı', 'i').normalize('NFD').replace(ACCENTS, '');
}

function isChinese(word: string): boolean {
  return HAN.test(word);
}
