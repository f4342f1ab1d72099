import type { Message } from 'grammy/types';
import { LRUCache } from 'lru-cache';
import { imeisIn } from '../../../imei/find/find.ts';
import type { Naming } from '../../../store/seal/sealed-rows.ts';

/** Messages remembered; people correct a message soon after sending it. */
const REMEMBERED = 10_000;

/** Knows which edits change the IMEIs of a message: Telegram only sends the new text, so the old IMEIs are remembered. */
export interface Edits {
  /**
   * Remembers the IMEIs of a message from an update. Returns whether they have changed; a repeated update gets the same
   * answer. For an unknown message (from before a start) it returns false, since that message has already been answered.
   */
  note(message: MessageName, text: string, updateId: number): boolean;
  /** What is remembered of a message; undefined if nothing is. */
  noted(message: MessageName): Noted | undefined;
  /** Takes over what another process remembers, unless this one has newer data. */
  learn(message: MessageName, noted: Noted): void;
}

type MessageName = Pick<Message, 'chat' | 'message_id'>;

/** What is remembered of a message. */
export interface Noted {
  /** The last update with the message; later ones have a greater id. */
  readonly updateId: number;
  /** A hash of the IMEIs in canonical order: what one has asked is not kept. Empty if there are none. */
  readonly imeis: string;
  /** The last update changed the IMEIs. */
  readonly changed: boolean;
}

/** Creates an empty memory of messages. */
export function createEdits(naming: Naming): Edits {
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
      const written = imeisIn(text).sort().join(' ');
      const name = `telegram imeis ${written}`;
      const imeis = written === '' ? '' : naming.hash(name);
      // Earlier versions remembered the IMEIs themselves.
      const isSame =
        before !== undefined && [imeis, written, ...naming.formerHashes(name)].includes(before.imeis);
      const changed = before !== undefined && imeis !== '' && !isSame;
      known.set(key, { updateId, imeis, changed });
      return changed;
    },
  };
}

function keyOf({ chat, message_id }: MessageName): string {
  return `${chat.id}:${message_id}`;
}
