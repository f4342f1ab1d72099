import type { Api } from 'grammy';
import type { LanguageCode } from 'grammy/types';
import type { SayIn } from '../../../format/words/say.ts';
import type { Incidents } from '../incidents.ts';
import type { Calls } from '../outbound/api.ts';
import { cutUnits } from '../outbound/lines.ts';
import { UNKNOWN_LOCALE } from '../target.ts';
import { isLanguageCode } from './commands.ts';

/** Bot API, setMyDescription: "0-512 characters". Shown in the empty chat with the bot. */
const MAX_DESCRIPTION_UNITS = 512;
/** Bot API, setMyShortDescription: "0-120 characters". Shown on the bot's profile, and with links to it. */
const MAX_SHORT_UNITS = 120;

/** What {@link writeDescriptions} works with. */
export interface DescriptionsNeeds {
  readonly api: Pick<
    Api,
    'getMyDescription' | 'setMyDescription' | 'getMyShortDescription' | 'setMyShortDescription'
  >;
  readonly calls: Calls;
  readonly incidents: Incidents;
  /** Languages with descriptions of their own, in addition to the default ones. */
  readonly languages: readonly string[];
  readonly sayIn: SayIn;
}

/** Writes what the bot says of itself, where Telegram shows something else. Never rejects: the bot works without it. */
export async function writeDescriptions(needs: DescriptionsNeeds): Promise<void> {
  const { incidents, languages } = needs;
  for (const language of [undefined, ...languages.filter(isLanguageCode)]) {
    try {
      await writeIn(needs, language);
    } catch (error) {
      incidents.tell(
        'description',
        'What the bot says of itself could not be written to Telegram; it works all the same. It is tried again at the next start',
        { err: error },
      );
    }
  }
}

/** @param language undefined for everybody whose language has no description of its own */
async function writeIn(
  { api, calls, sayIn }: DescriptionsNeeds,
  language: LanguageCode | undefined,
): Promise<void> {
  const say = sayIn(language ?? UNKNOWN_LOCALE);
  const where = language === undefined ? {} : { language_code: language };
  const description = cutUnits(say('telegram.description'), MAX_DESCRIPTION_UNITS);
  const present = await calls.repeatable(() => api.getMyDescription(where));
  if (present.description !== description)
    await calls.repeatable(() => api.setMyDescription(description, where));
  const short = cutUnits(say('telegram.shortDescription'), MAX_SHORT_UNITS);
  const presentShort = await calls.repeatable(() => api.getMyShortDescription(where));
  if (presentShort.short_description !== short)
    await calls.repeatable(() => api.setMyShortDescription(short, where));
}
