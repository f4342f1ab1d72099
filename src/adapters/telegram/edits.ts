import type { Message } from 'grammy/types';
import { LRUCache } from 'lru-cache';
import { findImeis } from '../../imei/find.ts';

/** People mend a message soon after they sent it; so many of the last ones are remembered. */
const REMEMBERED = 10_000;

/** Knows which edits change the IMEIs of a message: Telegram sends the new text only, so the old one is remembered. */
export interface Edits {
  /**
   * Remembers the IMEIs of a message as an update brings it. Answers whether they are others than before; an update
   * that comes again gets the same answer. Of a message not known (from before a start) it cannot be said, and the
   * answer is no, since that message has been answered already.
   */
  note(message: Pick<Message, 'chat' | 'message_id'>, text: string, updateId: number): boolean;
}

interface Noted {
  readonly updateId: number;
  readonly imeis: string;
  readonly changed: boolean;
}

export function createEdits(): Edits {
  const known = new LRUCache<string, Noted>({ max: REMEMBERED });
  return {
    note: ({ chat, message_id }, text, updateId) => {
      const key = `${chat.id}:${message_id}`;
      const before = known.get(key);
      if (before?.updateId === updateId) return before.changed;
      const imeis = imeisIn(text);
      const changed = before !== undefined && imeis !== '' && imeis !== before.imeis;
      known.set(key, { updateId, imeis, changed });
      return changed;
    },
  };
}

function imeisIn(text: string): string {
  const imeis = findImeis(text).found.map(({ imei }) => imei);
  return imeis.sort().join(' ');
}
