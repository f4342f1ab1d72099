import { MODEL_WORDS, withoutMarks } from './names.ts';
import { OF_SPEAKER, type OwnName, saysOf } from './own-names.ts';

/** What is looked at before a number and behind it. */
const REACH = { before: 80, behind: 40 };
/** The last words of a line, up to a sign that ends them, and what may stand between them and a number, such as the marks of Markdown. */
const WORDS_BEFORE =
  /(\p{L}[\p{L}\p{M} _.°º#№'’/-]{0,50}?)[*_`]{0,2}[:：]?[*_`]{0,2} ?(?:[-=]>|→|[–—-])? ?[#№]? ?$/u;
/** Nothing but the sign of a list. */
const NO_WORDS = /^[\s>*•·–-]*$/u;
const LINE_OF_WORDS = /^[\s>*_#•·–-]*(\p{L}[\p{L}\p{M} _.°º#№'’/()-]{0,50})[*_]{0,2}[:：]?[*_]{0,2}\s*$/u;
const WORDS_BEHIND = /^[\])*_]{0,2}[ \t]{0,2}[-–—=([]{1,2}>?[ \t]{0,2}(\p{L}[\p{L}\p{M} _.°º/-]{0,30})/u;
/** Words that are the name of a number, wherever they stand, and those that are so at the end. */
const NAMES_NUMBER =
  /(?<![\p{L}\p{M}])(?:num(?:ber|er|ero|mer)|número|numéro|номер|(?:n[°ºo]?|nr|num|ref|id|code|código)[.:]?$)|(?:№|#|番号|号码|號碼|编号|編號|[单單碼码])$/iu;
/**
 * Words of a sentence, in which any phone is spoken of (“the broken one 3520…”), and what phones are called: nobody names a number of
 * something else so.
 */
const OF_SENTENCE = new Set(
  [
    'and also too or plus then another second other one this that is it its the of a an for from to on in at with my our your his her here',
    'please check can you hi hello thanks same says said shows und auch noch oder dann ein eine einer zweite andere anderes das der die des dem',
    'ist mein meine meiner meines meinem unser von vom zum zur fur bitte prufen hallo danke et aussi ou un une mon ma mes ici est',
    'le la les de du au aux pour avec celui celle autre y e o u tambien otro otra mi es el los las del al para con un una este esta por favor',
    'aqui anche altro altra il lo mio mia della dello di da qui tambem outro outra meu minha do dos das na no ve ile ayrica bu diger icin',
    'lub oraz drugi drugie to i a z od dla moj moja и а у с от для мой моя моего еще та і й від мій моя',
    MODEL_WORDS,
    'phone phones device handset smartphone tablet xperia lite note fold flip se fe xl gb tb black white blue red green gold silver used spare urgent',
  ]
    .flatMap((words) => words.split(' '))
    .map(withoutMarks),
);
/** A number, also in groups. */
const DIGITS = /^\d(?:[ ./-]?\d)*/u;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/**
 * What a number is called by the words before it that are joined to it by no sign of a name, by those behind it, or by those alone on the
 * line above where nothing else is before it: `dossier n° 3520…`, `3520… (order)`. undefined if these say nothing of it.
 */
export function nearNameAt(text: string, start: number, says = saysOf): OwnName | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(Math.max(lineStart, start - REACH.before), start);
  const own = NO_WORDS.test(before) ? lineAbove(text, lineStart) : WORDS_BEFORE.exec(before)?.[1];
  const name = own === undefined ? undefined : named(own, says);
  if (name?.says === 'imei' || name?.says === 'other') return name;
  const [, behind = ''] = WORDS_BEHIND.exec(restOf(text, start)) ?? [];
  const after = behind === '' ? undefined : named(behind, says);
  if (after !== undefined && after.says !== 'unknown') return after;
  return name !== undefined && isName(name.name) && !OF_SPEAKER.test(before) ? name : undefined;
}

/** The words of the line above; undefined if it has anything else. */
function lineAbove(text: string, lineStart: number): string | undefined {
  if (lineStart === 0) return undefined;
  const from = Math.max(text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - REACH.before);
  return LINE_OF_WORDS.exec(text.slice(from, lineStart - 1))?.[1];
}

/** What stands behind the digits of a number in its line. */
function restOf(text: string, start: number): string {
  const [number = ''] = DIGITS.exec(text.slice(start, start + REACH.behind)) ?? [];
  const [rest = ''] = text.slice(start + number.length, start + number.length + REACH.behind).split('\n');
  return rest;
}

function named(words: string, saysOfName: typeof saysOf): OwnName | undefined {
  const name = words.trim();
  const says = saysOfName(name);
  return says === undefined ? undefined : { name, says };
}

function isName(words: string): boolean {
  const plain = withoutMarks(words).toLowerCase();
  return (
    NAMES_NUMBER.test(words) ||
    !(plain.match(WORD) ?? []).some((word) => word.length === 1 || OF_SENTENCE.has(word))
  );
}
