import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HOUR_MS } from '../../../core/clock.ts';
import type { PlatformMemory } from '../../definition.ts';
import type { ChatTarget } from '../target.ts';

/** Questions remembered; people correct a message soon after sending it. */
const REMEMBERED = 10_000;
/** Bot API: a message can be edited for 48 hours. */
const KEPT_MS = 48 * HOUR_MS;

const messageSchema = z.coerce.number().int().positive();

/** Knows which message answers a question, so that an edited question changes its answer. */
export interface Answered {
  /**
   * A reply to a question begins; returns whether none to a later edit of the question has begun. A repeated update changes
   * nothing.
   */
  begin(target: ChatTarget): () => boolean;
  /** Remembers the message that shows the reply, beyond the process. Never rejects. */
  note(target: ChatTarget): Promise<void>;
  /** Where the answer of an edited question goes: that of the answer before, if it is known. */
  targetFor(target: ChatTarget): Promise<ChatTarget>;
}

/** Creates an empty memory of answers. */
export function createAnswered({ messages }: Pick<PlatformMemory, 'messages'>): Answered {
  const known = new LRUCache<string, number>({ max: REMEMBERED });
  const newest = new LRUCache<string, number>({ max: REMEMBERED });
  const nameOf = (key: string): string => `telegram answer ${key}`;
  const recall = async (key: string): Promise<number | undefined> => {
    // Without this memory, the answer is a new message.
    const row = await messages.get(nameOf(key)).catch(() => undefined);
    return messageSchema.safeParse(row).data;
  };
  return {
    begin: (target) => {
      const key = questionOf(target);
      if (key === undefined) return () => true;
      const { editedAt = 0 } = target;
      newest.set(key, Math.max(editedAt, newest.get(key) ?? 0));
      return () => (newest.get(key) ?? 0) <= editedAt;
    },
    note: async (target) => {
      const key = questionOf(target);
      // A message with other answers stays as it is.
      if (key === undefined || target.message === undefined || target.joined === true) return;
      if (known.get(key) === target.message) return;
      known.set(key, target.message);
      await messages.put(nameOf(key), String(target.message), { keptMs: KEPT_MS }).catch(() => undefined);
    },
    targetFor: async (target) => {
      const key = questionOf(target);
      if (key === undefined) return target;
      const message = known.get(key) ?? (await recall(key));
      return message === undefined ? target : { ...target, message, pressed: true };
    },
  };
}

function questionOf({ chat, question }: ChatTarget): string | undefined {
  return question === undefined ? undefined : `${chat}:${question}`;
}
