import type {
  FindSuggestions,
  SuggestContext,
  Suggestion,
} from '../src/core/adapter/suggestions.ts';
import type { ReplyContext } from '../src/format/format.ts';
import {
  suggestedImei,
  suggestedRecent,
  suggestedText,
  suggestionsForInvalid,
} from '../src/format/imei/suggestion.ts';
import { findImeis } from '../src/imei/find.ts';
import { asConfirmed, type SureImei } from '../src/imei/findings.ts';
import { tacOf } from '../src/imei/imei.ts';
import { digitsOf } from './recent-checks.ts';
import { type BotServices, contextOf, isKnownTac } from './services.ts';

/** The most suggestions that any platform shows. */
const MAX_SUGGESTIONS = 25;
/** The most numbers of a text that get a suggestion. */
const MAX_NUMBERS = 5;

/**
 * Makes suggestions while somebody types; never uses a check. For each IMEI: its saved answer, or
 * its name in the open table. For each invalid number: what is wrong with it, and each IMEI that
 * was probably meant. If no number is an IMEI: the person’s recent checks that begin with the typed
 * digits, or all of them if nothing is typed. For several numbers: also the whole text.
 */
export function createSuggest(services: BotServices): FindSuggestions {
  return async (text, typist) => {
    const context = contextOf(services, { ...typist, isAdmin: false });
    try {
      const { sure, unsure, invalid } = findImeis(text, { known: isKnownTac(services) });
      // An unsure number is suggested as the IMEI that it may be; `/imei` asks before it pays.
      const numbers = [...sure, ...unsure.map(asConfirmed)].slice(0, MAX_NUMBERS);
      const valid = await Promise.all(
        numbers.map((number) => suggestNumber(services, context, number)),
      );
      // An incomplete number may be the start of one that was checked recently.
      const recent = valid.length > 0 ? [] : await suggestRecent(services, context, text, typist);
      const explained = invalid
        .slice(0, MAX_NUMBERS)
        .flatMap((number) => suggestionsForInvalid(context, number));
      const count = sure.length + unsure.length + invalid.length;
      // All other suggestions are single numbers, and would replace the whole text.
      const whole = count > 1 ? [suggestedText(context, text, count)] : [];
      return [...whole, ...valid, ...recent, ...explained].slice(0, MAX_SUGGESTIONS);
    } catch (error) {
      services.reportBug(error);
      return [];
    }
  };
}

async function suggestNumber(
  { checker, tacEntryOf }: BotServices,
  context: ReplyContext,
  number: SureImei,
): Promise<Suggestion> {
  const stored = await checker.lookUp(number.imei);
  const outcome = stored.kind === 'answered' ? stored : undefined;
  return suggestedImei(context, { number, tacEntry: tacEntryOf(tacOf(number.imei)), outcome });
}

async function suggestRecent(
  { history }: BotServices,
  context: ReplyContext,
  text: string,
  { visibility, requester }: SuggestContext,
): Promise<readonly Suggestion[]> {
  // Recent checks are private and not shown where others can read.
  if (visibility === 'shared') return [];
  const typed = digitsOf(text);
  if (typed === '' && text.trim() !== '') return [];
  const checks = await history.recent(requester);
  return checks
    .filter(({ imei }) => imei.startsWith(typed))
    .map((check) => suggestedRecent(context, check));
}
