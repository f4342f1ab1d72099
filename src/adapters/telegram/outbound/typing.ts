import type { Api } from 'grammy';
import type { Clock } from '../../../core/clock.ts';
import type { ChatTarget } from '../target.ts';

/** An answer that comes sooner is shown without it; one that overtakes it would leave it standing for 5 s. */
const MOMENT_MS = 150;
/** Telegram shows it for 5 s. */
const REPEAT_MS = 4_500;
/** Stops in case a reply never ends. */
const LONGEST_MS = 600_000;

/** Shows `typing` until the returned function is called. */
export function startTyping(api: Api, clock: Clock, { chat, thread }: ChatTarget): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const other = thread === undefined ? {} : { message_thread_id: thread };
  const type = async (): Promise<void> => {
    const until = clock.elapsed() + LONGEST_MS;
    for (let pauseMs = MOMENT_MS; clock.elapsed() < until; pauseMs = REPEAT_MS) {
      await clock.sleep(pauseMs, signal);
      await api.sendChatAction(chat, 'typing', other);
    }
  };
  // Optional: a failure here is ignored, and the next reply reports the incident.
  type().catch(() => undefined);
  return () => ended.abort();
}
