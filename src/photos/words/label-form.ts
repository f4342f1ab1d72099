import { isAnswer } from './answers.ts';
import { isNo } from './before.ts';

/** What stands in brackets, as slots do in all languages, even where the last bracket was not read. */
const IN_BRACKETS = /[([{<]([^)\]}>]*)[)\]}>]?/g;
/** The beginnings of words that a label of an IMEI has, the short ones among them, and the name of a card. */
const OF_LABEL =
  /^(?:num|n[uú]m|nom|code|kod|k[oó]d|cod|cód|slot|steck|first|second|prim|phone|device|tele|meid|digit|requir|option)/iu;
const SHORT =
  /^(?:s|n[or]?|nro|br|č|sz|svn?|esn|gsm|lte|[2-5]g|old|new|alt|neu|pri|sec|of|de|du|des|der|von|vom|del|di|do|for|für|is|ist|es|est|the)$/iu;
/** In small letters it is the Portuguese word for yes. */
const SIM = /^(?:e|p|nano)?S[Ii][Mm]\d?$/u;
/** Only documents have words of other scripts; longer ones say more than a label does. */
const OF_OTHER_SCRIPT = /^(?!\p{Script=Latin})[\p{L}\p{M}]{1,3}$/u;
/** The only word in brackets. */
const OF_SLOT = /^(?:[12Il]|\p{L}+\d|(?:e|p|nano)?SIM)$/iu;
/** What stands between the parts of a label; other signs are what ticks and boxes are taken for. */
const SIGNS = /^[\s.:;,'"`´‘’“”„~_=*#°º№|!·•>→–—-]*$/u;
/** What a name says of itself, and signs around a number; people write `IMEI:-` as well. */
const SAID = /[:：](?!-)(.*)$/su;
const AROUND_NUMBER = /^[\s.,'"`´‘’“”„|*#-]*$/u;
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Words before the word in a title, and what makes more of them the beginning of a number. */
const MOST_BEFORE = 2;
const NUMBER_FOLLOWS = /[:：]\s*$|\s(?:is|ist|es|est)\s*$/iu;
/** The number of an entry in a list, and short forms before the word: `No. IMEI`, `numéro d’IMEI`. */
const BEGINNINGS = /^\s*\d{1,2}[.)]|(?<!\p{L})n[or]?[.°º]|(?<!\p{L})[dl]['’]/giu;

/** Whether what stands behind the word is of a label: no `check service`, and no tick or `yes` of a list of what was looked at. */
export function isOfLabel(behind: string): boolean {
  const words = behind.replaceAll(IN_BRACKETS, '');
  const [, said = ''] = SAID.exec(words) ?? [];
  return (
    AROUND_NUMBER.test(said) &&
    SIGNS.test(words.replaceAll(TOKEN, '')) &&
    (words.match(TOKEN) ?? []).every(isOfName) &&
    [...behind.matchAll(IN_BRACKETS)].every(([, inside = '']) => tellsSlot(inside))
  );
}

function isOfName(word: string): boolean {
  if (/^\d+$/u.test(word) || SIM.test(word)) return true;
  return OF_LABEL.test(word) || SHORT.test(word) || (OF_OTHER_SCRIPT.test(word) && !isAnswer(word));
}

/** Whether brackets hold what tells a slot, in whatever language, and no tick. */
function tellsSlot(inside: string): boolean {
  const words = inside.match(TOKEN) ?? [];
  const [only = ''] = words;
  if (words.length === 1) return OF_SLOT.test(only) || OF_LABEL.test(only);
  return words.length === 0 || words.some((word) => /\d/u.test(word) || OF_LABEL.test(word));
}

const TICK = /^[[(]?[vxy\u2713\u2714\u2611\u2610\u221A\u2717\u2718\u2612\u2705\u274C][\])]?$/iu;

/**
 * Whether a title that has the word begins as titles do, and does not end a sentence or name an entry with a box or a tick before it.
 * @param before what stands before the word
 */
export function isTitle(title: string, before: string): boolean {
  const start = before.replaceAll(BEGINNINGS, '');
  const words = start.match(TOKEN) ?? [];
  const [first = ''] = words;
  const isFollowed = NUMBER_FOLLOWS.test(title);
  // `No IMEI:`, as in Indonesia.
  const isOfNumber = (word: string): boolean => isFollowed && isNo(word);
  return (
    SIGNS.test(start.replaceAll(TOKEN, '')) &&
    !/^\d/u.test(first) &&
    !words.some((word) => /^\p{L}$/u.test(word) || (isAnswer(word) && !isOfNumber(word))) &&
    (words.length <= MOST_BEFORE || isFollowed)
  );
}

/** Whether words beside a title are an answer or a tick, also as it is taken for a letter. */
export function isTick(words: string): boolean {
  return isAnswer(words) || TICK.test(words);
}
