import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';

/** An answer that comes sooner is shown without it; one that overtakes it would leave it standing. */
const MOMENT_MS = 150;
/** Stops in case a reply never ends. */
const LONGEST_MS = 600_000;
/** Chats in which it was shown. */
const REMEMBERED = 1_000;

/** How a platform shows that the bot is typing. */
export interface TypingNeeds<Chat> {
  readonly clock: Clock;
  /** Names the chat. */
  readonly keyOf: (chat: Chat) => string;
  /** Makes the call; a rejection ends the typing, and the reply reports the incident. */
  readonly show: (chat: Chat) => Promise<unknown>;
  /** Whether there is room for the call now; by default always. */
  readonly hasRoom?: (chat: Chat) => boolean;
  /** Milliseconds after which it has to be shown again. */
  readonly repeatMs: number;
  /** Another reply in the chat has shown it so recently that it still stands; milliseconds. */
  readonly shownMs: number;
}

/** Shows in a chat that the bot is typing until the returned function is called. */
export type StartTyping<Chat> = (chat: Chat) => () => void;

/** Creates what shows it: once in a chat, however many replies are under way there. */
export function createTyping<Chat>(needs: TypingNeeds<Chat>): StartTyping<Chat> {
  const { clock, keyOf, show, hasRoom = () => true, repeatMs, shownMs } = needs;
  const typedAt = new LRUCache<string, number>({ max: REMEMBERED });
  return (chat) => {
    const ended = new AbortController();
    const key = keyOf(chat);
    const type = async (): Promise<void> => {
      const until = clock.elapsed() + LONGEST_MS;
      for (let pauseMs = MOMENT_MS; clock.elapsed() < until; pauseMs = repeatMs) {
        await clock.sleep(pauseMs, ended.signal);
        const isTyping = clock.elapsed() - (typedAt.get(key) ?? Number.NEGATIVE_INFINITY) < shownMs;
        if (isTyping || !hasRoom(chat)) continue;
        typedAt.set(key, clock.elapsed());
        await show(chat);
      }
    };
    // Optional: a failure here is ignored, and the reply reports the incident.
    type().catch(() => undefined);
    return () => {
      if (ended.signal.aborted) return;
      ended.abort(OVER);
      // The message that was sent has ended it.
      typedAt.delete(key);
    };
  };
}

/** Created once, since creating an error costs more than everything else here. */
const OVER = new Error('the reply is shown');
