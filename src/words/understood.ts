import { z } from 'zod';
import { readLocaleFile } from '../core/locales.ts';
import { anyOf, HAN, WORD_END, WORD_START } from '../core/word-borders.ts';

/** A longer text is not a question to the bot. */
const MAX_CHARACTERS = 300;
/** With an IMEI in it, a longer text was pasted. */
const MAX_WITH_IMEI = 80;

/** Numbers, and what separates words or groups digits. */
const NUMBERS_AND_SEPARATORS = /[\p{N}\s./-]+/gu;
const SIGNS_AT_ENDS = /^[ ?!.:¡¿。؟…]+|[ ?!.:¡¿。؟…]+$/gu;
const PAUSES = /[,،、，.!。]/gu;
const LETTERS = /[\p{L}\p{M}]+/gu;
/** What the next word needs no space behind: Han characters and emoji. */
const NEEDS_NO_SPACE = /(?:\p{Script=Han}|[^\p{L}\p{M}])$/u;
/** Characters that mean something else in a regular expression. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

const SMALL_TALK = ['hello', 'thanks', 'price', 'status'] as const;
/** What people type instead of pressing a button. */
const BUTTON_WORDS = ['yes', 'no', 'full', 'again'] as const;
/** Which of these people also say with a number. */
const REQUESTS = ['yes', 'full', 'again'] as const;
/** What a whole message may say. */
const SAYINGS = ['help', ...SMALL_TALK, ...BUTTON_WORDS] as const;

/** Small talk that a whole message is: a greeting, thanks, what the bot costs, how far it is. */
export type SmallTalk = (typeof SMALL_TALK)[number];
/** A whole message that may stand for a press of a button. */
export type ButtonWord = (typeof BUTTON_WORDS)[number];
type Saying = (typeof SAYINGS)[number];

/** An empty text would be in every message. */
const texts = z.array(z.string().trim().min(1)).readonly().default([]);
const sayingsSchema = z.record(z.enum(SAYINGS), z.record(z.string(), texts));
const beyondModelSchema = z.record(
  z.string(),
  z.object({ words: texts, stems: texts, phrases: texts, anywhere: texts }),
);
const fileSchema = z.looseObject({
  beyondModel: beyondModelSchema,
  please: z.record(z.string(), texts),
});

interface Understood {
  /** Words for “please” at an end of a text. */
  readonly please: RegExp;
  readonly sayings: ReadonlyMap<Saying, readonly string[]>;
  readonly beyondModel: RegExp;
}

let known: Understood | undefined;

/**
 * Whether a whole message asks what the bot can do, in any of its languages: “help”, “Hilfe!”, “?”.
 */
export function asksForHelp(text: string): boolean {
  return sayingIn(text, ['help']) !== undefined;
}

/** Whether a message asks for all details, with a number or without: “full”, “alles 4901…”. */
export function asksForDetails(text: string): boolean {
  return sayingIn(wordsOf(text), ['full']) !== undefined;
}

/** Which word for a button a whole message is: “yes”, “Nein danke”; undefined if it is none. */
export function buttonWordIn(text: string): ButtonWord | undefined {
  return sayingIn(text, BUTTON_WORDS);
}

/**
 * The numbers of a text without its words, if these only ask for the answer: “check 4901…”. They
 * say nothing about the numbers, which are alone then. Any other text as it is.
 */
export function withoutRequest(text: string): string {
  const around = wordsOf(text);
  if (around === '') return text;
  if (withoutPlease(around) === '') return text.replace(LETTERS, ' ').trimEnd();
  // “No 4901…” is the name of a number.
  const isRequest = sayingIn(around, REQUESTS) !== undefined;
  return isRequest && around.length < text.trim().length ? text.replace(LETTERS, ' ') : text;
}

/**
 * Whether a whole message is small talk or a word for a button, which needs no answer where people
 * talk to each other.
 */
export function isTalk(text: string): boolean {
  return smallTalkIn(text) !== undefined || buttonWordIn(text) !== undefined;
}

/** Whether a whole message asks for no check, whatever it replies to: “thanks”, “price?”, “no”. */
export function asksNothing(text: string): boolean {
  return smallTalkIn(text) !== undefined || buttonWordIn(text) === 'no';
}

