import { anyOf, HAN, WORD_START } from '../core/language/word-borders.ts';
import { namesOfImeis } from '../imei/names/word-kinds.ts';
import { MAKERS, type Maker } from './makers.ts';
import { DENIALS, hasOtherMeaning, hasOtherThing } from './unclear-words.ts';
import { anyWord, inLowerCase } from './word-pattern.ts';

/** The phone that a line names, in the words of its writer: "iphone 13 128 blk". */
export type Claim = string;

/** A line with more words is prose, which may mention any phone. */
const MAX_WORDS = 12;
/** The most words of a claim that are shown. */
const SHOWN_WORDS = 4;
const LONGEST_CLAIM = 40;
/** Words before a name that may deny it: "not an iPhone". */
const REACH_BEFORE = 2;

/** One of the two words behind a brand has a digit: `samsung a52`, `nokia black 3310`. */
const MODEL_BEHIND = String.raw`(?:[\s:]+\p{L}+)?[\s:]*\p{L}{0,4}[-\s]?\d`;
/** The date before the author of a line in a copied chat: `[28.11.26, 09:14] Samsung Ali: `. */
const CHAT_DATE = String.raw`\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+`;
const CHAT_TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?\]?`;
const CHAT_WRITER = new RegExp(`${CHAT_DATE}${CHAT_TIME}(?: -)?\\s*[^:]{1,40}:\\s`, 'iu');

/** `7. ` or `7) ` */
const LIST_NUMBER = /^\s*\d{1,3}[.)]\s/u;
const CLAIM_END = new RegExp(
  [
    String.raw`[,;|()[\]{}<>\t"“”«»]`, // iphone 13 (blue)
    String.raw`\s[-–—:/·]\s`, // iphone 13 - blue
    String.raw`\d{7}`, // iphone 13 3520990
  ].join('|'),
  'u',
);
const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

/** The place where a line names a maker. */
interface Mention {
  readonly maker: Maker;
  readonly start: number;
}

/**
 * Reads from the words at a number which phone it should be. Returns only a clear claim: it names
 * one maker, and is not about an accessory or a swap, and not prose.
 *
 *     7. iphone 13 128 blk, IMEI 1    `iphone 13 128 blk`
 *     iphone or galaxy                no claim: two makers
 *     case of an iphone               no claim: a thing for a phone
 *     not an iphone                   no claim: denied
 *
 * @param words without the number; they may name it, `IMEI 1`, which is not part of the claim
 */
export function claimIn(words: string): Claim | undefined {
  const line = words
    .normalize('NFC')
    .replace(CHAT_WRITER, '')
    .replace(LIST_NUMBER, '')
    .replace(patterns().nameOfNumber, ' ; ')
    .replace(SIGNS_AROUND, '');
  if (!patterns().anyMaker.test(line) || line.split(/\s+/u).length > MAX_WORDS) return undefined;
  if (hasOtherThing(line) || hasOtherMeaning(line)) return undefined;
  const mentions = mentionsIn(line);
  const [first] = mentions;
  if (first === undefined || mentions.some(({ maker }) => maker !== first.maker)) return undefined;
  return isDenied(line, first.start) ? undefined : shownClaim(line.slice(first.start));
}

/** Returns whether a number is alone on its line, or has only a label such as `IMEI 1:` there. */
export function hasOnlyLabel(words: string): boolean {
  return !/\p{L}/u.test(words.replace(patterns().nameOfNumber, ''));
}

export function makersOf(claim: Claim): readonly Maker[] {
  return mentionsIn(claim).map(({ maker }) => maker);
}

function mentionsIn(text: string): readonly Mention[] {
  const line = inLowerCase(text);
  const mentions = patterns().makers.flatMap(({ maker, pattern }) => {
    const start = line.search(pattern);
    return start < 0 ? [] : [{ maker, start }];
  });
  return mentions.sort((first, second) => first.start - second.start);
}

interface Patterns {
  readonly makers: readonly { readonly maker: Maker; readonly pattern: RegExp }[];
  /** A quick test for most lines, which name no maker. */
  readonly anyMaker: RegExp;
  /** `IMEI`, `IMEI 2`, `IMEINummer`, `串号` */
  readonly nameOfNumber: RegExp;
}

let compiled: Patterns | undefined;

/** Compiled at first use, which takes 20 ms: most messages are numbers alone. */
function patterns(): Patterns {
  compiled ??= compile();
  return compiled;
}

function compile(): Patterns {
  const makers = MAKERS.map((maker) => ({ maker, pattern: patternOf(maker) }));
  const anyMaker = new RegExp(makers.map(({ pattern }) => pattern.source).join('|'), 'iu');
  const names = anyWord([String.raw`imei\p{L}*`, ...namesOfImeis()]);
  const nameOfNumber = new RegExp(String.raw`${names}(?:\s?[12](?!\d))?`, 'giu');
  return { makers, anyMaker, nameOfNumber };
}

function patternOf({ families = [], brands = [], models = [] }: Maker): RegExp {
  const names = [
    ...(families.length > 0 ? [anyWord(families)] : []),
    ...(brands.length > 0 ? [`${anyWord(brands)}${MODEL_BEHIND}`, `^${anyOf(brands)}$`] : []),
    ...(models.length > 0 ? [WORD_START + anyOf(models)] : []),
  ];
  return new RegExp(anyOf(names), 'u');
}

function isDenied(line: string, start: number): boolean {
  const before = line.slice(0, start).toLowerCase();
  const words = before.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  const isDeniedInHan = DENIALS.some((word) => HAN.test(word) && before.trimEnd().endsWith(word));
  return isDeniedInHan || words.slice(-REACH_BEFORE).some((word) => DENIALS.includes(word));
}

/** A claim up to the next sign, in a few words. */
function shownClaim(text: string): Claim {
  const [part = ''] = text.split(CLAIM_END);
  return part.trim().split(/\s+/u).slice(0, SHOWN_WORDS).join(' ').slice(0, LONGEST_CLAIM).trim();
}
