import { z } from 'zod';
import { readLocaleFile } from '../../core/locales.ts';

/** A longer text is not a question to the bot. */
const MAX_CHARACTERS = 300;
/** With an IMEI in it, a longer text was pasted. */
const MAX_WITH_IMEI = 80;

/** Numbers, and what separates words or groups digits. */
const NUMBERS_AND_SEPARATORS = /[\p{N}\s./-]+/gu;
/** The start and the end of a word. */
const WORD_START = String.raw`(?<![\p{L}\p{M}\p{N}])`;
const WORD_END = String.raw`(?![\p{L}\p{M}\p{N}])`;
const SIGNS_AT_ENDS = /^[ ?!.,¡¿。،؟…]+|[ ?!.,¡¿。،؟…]+$/gu;
/** Characters that mean something else in a regular expression. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

const SMALL_TALK = ['hello', 'thanks', 'price'] as const;
/** What a whole message may say. */
const SAYINGS = ['help', 'full', 'yes', ...SMALL_TALK] as const;

/** Small talk that a whole message is: a greeting, thanks, or what the bot costs. */
export type SmallTalk = (typeof SMALL_TALK)[number];
type Saying = (typeof SAYINGS)[number];

/** An empty text would be in every message. */
const texts = z.array(z.string().trim().min(1)).readonly().default([]);
const sayingsSchema = z.record(z.enum(SAYINGS), z.record(z.string(), texts));
const beyondModelSchema = z.record(
  z.string(),
  z.object({ words: texts, stems: texts, phrases: texts, anywhere: texts }),
);
const fileSchema = z.looseObject({ beyondModel: beyondModelSchema });

interface Understood {
  readonly sayings: ReadonlyMap<Saying, ReadonlySet<string>>;
  readonly beyondModel: RegExp;
}

let known: Understood | undefined;

/**
 * Whether a whole message asks what the bot can do, in any of its languages: “help”, “Hilfe!”, “?”.
 */
export function asksForHelp(text: string): boolean {
  return says('help', text);
}

/** Whether a message asks for all details, with a number or without: “full”, “alles 4901…”. */
export function asksForDetails(text: string): boolean {
  const asked =
    text.length > MAX_CHARACTERS ? '' : text.replace(NUMBERS_AND_SEPARATORS, ' ').trim();
  return asked !== '' && says('full', asked);
}

/** Whether a whole message agrees to what was asked: “yes”, “ok”, “Ja bitte”. */
export function isYes(text: string): boolean {
  return says('yes', text);
}

/** Which small talk a whole message is; undefined if it is none. */
export function smallTalkIn(text: string): SmallTalk | undefined {
  return SMALL_TALK.find((saying) => says(saying, text));
}

/**
 * Whether a message without an IMEI asks if a phone is stolen, blocked or locked, which the bot
 * cannot know.
 */
export function isBeyondModel(text: string): boolean {
  return text.length <= MAX_CHARACTERS && words().beyondModel.test(normalized(text));
}

/** As {@link isBeyondModel}, of a message with an IMEI. */
export function isBeyondModelWithImei(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  const remainder = text.replace(NUMBERS_AND_SEPARATORS, ' ').trim();
  return remainder !== '' && remainder.length <= MAX_WITH_IMEI && isBeyondModel(remainder);
}

function says(saying: Saying, text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  return words().sayings.get(saying)?.has(normalized(text)) === true;
}

/** Read at first use: most people send the number alone. */
function words(): Understood {
  known ??= read();
  return known;
}

function read(): Understood {
  const { beyondModel, ...others } = fileSchema.parse(readLocaleFile('understood.json'));
  const sayings = sayingsSchema.parse(others);
  return {
    sayings: new Map(SAYINGS.map((saying) => [saying, wholeTexts(sayings[saying])])),
    beyondModel: patternOf(Object.values(beyondModel)),
  };
}

function wholeTexts(byLanguage: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> {
  return new Set(Object.values(byLanguage).flat().map(normalized));
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

/** A pattern for any of some texts. */
function oneOf(texts: readonly string[]): string {
  const escaped = texts.map((text) => normalized(text).replace(SPECIAL, String.raw`\$&`));
  return `(?:${escaped.join('|')})`;
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
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/[\u0640\u064B-\u065F\u0670]/gu, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
  return lowerCase.replace(SIGNS_AT_ENDS, '') || lowerCase;
}