/** Whether a whole message, as a reply to an answer, is about that: “full”, “again”. */
export function isAboutAnswer(text: string): boolean {
  const word = buttonWordIn(text);
  return word === 'full' || word === 'again';
}

/** Whether a whole message asks how long it takes or what it costs, as people do before a “yes”. */
export function asksMeanwhile(text: string): boolean {
  return sayingIn(text, ['status', 'price']) !== undefined;
}

/** Which small talk a whole message is; undefined if it is none. */
export function smallTalkIn(text: string): SmallTalk | undefined {
  return sayingIn(text, SMALL_TALK);
}

/**
 * Whether a message without an IMEI asks if a phone is stolen, blocked or locked, which the bot
 * cannot know.
 */
export function asksBeyondModel(text: string): boolean {
  return text.length <= MAX_CHARACTERS && words().beyondModel.test(normalized(text));
}

/** Like {@link asksBeyondModel}, for a message with an IMEI. */
export function asksBeyondModelWithImei(text: string): boolean {
  const remainder = wordsOf(text);
  return remainder !== '' && remainder.length <= MAX_WITH_IMEI && asksBeyondModel(remainder);
}

/**
 * The first of these that a whole message says, with “please” or without, in one of its texts or in
 * several: “ok thanks”, “stop stop”.
 */
function sayingIn<S extends Saying>(text: string, sayings: readonly S[]): S | undefined {
  // Most messages are numbers alone.
  if (wordsOf(text) === '') return undefined;
  const forms = [normalized(text), withoutPlease(text)];
  return sayings.find((saying) =>
    forms.some((form) => isMadeOf(form, words().sayings.get(saying) ?? [])),
  );
}

/** Whether a text is one of these or several of them, one after the other. */
function isMadeOf(text: string, parts: readonly string[]): boolean {
  // Grows while it is iterated. A pattern would try the same place again and again.
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
  return normalized(normalized(text).replace(words().please, ''));
}

/** The words around the numbers of a text; empty if it is long. */
function wordsOf(text: string): string {
  return text.length > MAX_CHARACTERS ? '' : text.replace(NUMBERS_AND_SEPARATORS, ' ').trim();
}

/** Read at first use: most people send the number alone. */
function words(): Understood {
  known ??= read();
  return known;
}

function read(): Understood {
  const { beyondModel, please, ...others } = fileSchema.parse(readLocaleFile('understood.json'));
  const sayings = sayingsSchema.parse(others);
  return {
    please: atEnds(Object.values(please).flat()),
    sayings: new Map(SAYINGS.map((saying) => [saying, textsIn(sayings[saying])])),
    beyondModel: patternOf(Object.values(beyondModel)),
  };
}

function textsIn(byLanguage: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.values(byLanguage).flat().map(normalized);
}

function patternOf(languages: readonly z.infer<typeof beyondModelSchema>[string][]): RegExp {
  const wholeWords = languages.flatMap(({ words, phrases }) => [...words, ...phrases]);
  const stems = languages.flatMap((language) => language.stems);
  const anywhere = languages.flatMap((language) => language.anywhere);
  const patterns = [
    `${WORD_START}${oneOf(wholeWords)}${WORD_END}`,
    `${WORD_START}${oneOf(stems)}`,
    oneOf(anywhere),
  ];
  return new RegExp(patterns.join('|'), 'u');
}

/** A pattern for these words at the start or the end of a text. */
function atEnds(polite: readonly string[]): RegExp {
  const inWord = polite.filter((word) => HAN.test(word));
  const words = polite.filter((word) => !HAN.test(word));
  const any = `(?:${oneOf(inWord)}|${WORD_START}${oneOf(words)}${WORD_END})`;
  return new RegExp(`^${any}|${any}$`, 'gu');
}

/** A pattern for any of some texts. */
function oneOf(texts: readonly string[]): string {
  return anyOf(texts.map((text) => normalized(text).replace(SPECIAL, String.raw`\$&`)));
}

/**
 * The text in lower case, without accents, and without signs at its ends unless there is nothing
 * else.
 */
function normalized(text: string): string {
  const lowerCase = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(PAUSES, ' ')
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/[\u0640\u064B-\u065F\u0670]/gu, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
  return lowerCase.replace(SIGNS_AT_ENDS, '') || lowerCase;
}
