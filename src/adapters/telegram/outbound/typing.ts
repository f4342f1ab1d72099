import type { Api } from 'grammy';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import type { ChatTarget } from '../target.ts';
import type { ChatQueues } from './queue/chat-queues.ts';

/** An answer that comes sooner is shown without it; one that overtakes it would leave it standing for 5 s. */
const MOMENT_MS = 150;
/** Bot API, sendChatAction: "The status is set for 5 seconds or less". */
const REPEAT_MS = 4_500;
/** Another reply in the chat has shown it so recently that it still stands. */
const SHOWN_MS = 4_000;
/** Stops in case a reply never ends. */
const LONGEST_MS = 600_000;
/** Chats in which it was shown. */
const REMEMBERED = 1_000;

/** What {@link createTyping} works with. */
export interface TypingNeeds {
  readonly api: Api;
  readonly queues: ChatQueues;
  readonly clock: Clock;
}

/** Shows `typing` in a chat until the returned function is called. */
export type StartTyping = (target: ChatTarget) => () => void;

/** Creates what shows `typing`: once in a chat, however many replies are under way there. */
export function createTyping({ api, queues, clock }: TypingNeeds): StartTyping {
  const typedAt = new LRUCache<string, number>({ max: REMEMBERED });
  return ({ chat, group, thread }) => {
    const ended = new AbortController();
    const { signal } = ended;
    const key = `${chat}:${thread}`;
    const other = thread === undefined ? {} : { message_thread_id: thread };
    const type = async (): Promise<void> => {
      const until = clock.elapsed() + LONGEST_MS;
      for (let pauseMs = MOMENT_MS; clock.elapsed() < until; pauseMs = REPEAT_MS) {
        await clock.sleep(pauseMs, signal);
        const isTyping = clock.elapsed() - (typedAt.get(key) ?? Number.NEGATIVE_INFINITY) < SHOWN_MS;
        if (isTyping || !queues.hasPlenty({ chat, group })) continue;
        typedAt.set(key, clock.elapsed());
        await api.sendChatAction(chat, 'typing', other);
      }
    };
    // Optional: a failure here is ignored, and the next reply reports the incident.
    type().catch(() => undefined);
    return () => {
      ended.abort(OVER);
      // The message that was sent has ended it.
      typedAt.delete(key);
    };
  };
}

/** Created once, since creating an error costs more than everything else here. */
const OVER = new Error('the reply is shown');
