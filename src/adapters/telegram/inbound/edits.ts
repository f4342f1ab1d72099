import type { Message } from 'grammy/types';
import { LRUCache } from 'lru-cache';
import { findImeis } from '../../../imei/find/find.ts';

/** People mend a message soon after they sent it; so many of the last ones are remembered. */
const REMEMBERED = 10_000;

/** Knows which edits change the IMEIs of a message: Telegram sends the new text only, so the old one is remembered. */
export interface Edits {
  /**
   * Remembers the IMEIs of a message as an update brings it. Answers whether they are others than before; an update
   * that comes again gets the same answer. Of a message not known (from before a start) it cannot be said, and the
   * answer is no, since that message has been answered already.
   */
  note(message: MessageName, text: string, updateId: number): boolean;
  /** What is remembered of a message. */
  noted(message: MessageName): Noted | undefined;
  /** Takes over what another process remembers, unless more is known here. */
  learn(message: MessageName, noted: Noted): void;
}

type MessageName = Pick<Message, 'chat' | 'message_id'>;

export interface Noted {
  /** The last update that brought it; a later one has a greater id. */
  readonly updateId: number;
  /** In one form, whatever their order. */
  readonly imeis: string;
  readonly changed: boolean;
}

export function createEdits(): Edits {
  const known = new LRUCache<string, Noted>({ max: REMEMBERED });
  return {
    noted: (message) => known.get(keyOf(message)),
    learn: (message, noted) => {
      const key = keyOf(message);
      if ((known.get(key)?.updateId ?? 0) < noted.updateId) known.set(key, noted);
    },
    note: (message, text, updateId) => {
      const key = keyOf(message);
      const before = known.get(key);
      if (before?.updateId === updateId) return before.changed;
      const imeis = imeisIn(text);
      const changed = before !== undefined && imeis !== '' && imeis !== before.imeis;
      known.set(key, { updateId, imeis, changed });
      return changed;
    },
  };
}

function keyOf({ chat, message_id }: MessageName): string {
  return `${chat.id}:${message_id}`;
}

function imeisIn(text: string): string {
  const imeis = findImeis(text).found.map(({ imei }) => imei);
  return imeis.sort().join(' ');
}
