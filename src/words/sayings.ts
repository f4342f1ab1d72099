import { HAN, WORD_END, WORD_START } from '../core/language/word-borders.ts';
import { anyTextOf, normalized, wordsAroundNumbers } from './normalized.ts';
import { getUnderstood, SAYINGS, type Saying } from './understood.ts';

const LETTERS = /[\p{L}\p{M}]+/gu;
/** Ends that the next word may follow without a space: Han characters and emoji. */
const NEEDS_NO_SPACE = /(?:\p{Script=Han}|[^\p{L}\p{M}])$/u;
/** Sayings that people also type with a number. In “No 4901…”, “no” means “number”. */
const SAID_WITH_NUMBERS = ['yes', 'full', 'again', 'rest'] as const;

interface Spoken {
  /** “Please” at the ends of a normalized text. */
  readonly please: RegExp;
  /** The texts of each saying, normalized. */
  readonly texts: ReadonlyMap<Saying, readonly string[]>;
}

let known: Spoken | undefined;

/**
 * Returns the first of these sayings that a whole message says, in any language, with or without
 * “please”. It may say it several times: “ok thanks”, “stop stop”. Undefined if it says none.
 */
export function sayingIn<S extends Saying>(text: string, sayings: readonly S[]): S | undefined {
  // Most messages are numbers alone.
  if (wordsAroundNumbers(text) === '') return undefined;
  const forms = [normalized(text), withoutPlease(text)];
  return sayings.find((saying) =>
    forms.some((form) => isMadeOf(form, spokenTexts().texts.get(saying) ?? [])),
  );
}

/** Whether a whole message is one of these sayings. */
export function isSaying(text: string, sayings: readonly Saying[]): boolean {
  return sayingIn(text, sayings) !== undefined;
}

/** Like {@link isSaying}, for a message with numbers or without: “full”, “alles 4901…”. */
export function isSayingWithNumbers(text: string, sayings: readonly Saying[]): boolean {
  return isSaying(wordsAroundNumbers(text), sayings);
}

/**
 * The numbers of a text without its words, if these only ask for the answer: “check 4901…”. Such
 * words say nothing about the numbers, so the numbers count as alone. A text that is only “please”
 * becomes empty. Any other text is returned as it is.
 */
export function withoutAskingWords(text: string): string {
  const words = wordsAroundNumbers(text);
  if (words === '') return text;
  const hasNumbers = words.length < text.trim().length;
  const isRequest = hasNumbers && isSaying(words, SAID_WITH_NUMBERS);
  const isPlease = withoutPlease(words) === '';
  return isRequest || isPlease ? text.replace(LETTERS, ' ').trimEnd() : text;
}

/** Whether a text is one of these or several of them, one after the other: `ok thanks`. */
function isMadeOf(text: string, parts: readonly string[]): boolean {
  // Grows while it is iterated. A regular expression would try the same offset again and again.
  const starts = new Set([0]);
  for (const start of starts) {
    for (const part of parts) {
      if (!text.startsWith(part, start)) continue;
      const end = start + part.length;
      if (end === text.length) return true;
      if (text[end] === ' ') starts.add(end + 1);
      else if (NEEDS_NO_SPACE.test(part)) starts.add(end);
    }
  }
  return false;
}

function withoutPlease(text: string): string {
  return normalized(normalized(text).replace(spokenTexts().please, ''));
}

/** Made at first use: most people send the number alone. */
function spokenTexts(): Spoken {
  known ??= makeSpoken();
  return known;
}

function makeSpoken(): Spoken {
  const { please, sayings } = getUnderstood();
  const textsOf = (saying: Saying) => Object.values(sayings[saying]).flat().map(normalized);
  return {
    please: patternAtEnds(Object.values(please).flat()),
    texts: new Map(SAYINGS.map((saying) => [saying, textsOf(saying)])),
  };
}

/** A pattern for these words at the start or the end of a text. */
function patternAtEnds(polite: readonly string[]): RegExp {
  const inWord = polite.filter((word) => HAN.test(word));
  const words = polite.filter((word) => !HAN.test(word));
  const politeWord = `(?:${anyTextOf(inWord)}|${WORD_START}${anyTextOf(words)}${WORD_END})`;
  return new RegExp(`^${politeWord}|${politeWord}$`, 'gu');
}
