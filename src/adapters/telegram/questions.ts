import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HOUR_MS } from '../../core/clock.ts';
import type { PlatformMemory } from '../definition.ts';
import type { ChatTarget, Target } from './target.ts';

/** Questions remembered in the process; people correct a message soon after sending it. */
const REMEMBERED = 10_000;
/** Bot API: a message can be edited for 48 hours. */
const KEPT_MS = 48 * HOUR_MS;

const knownSchema = z.object({
  /** A hash of the digits, and the newest edit that was asked, in Telegram's seconds. */
  digits: z.string(),
  editedAt: z.int(),
  /** The newest edit whose answer has begun; those to earlier ones are outdated. */
  begun: z.int(),
  /** The message that answers it. */
  answer: z.int().exactOptional(),
});
type Known = z.infer<typeof knownSchema>;

/** A message of a person that the bot answers. */
type Question = NonNullable<ChatTarget['question']>;

export type Questions = ReturnType<typeof createQuestions>;

/**
 * Knows the answer of each question, so that an edited question changes its answer. If the store fails, it gets a new one.
 */
export function createQuestions({ messages, hash }: PlatformMemory) {
  const known = new LRUCache<string, Known>({ max: REMEMBERED });
  const find = async (key: string): Promise<Known | undefined> => {
    const row = known.has(key) ? undefined : await messages.get(key).catch(() => undefined);
    if (row !== undefined) known.set(key, knownSchema.parse(JSON.parse(row)));
    return known.get(key);
  };
  return {
    /** Describes a message as a question. */
    describe: (message: number, text: string, editedAt: number): Question => {
      const digits = (text.match(/\p{Nd}+/gu) ?? []).join(' ');
      return { message, editedAt, digits: digits === '' ? '' : hash(`telegram digits ${digits}`) };
    },
    /** Whether an edit asks something new: it was no question before, or has other digits now. */
    isNew: async (chat: number, question: Question): Promise<boolean> => {
      const before = await find(keyOf(chat, question));
      // An update that is delivered again is the same request.
      if (before === undefined || before.editedAt === question.editedAt) return true;
      return question.digits !== '' && question.digits !== before.digits;
    },
    ask: (target: Target): void => {
      if (target.where !== 'chat' || target.question === undefined) return;
      const { digits, editedAt } = target.question;
      const key = keyOf(target.chat, target.question);
      known.set(key, { ...(known.get(key) ?? { begun: 0 }), digits, editedAt });
    },
    begin: ({ chat, question }: ChatTarget): void => {
      const before = question && known.get(keyOf(chat, question));
      if (before !== undefined) before.begun = Math.max(before.begun, question?.editedAt ?? 0);
    },
    isOutdated: ({ chat, question }: ChatTarget): boolean =>
      question !== undefined && (known.get(keyOf(chat, question))?.begun ?? 0) > question.editedAt,
    /** The message that answers the question; undefined if there is none yet. */
    answerOf: async (chat: number, question: Question): Promise<number | undefined> =>
      (await find(keyOf(chat, question)))?.answer,
    /** Remembers the message that answers the question; beyond the process if it is complete. Never rejects. */
    answered: async (target: Target, last: boolean): Promise<void> => {
      if (target.where !== 'chat' || target.question === undefined || target.message === undefined) return;
      const { digits, editedAt } = target.question;
      const key = keyOf(target.chat, target.question);
      const row = { digits, editedAt, begun: editedAt, answer: target.message };
      known.set(key, row);
      if (last) await messages.put(key, JSON.stringify(row), { keptMs: KEPT_MS }).catch(() => undefined);
    },
  };
}

function keyOf(chat: number, { message }: Question): string {
  return `telegram question ${chat}:${message}`;
}
