import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../core/clock.ts';
import type { DiscordApi } from '../api.ts';

/** An answer that comes sooner is shown without it. */
const MOMENT_MS = 150;
/** Discord's documentation, "Trigger Typing Indicator": it "expires after 10 seconds". */
const REPEAT_MS = 9_000;
/** Another reply in the channel has shown it so recently that it still stands. */
const SHOWN_MS = 8_000;
/** Stops in case a reply never ends. */
const LONGEST_MS = 600_000;
/** Channels in which it was shown. */
const REMEMBERED = 1_000;

/** Shows in a channel that the bot is typing until the returned function is called. */
export type StartTyping = (channel: string) => () => void;

/** Creates what shows it: once in a channel, however many replies are under way there. */
export function createTyping({
  api,
  clock,
}: {
  readonly api: Pick<DiscordApi, 'type'>;
  readonly clock: Clock;
}): StartTyping {
  const typedAt = new LRUCache<string, number>({ max: REMEMBERED });
  return (channel) => {
    const ended = new AbortController();
    const type = async (): Promise<void> => {
      const until = clock.elapsed() + LONGEST_MS;
      for (let pauseMs = MOMENT_MS; clock.elapsed() < until; pauseMs = REPEAT_MS) {
        await clock.sleep(pauseMs, ended.signal);
        if (clock.elapsed() - (typedAt.get(channel) ?? Number.NEGATIVE_INFINITY) < SHOWN_MS) continue;
        typedAt.set(channel, clock.elapsed());
        await api.type(channel);
      }
    };
    // Optional: a failure here is ignored, and the reply reports the incident.
    type().catch(() => undefined);
    return () => {
      ended.abort(OVER);
      // The message that was sent has ended it.
      typedAt.delete(channel);
    };
  };
}

/** Created once, since creating an error costs more than everything else here. */
const OVER = new Error('the reply is shown');
