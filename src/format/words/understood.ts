import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { readLocaleFile } from '../../core/locales.ts';

/** A longer text is not a question to the bot. */
const MAX_CHARACTERS = 300;
/** With an IMEI in it, a longer text was pasted. */
const MAX_WITH_IMEI = 80;
/** Most typing errors in a word. */
const MAX_MISTAKES = 2;

/** Numbers, and what groups their digits. */
const NUMBERS = /[\p{N}\s./-]+/gu;
/** The start and the end of a word. */
const BEFORE = '(?<![\\p{L}\\p{M}\\p{N}])';
const BEHIND = '(?![\\p{L}\\p{M}\\p{N}])';

const list = z.array(z.string()).readonly().default([]);
const understood = z.object({
  help: z.record(z.string(), list),
  full: z.record(z.string(), list),
  hello: z.record(z.string(), list),
  thanks: z.record(z.string(), list),
  price: z.record(z.string(), list),
  yes: z.record(z.string(), list),
  modelOnly: z.record(
    z.string(),
    z.object({ words: list, stems: list, phrases: list, anywhere: list }),
  ),
});

/** What a whole message says. */
type Saying = 'help' | 'full' | 'hello' | 'thanks' | 'price' | 'yes';

interface Understood {
  readonly sayings: Readonly<Record<Saying, ReadonlySet<string>>>;
  readonly beyondModel: RegExp;
}

let known: Understood | undefined;

/**
 * Whether a whole message asks what the bot can do, in any of its languages: “help”, “Hilfe!”, “?”.
 */
export function isHelpRequest(text: string): boolean {
  return text.trim().normalize('NFKC') === '?' || says('help', text);
}

/** Whether a message asks for all details, with a number or without: “full”, “alles 4901…”. */
export function isDetailsRequest(text: string): boolean {
  const asked = text.length > MAX_CHARACTERS ? '' : text.replace(NUMBERS, ' ').trim();
  return asked !== '' && says('full', asked);
}

/** Whether a whole message agrees to what was asked: “yes”, “ok”, “Ja bitte”. */
export function isYes(text: string): boolean {
  return says('yes', text);
}

/** Small talk that a whole message is: a greeting, thanks, or what the bot costs. */
export type SmallTalk = 'hello' | 'thanks' | 'price';

/** Which small talk a whole message is; undefined if it is none. */
export function smallTalkIn(text: string): SmallTalk | undefined {
  return (['hello', 'thanks', 'price'] as const).find((saying) => says(saying, text));
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
  const remainder = text.replace(NUMBERS, ' ').trim();
  return remainder !== '' && remainder.length <= MAX_WITH_IMEI && isBeyondModel(remainder);
}

function says(saying: Saying, text: string): boolean {
  return text.length <= MAX_CHARACTERS && words().sayings[saying].has(normalized(text));
}

/** Read at first use: most people send the number alone. */
function words(): Understood {
  known ??= compiled(understood.parse(readLocaleFile('understood.json')));
  return known;
}

function compiled({ modelOnly, ...sayings }: z.infer<typeof understood>): Understood {
  const languages = Object.values(modelOnly);
  // No entry has a special character of regular expressions.
  const oneOf = (...kinds: readonly ('words' | 'stems' | 'phrases' | 'anywhere')[]): string =>
    `(?:${languages.flatMap((lists) => kinds.flatMap((kind) => lists[kind].map(normalized))).join('|')})`;
  const whole = `${BEFORE}${oneOf('words', 'phrases')}${BEHIND}`;
  const patterns = [whole, `${BEFORE}${oneOf('stems')}`, oneOf('anywhere')];
  return {
    sayings: {
      help: wholeTexts(sayings.help),
      full: wholeTexts(sayings.full),
      hello: wholeTexts(sayings.hello),
      thanks: wholeTexts(sayings.thanks),
      price: wholeTexts(sayings.price),
      yes: wholeTexts(sayings.yes),
    },
    beyondModel: new RegExp(patterns.join('|'), 'u'),
  };
}

function wholeTexts(byLanguage: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> {
  return new Set(Object.values(byLanguage).flat().map(normalized).filter(Boolean));
}

/** The text in lower case, without accents, and without marks at its ends. */
function normalized(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/[\u0640\u064B-\u065F\u0670]/gu, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/^[ ?!.,¡¿。،؟…]+|[ ?!.,¡¿。،؟…]+$/gu, '');
}

/** The candidate closest to a mistyped or unfinished word; undefined if none is close enough. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  const unfinished = candidates.find((candidate) => word !== '' && candidate.startsWith(word));
  if (unfinished !== undefined) return unfinished;
  const [best] = candidates
    .map((candidate) => ({ candidate, mistakes: distance(word, candidate) }))
    .filter(
      ({ candidate, mistakes }) => mistakes <= MAX_MISTAKES && mistakes <= candidate.length / 2,
    )
    .sort((first, second) => first.mistakes - second.mistakes);
  return best?.candidate;
}
