import type { Api } from 'grammy';
import type { Clock } from '../../../core/clock.ts';
import type { ChatTarget } from '../target.ts';

/** Shown only once it takes longer than a moment. */
const MOMENT_MS = 1_000;
/** Telegram shows it for 5 s. */
const REPEAT_MS = 4_500;
/** A reply that never ends is somebody else's fault; nobody types for ever. */
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
  // It is a courtesy: what cannot be shown is not missed, and the next reply tells of the trouble.
  type().catch(() => undefined);
  return () => ended.abort();
}
