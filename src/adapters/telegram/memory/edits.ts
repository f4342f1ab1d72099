import type { Message } from 'grammy/types';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HOUR_MS } from '../../../core/clock.ts';
import { imeisIn } from '../../../imei/find.ts';
import type { PlatformMemory } from '../../definition.ts';

/** Messages remembered; people correct a message soon after sending it. */
const REMEMBERED = 10_000;
/** A message can be edited for 48 h. */
const KEPT_MS = 48 * HOUR_MS;

const notedSchema = z.object({
  /** The last update with the message; later ones have a greater id. */
  updateId: z.int(),
  /** A hash of the IMEIs in canonical order: what one has asked is not kept. Empty if there are none. */
  imeis: z.string(),
  /** The last update changed the IMEIs. */
  changed: z.boolean(),
});
type Noted = z.infer<typeof notedSchema>;

/** Knows which edits change the IMEIs of a message: Telegram only sends the new text, so the old IMEIs are remembered. */
export interface Edits {
  /**
   * Remembers the IMEIs of a message from an update. Returns whether they have changed; a repeated update gets the same
   * answer. For an unknown message (from before a start) it returns false, since that message has already been answered.
   */
  note(message: MessageName, text: string, updateId: number): boolean;
  /** Reads what earlier processes knew of a message. Rejects if that fails. */
  recall(message: MessageName): Promise<void>;
  /**
   * Writes what this process knows. Nothing is stored of messages between people; an edit that turns one into a request is
   * missed by later processes. Rejects if that fails.
   */
  share(message: MessageName, isAsk: boolean): Promise<void>;
}

type MessageName = Pick<Message, 'chat' | 'message_id'>;

/** Creates an empty memory of messages. */
export function createEdits(memory: PlatformMemory): Edits {
  const known = new LRUCache<string, Noted>({ max: REMEMBERED });
  return {
    recall: async (message) => {
      const key = keyOf(message);
      const row = await memory.messages.get(nameOf(key));
      if (row === undefined) return;
      const noted = notedSchema.parse(JSON.parse(row));
      if ((known.get(key)?.updateId ?? 0) < noted.updateId) known.set(key, noted);
    },
    share: async (message, isAsk) => {
      const key = keyOf(message);
      const noted = known.get(key);
      if (noted === undefined || (!isAsk && noted.imeis === '')) return;
      await memory.messages.put(nameOf(key), JSON.stringify(noted), { keptMs: KEPT_MS });
    },
    note: (message, text, updateId) => {
      const key = keyOf(message);
      const before = known.get(key);
      if (before?.updateId === updateId) return before.changed;
      const written = imeisIn(text).sort().join(' ');
      const imeis = written === '' ? '' : memory.hash(`telegram imeis ${written}`);
      const changed = before !== undefined && imeis !== '' && imeis !== before.imeis;
      known.set(key, { updateId, imeis, changed });
      return changed;
    },
  };
}

function keyOf({ chat, message_id }: MessageName): string {
  return `${chat.id}:${message_id}`;
}

function nameOf(key: string): string {
  return `telegram message ${key}`;
}
