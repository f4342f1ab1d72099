import { titleName, withoutMarks } from '../../imei/others/names.ts';
import { isOfSentence } from '../../imei/others/near-names.ts';
import { isPlainTitle } from '../../imei/others/plain-titles.ts';

/**
 * Words that say that something is not there, or is not this. In Latin letters they are here without their marks. No raw string: the bundle
 * would keep letters of other scripts in it.
 */
const DENIALS: ReadonlySet<string> = new Set(
  [
    'not non none never without missing lacks isnt dont wrong kein keine keinen keiner keines nicht ohne fehlt fehlende falsche falsch',
    'sans pas aucun aucune manque manquant sin ningun ninguna falta sem nenhum nenhuma nao senza nessun nessuna manca bez brak nie',
    'yok degil tanpa bukan tidak tiada без нет не нету немає нема відсутній отсутствует',
    'بدون لا ليس غير बिना नहीं 无 無 没有 沒有 不是 非',
  ]
    .join(' ')
    .split(' '),
);
/** Words right before the name of an IMEI that say that a number stands beside it, or in its place. */
const BESIDE = new RegExp(
  `(?<!\\p{L})(?:${[
    'next to|beside|instead of|rather than|other than|neben|statt|anstatt|anstelle|a cote d[eu]?|au lieu d[eu]?|junto (?:al?|com|ao)',
    'al lado del?|ao lado d[eo]|en (?:lugar|vez) del?|em vez d[eo]|accanto a|invece di|al posto di|obok|zamiast|рядом с|вместо|поруч [із]з?|замість',
  ].join('|')})(?:[ ’']+(?:the|an?|your|my|der|die|ihrer|deiner|l|la|el|o|tu|su))?[ ’']*$`,
  'iu',
);
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Short for “without”. */
const WITHOUT = /(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/giu;
/** In one word with what is joined to it. */
const APOSTROPHE = /(?<=\p{L})['’](?=t(?!\p{L}))/giu;
/** The end of a sentence; short forms before a number are none. */
const SENTENCE_ENDS = /(?<=\p{L}{3})[.!?]\s|[;\n]/u;
/** Characters before another word that are looked at, and words that may be of the denial: `not a valid`. */
const LONGEST = 60;
const MOST_BEFORE = 4;
/** An answer, and short for “number”. */
const NO = /^no$/iu;
/** The word before another one, which is short for “number” with a sign behind it. */
const NO_BEFORE = /(?<![\p{L}\p{M}\p{N}])no\s*$/iu;
const COLON_BEHIND = /^[^\p{L}\p{N}]*[:：]/u;
/** The same behind it: an answer behind a dash. */
const NO_BEHIND = /^\s*([–—-]*)\s*no[^\p{L}\p{N}.:°º]*$/u;
/** What stands before the last clause, also a number and a name with digits: `Galaxy S21, 128GB IMEI`. Others are letters of another script. */
const BEFORE_CLAUSE =
  /^.*(?:[.,:;!?|()[\]{}"„“”•·*>→]|(?<![\p{L}\p{N}])\p{L}[^\s\d]*\d\S*|(?<!\S)\d+(?:[GT]B|G)?(?!\S)|(?<=\s)[–—/+&-](?=\s))/isu;
/** More words are a sentence, of which nobody knows them all. */
const MOST_OF_LABEL = 2;
/** What Cyrillic letters are taken for: номер. */
const MISREAD = /^homep\p{L}?$/u;

/** Whether words deny what they are said of, or `maybe`: “IMEI no” is both an answer and a name of its number. */
export type Denied = 'yes' | 'maybe' | 'no';

/** Whether a word is both the answer and short for “number”. */
export function isNo(word: string): boolean {
  return NO.test(word);
}

/** What words say of the one between them. `No.`, `No …:` and `… No` are of its number in English, Indonesian, Malay, Spanish and others. */
export function deniedBy(before: string, behind: string): Denied {
  const [sentence = ''] = before.split(SENTENCE_ENDS).slice(-1);
  const plain = sentence.slice(-LONGEST).replaceAll(APOSTROPHE, '').replaceAll(WITHOUT, 'without');
  const words = withoutMarks(plain).toLowerCase();
  if (BESIDE.test(words)) return 'yes';
  if ((words.match(WORD) ?? []).slice(-MOST_BEFORE).some((word) => DENIALS.has(word))) return 'yes';
  if (NO_BEFORE.test(sentence) && !COLON_BEHIND.test(behind)) return 'maybe';
  const [said, dash] = NO_BEHIND.exec(behind) ?? [];
  if (said === undefined) return 'no';
  return dash === '' ? 'maybe' : 'yes';
}

/**
 * Whether words before the word IMEI leave it the name of a number: those of a phone, and of any number of one, do. Others may be of a
 * voucher of a check, of a fee or a block, in any language.
 * @param isRightBefore the number follows, as it does in a sentence as well
 */
export function leavesName(before: string, isRightBefore: boolean): boolean {
  const clause = withoutMarks(before.slice(-LONGEST).replace(BEFORE_CLAUSE, '')).toLowerCase();
  const words = clause.match(WORD) ?? [];
  if (isRightBefore && words.length > MOST_OF_LABEL) return true;
  return words.every((word) => !/\d/u.test(word) && isPlain(word));
}

function isPlain(word: string): boolean {
  return (
    isNo(word) ||
    isPlainTitle(word) ||
    isOfSentence(word) ||
    MISREAD.test(word) ||
    titleName(word) === 'phone'
  );
}
