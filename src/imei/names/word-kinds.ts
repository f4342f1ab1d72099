import { listLocales, readLocaleFile } from '../../core/language/locales.ts';
import { anyOf, HAN } from '../../core/language/word-borders.ts';

/** The meaning of a word near a number. */
export type WordKind =
  /** A name of IMEIs. */
  | 'imei'
  /** A name of MEIDs, another number of the same phone: `IMEI/MEID` names one number. */
  | 'meid'
  /** The name of another number, such as `order`. */
  | 'other'
  /** A word between a name and its number, such as `no`, or a number of one or two digits. */
  | 'filler'
  /** A word between two numbers of an enumeration. */
  | 'and'
  /** A longer number, but too short to be an IMEI: `4711`. */
  | 'number'
  /** Any other word. */
  | 'word';

const IMEI = 'imei';
/** `ESN` is what old networks of America called the number of a phone, and their shops still do. */
const IMEIS = new Set([IMEI, 'esn', 'esns', 'pesn', 'pesns']);
const MEIDS = new Set(['meid', 'meids']);
const NUMBER = /^\p{N}+$/u;
/** Not a number of its own: `2` in `Order 2`. */
const SHORT_NUMBER = /^\d{1,2}$/;
/** Patterns of words for "number". `names.filler` also has words such as `is`. */
const NUMBER_WORDS = [
  'nummern?',
  'numbers?',
  'numeros?',
  String.raw`numara\p{L}*`,
  'num',
  'nro?',
  'no',
  String.raw`n\.?[º°]`,
  'ids?',
  '[#№]',
].join('|');
const NUMBER_WORD = new RegExp(`^(?:${NUMBER_WORDS})$`, 'u');
/** An Arabic article, or a word for "number" at the end of another one: `Bestellnummer`. */
const AFFIX = new RegExp(`^ال|(?:${NUMBER_WORDS})$`, 'u');
const LETTER = /\p{L}/u;
const ACCENTS = /[\u0300-\u036f]/g;

let words: NumberWords | undefined;

/**
 * Returns what each of these words is. `My order no. 4711 and` is word, other, filler, number, and.
 *
 * The words are data, in `locales/*.json`, in lower case and with their plurals:
 *
 *     names.imei        names of IMEIs
 *     names.other       names of other numbers, of one word or several: `order`, `delivery note`
 *     names.numbered    names only with a word for number: `case no.`, but not `case`
 *     names.alone       names also without one if only fillers are with them: `batch`, `batch is`,
 *                       but not `new batch` or `batch 1`
 *     names.filler      words between a name and its number: `no`, `is`
 *     names.and         words between two numbers
 *
 * Words of all languages count in every message, since a German list may be in an English message.
 * A word of `names.alone` that is in capitals there counts only in capitals, since `sim` is
 * Portuguese for yes. The first call reads the files.
 */
export function kindsOf(written: readonly string[]): readonly WordKind[] {
  return numberWords().kindsOf(written);
}

/** Whether these are only words for "number": `id`, but neither `#` nor `the id`. */
export function areWordsForNumber(written: readonly string[]): boolean {
  const isWordForNumber = (word: string): boolean =>
    LETTER.test(word) && NUMBER_WORD.test(plainWord(word));
  return written.length > 0 && written.every(isWordForNumber);
}

/**
 * The names of IMEIs and MEIDs in all languages, in lower case and with their accents: `imei`,
 * `имей`, `meid`.
 */
export function namesOfImeis(): readonly string[] {
  return numberWords().namesOfImeis;
}

function numberWords(): NumberWords {
  words ??= new NumberWords();
  return words;
}

/** The words that people write around numbers, in all languages. */
class NumberWords {
  readonly namesOfImeis: readonly string[];
  /** A word with a name of IMEIs in it: `imeinummer`. */
  readonly #wordWithImei: RegExp;
  /** `order`, `deliverynote` */
  readonly #others: ReadonlySet<string>;
  /** A name that is several words: `delivery note`. */
  readonly #severalWords: RegExp;
  /** `case`, and all of the next ones. */
  readonly #numbered: ReadonlySet<string>;
  /** `batch`, `SIM` */
  readonly #alone: ReadonlySet<string>;
  /** `no`, `is` */
  readonly #fillers: ReadonlySet<string>;
  /** `and` */
  readonly #ands: ReadonlySet<string>;
  /** At the end of Chinese words: `订单`. */
  readonly #chineseOther: RegExp;
  /** Behind that: `编号`. */
  readonly #chineseFillers: RegExp;

