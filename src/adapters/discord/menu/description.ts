import type { Log } from '../../../ops/log/log.ts';
import type { DiscordApi } from '../outbound/api.ts';

/** Discord's documentation, "Application Object": a description has at most 400 characters. */
const MAX_DESCRIPTION = 400;

/** What {@link describeApplication} works with. */
export interface DescriptionNeeds {
  readonly api: Pick<DiscordApi, 'description' | 'describe'>;
  readonly log: Log;
}

/**
 * Says on the bot's profile what it does, unless something is written there: an application has one description, for all
 * languages, and its operator writes it in the Developer Portal. Never rejects: a failed call has been logged.
 */
export async function describeApplication({ api, log }: DescriptionNeeds, text: string): Promise<void> {
  try {
    if ((await api.description()) !== '') return;
    await api.describe(text.slice(0, MAX_DESCRIPTION));
    log.info('The description of the application is written at Discord, since it had none');
  } catch {
    // The bot works without it, and the next start tries again.
  }
}
