/** The Unicode marks that isolate left-to-right text within right-to-left text (UAX #9). */
const ISOLATE = '\u2066';
/** The mark that isolates text whose own first letter says its direction. */
const ISOLATE_QUOTED = '\u2068';
const END = '\u2069';

const LETTER_FROM_RIGHT =
  '(?=\\p{L})[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]';
/** A letter of a right-to-left script. Without one, {@link isolated} changes nothing. */
export const RIGHT_TO_LEFT = new RegExp(LETTER_FROM_RIGHT, 'u');
/** A word that contains a letter or a digit, and no letter of a right-to-left script. */
const WORD = `(?<!\\S)(?=\\S*[\\p{L}\\p{N}])(?:(?!${LETTER_FROM_RIGHT})\\S)+(?!\\S)`;
/** A run of such words. A colon or a semicolon ends it. */
const RUN = new RegExp(`${WORD}(?:(?<![:;])\\s+${WORD})*`, 'gu');
/** “ايفون 13”, «ايفون 13», „ايفون 13“, 「ايفون 13」 */
const QUOTED = /(?<=[“«„「])[^“”«»„「」]+(?=[“”»」])/gu;
/** Numbers this short look the same with and without marks. */
const SHORT_NUMBER = /^\p{N}{1,4}$/u;
const STOPS = /[.,;:!?…،؛؟]+$/u;
const BRACKETS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['«', '»'],
  ['“', '”'],
];

/**
 * Prepares a line for right-to-left readers: left-to-right parts (an IMEI, a Latin name, `*#06#`)
 * are isolated, so that they and the words around them keep their order. A line without
 * right-to-left letters stays unchanged. If only its quotes have such letters, the quotes are
 * isolated. Do not use this for text that people copy, since they would copy the marks, too.
 * @param text without line breaks and marks
 * @param line the whole line, if the text is a part of it
 */
export function isolated(text: string, line: string = text): string {
  if (!RIGHT_TO_LEFT.test(line)) return text;
  if (RIGHT_TO_LEFT.test(line.replace(QUOTED, ''))) return text.replace(RUN, isolatedRun);
  // The sentence around the quotes is left-to-right.
  return text.replace(QUOTED, (quoted) => `${ISOLATE_QUOTED}${quoted}${END}`);
}

function isolatedRun(run: string): string {
  const [before, core, after] = trimmed(run);
  if (core === '' || SHORT_NUMBER.test(core)) return run;
  return `${before}${ISOLATE}${core}${END}${after}`;
}

/** Splits the surrounding punctuation and brackets off a run, since they belong to the sentence. */
function trimmed(run: string): readonly [before: string, core: string, after: string] {
  const stops = STOPS.exec(run)?.[0] ?? '';
  const rest = run.slice(0, run.length - stops.length);
  for (const [open, close] of BRACKETS) {
    const opens = rest.startsWith(open);
    const closes = rest.endsWith(close);
    if (opens && (closes || !rest.includes(close))) {
      const [before, core, after] = trimmed(rest.slice(1, closes ? -1 : undefined));
      return [`${open}${before}`, core, `${after}${closes ? close : ''}${stops}`];
    }
    if (closes && !rest.includes(open)) {
      const [before, core, after] = trimmed(rest.slice(0, -1));
      return [before, core, `${after}${close}${stops}`];
    }
  }
  return ['', rest, stops];
}
