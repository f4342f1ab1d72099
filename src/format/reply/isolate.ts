/** Unicode's marks around a piece of text that is written from left to right amid text that is not (UAX #9). */
const ISOLATE = '\u2066';
const END = '\u2069';

const LETTER_FROM_RIGHT =
  '(?=\\p{L})[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]';
const RIGHT_TO_LEFT = new RegExp(LETTER_FROM_RIGHT, 'u');
/** A whole word with a letter or a digit in it, and no letter that is written from right to left. */
const WORD = `(?<!\\S)(?=\\S*[\\p{L}\\p{N}])(?:(?!${LETTER_FROM_RIGHT})\\S)+(?!\\S)`;
/** Such words in a row; behind a colon or a semicolon stands something else. */
const RUN = new RegExp(`${WORD}(?:(?<![:;])\\s+${WORD})*`, 'gu');
/** Such a number stands the same with and without marks. */
const SHORT_NUMBER = /^\p{N}{1,4}$/u;
const STOPS = /[.,;:!?…،؛؟]+$/u;
const BRACKETS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['«', '»'],
  ['“', '”'],
];

/**
 * A line for people who read from right to left: what stands in it from left to right (an IMEI, a name in Latin
 * letters, `*#06#`) is isolated, so that its parts and the words around it keep their places. Lines in which nothing
 * is written from right to left stay as they are. Not for what people copy: the marks would go with it.
 * @param text without line ends, and without marks of its own
 * @param line the whole line, where the text is a part of it
 */
export function isolated(text: string, line: string = text): string {
  return RIGHT_TO_LEFT.test(line) ? text.replace(RUN, isolatedRun) : text;
}

function isolatedRun(run: string): string {
  const [before, core, after] = peeled(run);
  if (core === '' || SHORT_NUMBER.test(core)) return run;
  return `${before}${ISOLATE}${core}${END}${after}`;
}

/** A run without the stops and brackets around it, which belong to the sentence. */
function peeled(run: string): readonly [before: string, core: string, after: string] {
  const stops = STOPS.exec(run)?.[0] ?? '';
  const rest = run.slice(0, run.length - stops.length);
  for (const [open, close] of BRACKETS) {
    const opens = rest.startsWith(open);
    const closes = rest.endsWith(close);
    if (opens && (closes || !rest.includes(close))) {
      return [open, rest.slice(1, closes ? -1 : undefined), `${closes ? close : ''}${stops}`];
    }
    if (closes && !rest.includes(open)) {
      return ['', rest.slice(0, -1), `${close}${stops}`];
    }
  }
  return ['', rest, stops];
}