  constructor() {
    const files = listLocales().map(
      (language) => readLocaleFile(`${language}.json`) as Record<string, string>,
    );
    const writtenAs = (key: string): readonly string[] =>
      files.flatMap((texts) => texts[key]?.split(', ') ?? []);
    const listOf = (key: string): readonly string[] => writtenAs(key).map(plainUnlessCapital);
    const others = listOf('names.other');
    const loneNames = listOf('names.alone');
    const fillers = listOf('names.filler');
    const severalWords = [...others, ...loneNames].filter((name) => name.includes(' '));

    this.namesOfImeis = [...writtenAs('names.imei'), ...IMEIS, ...MEIDS];
    this.#wordWithImei = new RegExp(String.raw`\S*${anyOf(listOf('names.imei'))}\S*`, 'g');
    this.#others = new Set(others.map(withoutSpaces));
    this.#severalWords = new RegExp(String.raw`(?<!\S)${anyOf(severalWords)}(?!\S)`, 'g');
    this.#alone = new Set(loneNames.map(withoutSpaces));
    this.#numbered = new Set([...listOf('names.numbered'), ...this.#alone]);
    this.#fillers = new Set(fillers);
    this.#ands = new Set(listOf('names.and'));
    this.#chineseOther = new RegExp(`${anyOf(others.filter(isChinese))}$`);
    this.#chineseFillers = new RegExp(`${anyOf(fillers.filter(isChinese))}+$`);
  }

  /** Of `IMEINummer of delivery note 4711`: imei, word, other (`deliverynote`) and number. */
  kindsOf(written: readonly string[]): readonly WordKind[] {
    if (written.length === 0) return [];
    const plain = plainWord(written.join(' '))
      .replace(this.#wordWithImei, IMEI)
      .replace(this.#severalWords, withoutSpaces)
      .split(' ');
    // As written, since some names count only in capitals.
    const isAlone = this.#isAlone(plain) || this.#isAlone(written);
    if (isAlone) return ['other'];
    return plain.map((word, index) => this.#kindOf(word, plain[index + 1], plain[index + 2]));
  }

  #kindOf(word: string, next = '', afterNext = ''): WordKind {
    if (IMEIS.has(word)) return 'imei';
    if (MEIDS.has(word)) return 'meid';
    // `bestell` of `bestellnummer`
    const stem = word.replace(AFFIX, '');
    if (this.#isOther(word, stem)) return 'other';
    if (this.#isNumbered(word, stem, next, afterNext)) return 'other';
    if (this.#ands.has(word)) return 'and';
    if (this.#isFiller(word)) return 'filler';
    return NUMBER.test(word) ? 'number' : 'word';
  }

  #isOther(word: string, stem: string): boolean {
    return this.#others.has(word) || this.#others.has(stem) || this.#endsInChineseOther(word);
  }

  /** Chinese has no spaces between words, so their end counts: 订单编号 is 订单 and a filler. */
  #endsInChineseOther(word: string): boolean {
    return isChinese(word) && this.#chineseOther.test(word.replace(this.#chineseFillers, ''));
  }

  /**
   * Whether a word is a name with a word for "number": `Case no.`, `Fallnummer`. But not if a
   * short number is behind it: `Item no. 3` says where a phone is in a list.
   */
  #isNumbered(word: string, stem: string, next: string, afterNext: string): boolean {
    if (this.#numbered.has(word)) return NUMBER_WORD.test(next) && !SHORT_NUMBER.test(afterNext);
    const hasNumberWord = stem !== word && this.#numbered.has(stem);
    return hasNumberWord && !SHORT_NUMBER.test(next);
  }

  /** Whether words are only a name such as `SIM` or `batch is`; but `SIM 1` is a slot. */
  #isAlone([name = '', ...others]: readonly string[]): boolean {
    return (
      this.#alone.has(name) &&
      others.every((word) => this.#isFiller(word) && !SHORT_NUMBER.test(word))
    );
  }

  #isFiller(word: string): boolean {
    return this.#fillers.has(word) || SHORT_NUMBER.test(word);
  }
}

/** A word of a locale file, made plain; one with a capital stays as it is. */
function plainUnlessCapital(word: string): string {
  return word === word.toLowerCase() ? plainWord(word) : word;
}

/** Returns words in lower case and without accents. An apostrophe is between two words. */
function plainWord(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('’', ' ')
    .normalize('NFD')
    .replace(ACCENTS, '');
}

function withoutSpaces(words: string): string {
  return words.replaceAll(' ', '');
}

function isChinese(word: string): boolean {
  return HAN.test(word);
}
