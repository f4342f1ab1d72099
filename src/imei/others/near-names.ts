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
/** Words that lead to any number, and what phones are called, by which nobody names a number of something else. */
const NEUTRAL = new Set(
  [
    'and also too or plus then another second other one this that is it its the of a an for my our your here please check can you hi hello thanks',
    'und auch noch oder dann ein eine zweite andere das ist mein meine unser hier bitte prufen hallo danke et aussi ou un une mon ma ici est',
    'le la les de du des autre y e o u tambien otro otra mi es el los las un una este esta por favor aqui anche altro altra mio mia questo',
    'qui tambem outro outra meu minha aqui ve ile ayrica bu diger lub oraz drugi drugie to i a',
    'phone phones device handset smartphone tablet iphone ipad apple samsung galaxy google pixel xiaomi redmi poco huawei honor oppo vivo',
    'realme oneplus nokia motorola moto sony xperia zte lenovo asus pro max plus mini ultra lite note fold flip se fe xl gb tb black white',
    'blue red green gold silver old new alt neu used dual sim esim slot',
  ]
    .join(' ')
    .split(' '),
);
/** A number, also in groups. */
const DIGITS = /^\d(?:[ ./-]?\d)*/u;
const MARKS = /[\u0300-\u036F]/gu;
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
  return name !== undefined && !isNeutral(name.name) && !OF_SPEAKER.test(before) ? name : undefined;
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

function isNeutral(words: string): boolean {
  const plain = words.normalize('NFD').replace(MARKS, '').toLowerCase();
  return (plain.match(WORD) ?? []).every((word) => word.length === 1 || NEUTRAL.has(word));
}
