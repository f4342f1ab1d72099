import {
  type Label,
  type LabelName,
  LINK_NAME,
  NAMELESS,
  nameOfAddress,
  nameOfIdentifier,
  REACH,
  readLabel,
} from './label.ts';

/** `Hi! My IMEI is` has two sentences. A full stop may be within a name: `Order no.`. */
const SENTENCE_END = /[!?。]/;
/**
 * Between the parts of a line: `Hi Ann, IMEI: `. Only words in the same part as a number name that
 * number.
 */
const PART_END = /[,;|│&，、،}]/;
const COMMA = /[,;]/g;
/** Commas in it do not end a part: `IMEI (new, black): `. */
const IN_BRACKETS = /\([^()]*\)/g;
const LETTER = /\p{L}/u;
/** Between a key and its value, both numbers: `x: y` is not an enumeration. */
const ASSIGNMENT = /^["'\s]*(?:[:=→]|->)/;
/** Between the last number of an object and the key of the next one: `{"imsi":"x"},"y":{`. */
const END_OF_OBJECT = /\}[^{]*$/;

/** Tags that may be between a name and its value: `<key>IMEI</key><string>356938035643809`. */
const VALUE_TAGS = [
  'key|string|integer|real|value', // of property lists
  't[dhr]|table|d[dt]|li|p|b|i|br|em|code|div|font|span|strong|label', // of web pages
  'cr|lf', // of the logs of modems
].join('|');
const TAGS = new RegExp(String.raw`<\/[^<>]*>|<(?:${VALUE_TAGS})\b[^<>]*>`, 'gi');
/**
 * An attribute whose value may be a name: `data-label="IMSI"`. A class may be `order-2`, which says
 * where a page shows something.
 */
const NAMING_ATTRIBUTE = /\s(?:name|key|id|label|title|data-[\w-]+)=(["'])(.*?)\1/gi;
/** Before what a modem is asked and what it answers: `[10:15:22] AT> AT+CIMI`, `RX << `. */
const DIRECTION = /^.*\b(?:[Aa][Tt]|TX|RX|modem)\]? ?(?:-->|<--|[<>]+)(?=[ '])/;
/** Before the name of a field of a form: `Content-Disposition: form-data; name="order_id"`. */
const FORM_DATA = /^.*\bform-data; *name=/i;
/** Most texts have neither tags nor directions nor forms. */
const SIGN_OF_MARKUP = /[<>]|form-data/i;
/** A URL that continues up to the number: `https://shop.example/?id=`. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>()"'\]]*$/i;
/** Between two numbers of a URL: `&ts=` or `/`. A comma may as well end a cell. */
const REST_OF_LINK = /^[^\s<>()"'\],;|]+$/;
/** The most characters of a URL that are read before its later numbers. */
const LONGEST_LINK = 300;

/** Behind a number: `(order)` or `[order]`, but not `(21)` of GS1. */
const BRACKETS = /^[^\p{L}\p{N}(){}[\]\n]*[([]([^()[\]]*\p{L}[^()[\]]*)[)\]]/u;
/** Behind a number: the rest of its object, `","kind":"imei"}`. */
const REST_OF_OBJECT = /^[^{}]*\}/;
/** A value of that rest: `imei` and `black` in `,"kind":"imei","color":"black"}`. */
const VALUE = /[:=]\s*["']?([^"',{}]*)/g;
/** Behind a number: the next line of its record, `kind: imei`, but not below an empty line. */
const NEXT_OF_RECORD = /^(?:["',]|[^\S\n])*\n[^\S\n]*["'\w]+\s*[:=][^\n]*/;

/** Most texts behind a number have none of these, and so no brackets, values or addresses. */
const SIGN_OF_NAME = /[()[\]{}:=@]/;

/** The reading of the words before a number. */
export interface WordsBefore {
  /** Says nothing if they do not name it. */
  readonly name: LabelName;
  /**
   * Only signs, or words such as `and`: the number may continue an enumeration. Not after `: `,
   * which is between a key and its value.
   */
  readonly joinsNumbers: boolean;
  /** Other words than fillers and `and`, or the identifier of GS1: `(8002)`. */
  readonly saysSomething: boolean;
}

/** The reading of the words behind a number. */
export interface WordsBehind {
  /** Says nothing if they are only a remark, such as `(black)`. */
  readonly name: LabelName;
  /** Characters of the text that belong to this number, and so not to the next one. */
  readonly length: number;
}

const NOTHING_BEHIND: WordsBehind = { name: NAMELESS, length: 0 };

/**
 * Reads which of the words around the numbers of one text name them, within `REACH` of a number. In
 * `Hi, IMEI: x (order)` these are `IMEI: ` and `order`. Remembers what it has read, since lists
 * repeat their words.
 */
export class WordsAround {
  readonly #labels = new Map<string, Label>();
  readonly #before = new Map<string, WordsBefore>();

  /** The same as {@link readLabel}. */
  readonly label = (text: string): Label => {
    let label = this.#labels.get(text);
    if (label === undefined) {
      label = readLabel(text);
      this.#labels.set(text, label);
    }
    return label;
  };

  /**
   * Reads the words before a number.
   * @param words those behind the number before it
   * @param line the line up to the number, in which a URL may begin before the other number
   */
  readBefore(words: string, line: string): WordsBefore {
    const near = words.slice(-REACH);
    let before = this.#before.get(near);
    if (before === undefined) {
      before = this.#beforeIn(near);
      this.#before.set(near, before);
    }
    const isUnnamed = before.name.kind === 'nothing';
    return isUnnamed && continuesLink(words, line) ? { ...before, name: LINK_NAME } : before;
  }

  /**
   * Reads what encloses a number or is in brackets behind it. The first of these that is there:
   *
   *     x (order)                   the words in the brackets
   *     x@lid                       the address that begins with the number      if not named yet
   *     {"id":"x","kind":"imei"}    a later value of the same object or record   if not named yet
   *
   * @param words up to the next number, also on the lines below
   * @param name what the words before the number say
   */
  readEnclosedBehind(words: string, name: LabelName): WordsBehind {
    const near = words.slice(0, REACH);
    if (!SIGN_OF_NAME.test(near)) return NOTHING_BEHIND;
    const [brackets, content = ''] = BRACKETS.exec(near) ?? [];
    if (brackets !== undefined) return { name: this.#onlyName(content), length: brackets.length };
    if (name.kind !== 'nothing') return NOTHING_BEHIND;
    const address = nameOfAddress(near);
    return address === undefined ? this.#laterValue(near) : { name: address, length: 0 };
  }

  /** Reads words behind a number that are only a name: `x - order`. */
  readPlainBehind(words: string): WordsBehind {
    return { name: this.#onlyName(words.slice(0, REACH)), length: words.length };
  }

  /** Returns the first name that is a value in a text: `imei` in `{"kind":"imei"}`. */
  nameInValues(text: string): LabelName {
    for (const [, value = ''] of text.matchAll(VALUE)) {
      const name = this.#onlyName(value);
      if (name.kind !== 'nothing') return name;
    }
    return NAMELESS;
  }

  /** The name in a text without other words. */
  #onlyName(text: string): LabelName {
    const { isOnlyName, name } = this.label(text);
    return isOnlyName ? name : NAMELESS;
  }

  #laterValue(near: string): WordsBehind {
    const rest = (REST_OF_OBJECT.exec(near) ?? NEXT_OF_RECORD.exec(near))?.[0] ?? '';
    const name = this.nameInValues(rest);
    return name.kind === 'nothing' ? NOTHING_BEHIND : { name, length: rest.length };
  }

  #beforeIn(text: string): WordsBefore {
    const identified = nameOfIdentifier(text);
    if (identified !== undefined) {
      return { name: identified, joinsNumbers: false, saysSomething: true };
    }
    if (!LETTER.test(text)) {
      const joinsNumbers = !ASSIGNMENT.test(text) && !END_OF_OBJECT.test(text);
      return { name: NAMELESS, joinsNumbers, saysSomething: false };
    }
    const words = this.withoutMarkup(text);
    const parts = this.#partsOf(words);
    const end = parts.findLastIndex(({ saysSomething }) => saysSomething) + 1;
    const name = this.#nameIn(parts.slice(0, end), text) ?? wordForNumberIn(parts);
    if (end > 0) return { name, joinsNumbers: false, saysSomething: true };
    const { joinsNumbers, saysSomething } = this.label(words);
    return { name, joinsNumbers, saysSomething };
  }

  /** Returns a text without what is before its words and without tags, but with their names. */
  withoutMarkup(text: string): string {
    if (!SIGN_OF_MARKUP.test(text)) return text;
    return text
      .replace(DIRECTION, '')
      .replace(FORM_DATA, '')
      .replace(TAGS, (tag) => ` ${this.#namesInTag(tag)} `);
  }

  #namesInTag(tag: string): string {
    return Array.from(tag.matchAll(NAMING_ATTRIBUTE), ([, , value = '']) => value)
      .filter((value) => this.label(value).endsInName)
      .join(' ');
  }

  /** The parts of the last sentence of a line. */
  #partsOf(words: string): readonly Label[] {
    const sentence = words.split(SENTENCE_END).at(-1) ?? '';
    return sentence
      .replace(IN_BRACKETS, (brackets) => brackets.replace(COMMA, ' '))
      .split(PART_END)
      .map(this.label);
  }

  /** The name that the last part gives the number behind `text`; undefined if it gives none. */
  #nameIn(parts: readonly Label[], text: string): LabelName | undefined {
    const last = parts.at(-1);
    const name = last?.name ?? NAMELESS;
    if (name.kind !== 'imei' && LINK.test(text)) return LINK_NAME;
    const isOfNumber = name.kind === 'imei' || last?.isIntroduction === true;
    if (name.kind === 'nothing' || !isOfNumber) return undefined;
    // Names with nothing but commas between them belong to as many numbers: `IMSI, IMEI: `.
    const otherThanName = parts.findLastIndex(({ isOnlyName }) => !isOnlyName);
    const names = parts.slice(otherThanName + 1).map(({ name }) => name);
    return names.length > 1 ? { ...name, each: names } : name;
  }
}

/** `id`, if the last part of a line is only such a word: `black, id: `. */
function wordForNumberIn(parts: readonly Label[]): LabelName {
  const name = parts.at(-1)?.name;
  return name?.kind === 'nothing' ? name : NAMELESS;
}

/** Whether a number is in the same URL as the one before it: `https://shop.example/?imei=x&id=y`. */
function continuesLink(words: string, line: string): boolean {
  return REST_OF_LINK.test(words) && LINK.test(line.slice(-LONGEST_LINK));
}
