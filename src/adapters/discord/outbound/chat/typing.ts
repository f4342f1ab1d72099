import type { Clock } from '../../../../core/clock.ts';
import { createTyping, type StartTyping } from '../../../typing.ts';
import type { DiscordApi } from '../api.ts';

/** Discord's documentation, "Trigger Typing Indicator": it "expires after 10 seconds". */
const TIMES = { repeatMs: 9_000, shownMs: 8_000 };

/** Shows in a channel that the bot is typing. */
export function createChannelTyping(api: Pick<DiscordApi, 'type'>, clock: Clock): StartTyping<string> {
  return createTyping<string>({ ...TIMES, clock, keyOf: (channel) => channel, show: api.type });
}
