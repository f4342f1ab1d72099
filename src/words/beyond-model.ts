import { WORD_END, WORD_START } from '../core/language/word-borders.ts';
import { anyTextOf, MAX_CHARACTERS, normalized, wordsAroundNumbers } from './normalized.ts';
import { isSaying } from './sayings.ts';
import { getUnderstood } from './understood.ts';

/** The most characters of a question with an IMEI: a longer text was probably pasted. */
const MAX_WITH_IMEI = 80;

let pattern: RegExp | undefined;

/**
 * Whether a message without an IMEI asks what the bot cannot know: whether a phone is stolen,
 * blocked, locked, new or original.
 */
export function asksBeyondModel(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  // Made at first use: most people send the number alone.
  pattern ??= makePattern();
  return pattern.test(normalized(text)) || isSaying(text, ['beyond']);
}

/** Like {@link asksBeyondModel}, for a message with an IMEI. */
export function asksBeyondModelWithImei(text: string): boolean {
  const words = wordsAroundNumbers(text);
  if (words === '' || words.length > MAX_WITH_IMEI) return false;
  return asksBeyondModel(words);
}

function makePattern(): RegExp {
  const languages = Object.values(getUnderstood().beyondModel);
  const wholeWords = languages.flatMap(({ words, phrases }) => [...words, ...phrases]);
  const stems = languages.flatMap((language) => language.stems);
  const anywhere = languages.flatMap((language) => language.anywhere);
  const patterns = [
    `${WORD_START}${anyTextOf(wholeWords)}${WORD_END}`,
    `${WORD_START}${anyTextOf(stems)}`,
    anyTextOf(anywhere),
  ];
  return new RegExp(patterns.join('|'), 'u');
}
