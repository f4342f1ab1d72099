import type { Say, SayFor } from '../format/texts/say.ts';

/** BCP 47 for an unknown language, which is answered in the default one. */
export const UNKNOWN_LOCALE = 'und';

/** The texts for nobody in particular: in the language of the bot. */
export function inBotLanguage(sayFor: SayFor): Say {
  return sayFor(UNKNOWN_LOCALE);
}
