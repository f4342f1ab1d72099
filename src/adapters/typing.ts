import type { Clock } from '../core/clock.ts';

/** An answer that comes sooner is shown without it; one that overtakes it would leave it standing. */
const MOMENT_MS = 150;

/** Shows in a chat that the bot is typing, until the returned function is called. */
export type StartTyping = (chat: string, show: () => Promise<unknown>) => () => void;

/**
 * Creates what shows it: once in a chat, however many replies are under way there.
 * @param repeatMs after how long the platform has to be called again
 */
export function createTyping(clock: Pick<Clock, 'later'>, repeatMs: number): StartTyping {
  const chats = new Map<string, { replies: number; cancel: () => void }>();
  return (chat, show) => {
    const open = chats.get(chat) ?? { replies: 0, cancel: () => undefined };
    const type = (): void => {
      // Optional: the reply reports a platform that fails.
      show().catch(() => undefined);
      open.cancel = clock.later(repeatMs, type);
    };
    chats.set(chat, open);
    if (open.replies === 0) open.cancel = clock.later(MOMENT_MS, type);
    open.replies += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      open.replies -= 1;
      if (open.replies > 0) return;
      open.cancel();
      chats.delete(chat);
    };
  };
}
