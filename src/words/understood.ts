import { z } from 'zod';
import { readLocaleFile } from '../core/language/locales.ts';

/** Greetings, thanks, and questions about the price and the progress. */
export const SMALL_TALK = ['hello', 'thanks', 'price', 'status'] as const;
/** Words that people type instead of pressing a button. */
export const BUTTON_WORDS = ['yes', 'no', 'full', 'again', 'rest'] as const;
/** Words that ask for more details or for a new check. */
export const ABOUT_ANSWER = ['full', 'again'] as const;
/** Everything that a whole message may say. */
export const SAYINGS = ['help', 'forget', 'beyond', ...SMALL_TALK, ...BUTTON_WORDS] as const;

export type ButtonWord = (typeof BUTTON_WORDS)[number];
export type Saying = (typeof SAYINGS)[number];

/** At least one character, since an empty text would be in every message. */
const texts = z.array(z.string().trim().min(1)).readonly().default([]);
const textsByLanguage = z.record(z.string(), texts);
const sayingsSchema = z.record(z.enum(SAYINGS), textsByLanguage);
const fileSchema = z.looseObject({
  please: textsByLanguage,
  beyondModel: z.record(
    z.string(),
    z.object({ words: texts, stems: texts, phrases: texts, anywhere: texts }),
  ),
});

/** Texts that people may type, by meaning and by language: `locales/understood.json`. */
interface Understood {
  readonly please: z.infer<typeof textsByLanguage>;
  readonly sayings: z.infer<typeof sayingsSchema>;
  /** Words that occur only in questions about more than the model. */
  readonly beyondModel: z.infer<typeof fileSchema>['beyondModel'];
}

let understood: Understood | undefined;

/** Reads the file at its first use, since most people send a number alone. */
export function getUnderstood(): Understood {
  understood ??= readUnderstood();
  return understood;
}

function readUnderstood(): Understood {
  const { please, beyondModel, ...sayings } = fileSchema.parse(readLocaleFile('understood.json'));
  return { please, beyondModel, sayings: sayingsSchema.parse(sayings) };
}
