/**
 * Which of the words around a number name it. In `Hi, IMEI: x (order)` it is the part behind the
 * comma, and what is in the brackets.
 */

import {
  type Label,
  LINK_NAME,
  NAMELESS,
  type Name,
  nameOfIdentifier,
  REACH,
  readLabel,
} from './label.ts';

const SENTENCE_END = /[!?。]/;
/** Between the parts of a line. Only the words of its part name a number. */
const PART_END = /[,;|│&，、،}]/;
const COMMA = /[,;]/g;
const IN_BRACKETS = /\([^()]*\)/g;
const LETTER = /\p{L}/u;
/** Right behind a number that is a key itself: the next one is its value. */
const ASSIGNMENT = /^["'\s]*(?:[:=→]|->)/;

/** Tags that may be between a name and its value: `<key>IMEI</key><string>356938035643809`. */
const VALUE_TAGS = 'key|string|integer|real|value|t[dhr]|d[dt]|li|p|b|i|code|span|strong|label';
const TAGS = new RegExp(String.raw`<\/[^<>]*>|<(?:${VALUE_TAGS})\b[^<>]*>`, 'gi');
/** A URL that continues up to the number: `https://shop.example/?id=`. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>()"'\]]*\v?$/i;

/** Behind a number: `(order)` or `[order]`, but not `(21)` of GS1. */
const BRACKETS = /^[^\p{L}\p{N}(){}[\]\n]*[([]([^()[\]]*\p{L}[^()[\]]*)[)\]]/u;
/** Behind a number: the rest of its object, `","kind":"imei"}`. */
const REST_OF_OBJECT = /^[^{}]*\}/;
const VALUE = /[:=]\s*["']?([^"',{}]*)/g;
/** What is in each of these. */
const MAY_NAME = /[()[\]{}:=]/;
/** Behind a number: the next line of its record, `kind: imei`. */
const NEXT_OF_RECORD = /^["',\s]*\n\s*["'\w]+\s*[:=][^\n]*/;

/** What the words before a number are. */
export interface Before {
  readonly name: Name;
  /** There are none but such as `and`: it is in one list with the number before it. */
  readonly isListSeparator: boolean;
  /** There are others than such as `no`. */
  readonly saysSomething: boolean;
}

/** What the words behind a number are. */
export interface Behind {
  /** Undefined if they are only a remark, such as `(black)`. */
  readonly name: Name | undefined;
  /** How many characters they are. */
  readonly length: number;
}

const NOTHING: Behind = { name: undefined, length: 0 };

/** Reads the words around the numbers of one text. It remembers them, since lists repeat them. */
export class WordsAround {
  readonly #labels = new Map<string, Label>();
  readonly #before = new Map<string, Before>();

  /** The same as {@link readLabel}. */
  readonly label = (text: string): Label => {
    let label = this.#labels.get(text);
    if (label === undefined) {
      label = readLabel(text);
      this.#labels.set(text, label);
    }
    return label;
  };

  before(words: string): Before {
    const near = words.slice(-REACH);
    let before = this.#before.get(near);
    if (before === undefined) {
      before = this.#readBefore(near);
      this.#before.set(near, before);
    }
    return before;
  }

  /**
   * Returns what brackets behind a number say, or a later value of its object or record if it has
   * no name yet.
   * @param words up to the next number, also on the lines below
   */
  behind(words: string, name: Name): Behind {
    const near = words.slice(0, REACH);
    if (!MAY_NAME.test(near)) return NOTHING;
    const [brackets, content = ''] = BRACKETS.exec(near) ?? [];
    if (brackets !== undefined) return { name: this.#onlyName(content), length: brackets.length };
    return name === NAMELESS ? this.#inObject(near) : NOTHING;
  }

  /** Returns what the words behind a number say, if they are only a name: ` - order`. */
  nameBehind(words: string): Behind {
    const isPossible = LETTER.test(words) && !SENTENCE_END.test(words);
    return isPossible ? { name: this.#onlyName(words), length: words.length } : NOTHING;
  }

  #onlyName(text: string): Name | undefined {
    const { isOnlyName, name } = this.label(text);
    return isOnlyName ? name : undefined;
  }

  #inObject(near: string): Behind {
    const rest = (REST_OF_OBJECT.exec(near) ?? NEXT_OF_RECORD.exec(near))?.[0];
    if (rest === undefined) return NOTHING;
    const values = Array.from(rest.matchAll(VALUE), ([, value = '']) => this.#onlyName(value));
    const name = values.find((value) => value !== undefined);
    return name === undefined ? NOTHING : { name, length: rest.length };
  }

  #readBefore(before: string): Before {
    const identified = nameOfIdentifier(before);
    if (identified !== undefined) {
      return { name: identified, isListSeparator: false, saysSomething: true };
    }
    if (!LETTER.test(before)) {
      const isListSeparator = !ASSIGNMENT.test(before);
      return { name: NAMELESS, isListSeparator, saysSomething: false };
    }
    const words = withoutTags(before);
    const parts = this.#partsBefore(words);
    const name = this.#nameIn(parts, before);
    if (parts.length > 0) return { name, isListSeparator: false, saysSomething: true };
    const { isListSeparator, saysSomething } = this.label(words);
    return { name, isListSeparator, saysSomething };
  }

  #nameIn(parts: readonly Label[], before: string): Name {
    const { name, isIntroduction } = parts.at(-1) ?? this.label('');
    if (!name.saysImei && LINK.test(before)) return LINK_NAME;
    if (!name.saysImei && !isIntroduction) return NAMELESS;
    // Names with nothing but commas between them belong to as many numbers: `IMSI, IMEI: `.
    const names = parts.slice(parts.findLastIndex(({ isOnlyName }) => !isOnlyName) + 1);
    return names.length > 1 ? { ...name, each: names.map((part) => part.name) } : name;
  }

  /** The parts of the last sentence of a line, up to the last one that says something. */
  #partsBefore(words: string): readonly Label[] {
    const sentence = words.split(SENTENCE_END).at(-1) ?? '';
    const parts = sentence
      .replace(IN_BRACKETS, (brackets) => brackets.replace(COMMA, ' '))
      .split(PART_END)
      .map(this.label);
    return parts.slice(0, parts.findLastIndex(({ saysSomething }) => saysSomething) + 1);
  }
}

export function withoutTags(text: string): string {
  return text.includes('<') ? text.replace(TAGS, ' ') : text;
}
