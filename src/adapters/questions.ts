import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Input } from '../core/adapter.ts';
import { HOUR_MS } from '../core/clock.ts';
import type { FileReference } from '../core/options.ts';
import type { MessageTable } from '../store/schema/message.ts';
import type { Hasher } from '../store/seal/seal.ts';

/** A digit of any script: without one there is no IMEI. */
export const HAS_DIGIT = /\p{Nd}/u;
/** A message that is a reply without such a number asks about the message it replies to: “really an iPhone 12?” */
export const HAS_NUMBER = /(?:\p{Nd}[\s\-./]?){8}/u;

/**
 * The numbers among what can be copied from a message of the bot, a line each. Somebody who replies to
 * that message asks about them, but never about a number of an example.
 */
export function copiedNumbers(copied: readonly string[]): string {
  // An example of a command can be copied too.
  return copied.filter((text) => HAS_NUMBER.test(text) && !text.startsWith('/')).join('\n');
}

/** Input that is a command. */
export type CommandInput = Input & { readonly kind: 'command' };

/** A command with its options as text, and a file if there is one. */
export function commandInput(name: string, text: string, file?: FileReference): CommandInput {
  return {
    kind: 'command',
    name,
    options: { kind: 'text', text, ...(file !== undefined && { file }) },
  };
}

/** Questions remembered in the process; people correct a message soon after sending it. */
const REMEMBERED = 2_000;
/** Bot API: a message can be edited for 48 hours. */
const KEPT_MS = 48 * HOUR_MS;

/** A message of a person that the bot answers. */
export const questionSchema = z.object({
  /** Unique on its platform. */
  id: z.string(),
  /** When it was edited, by the platform's clock; 0 if it was not. */
  editedAt: z.int(),
  /** A hash of its digits; empty if it has none. */
  digits: z.string(),
});
export type Question = z.infer<typeof questionSchema>;

const knownSchema = questionSchema.omit({ id: true }).extend({
  /** The newest edit whose answer has begun; answers to earlier edits are outdated. */
  begun: z.int(),
  /** The id of the message that answers it. */
  answer: z.string().exactOptional(),
});
type Known = z.infer<typeof knownSchema>;

export type Questions = ReturnType<typeof createQuestions>;

/**
 * Remembers the answer to each question, so that an edited question changes its answer. If the store fails, it gets a new one.
 */
export function createQuestions(platform: string, messages: MessageTable, hash: Hasher['hash']) {
  const known = new LRUCache<string, Known>({ max: REMEMBERED });
  const rowOf = (id: string): string => `${platform} question ${id}`;
  const find = async (id: string): Promise<Known | undefined> => {
    const row = known.has(id) ? undefined : await messages.get(rowOf(id)).catch(() => undefined);
    if (row !== undefined) known.set(id, knownSchema.parse(JSON.parse(row)));
    return known.get(id);
  };
  return {
    /** Describes a message as a question. */
    describe: (id: string, text: string, editedAt: number): Question => {
      const digits = (text.match(/\p{Nd}+/gu) ?? []).join(' ');
      return { id, editedAt, digits: digits === '' ? '' : hash(`${platform} digits ${digits}`) };
    },
    /** Whether an edit asks something new: the message was not a question before, or has other digits now. */
    isNew: async ({ id, editedAt, digits }: Question): Promise<boolean> => {
      const before = await find(id);
      // An event that is delivered again is the same request.
      if (before === undefined || before.editedAt === editedAt) return true;
      return digits !== '' && digits !== before.digits;
    },
    remember: ({ id, ...question }: Question): void => {
      known.set(id, { ...(known.get(id) ?? { begun: 0 }), ...question });
    },
    begin: ({ id, editedAt }: Question): void => {
      const before = known.get(id);
      if (before !== undefined) before.begun = Math.max(before.begun, editedAt);
    },
    isOutdated: ({ id, editedAt }: Question): boolean => (known.get(id)?.begun ?? 0) > editedAt,
    /** The id of the message that answered an edited question before; undefined if there is none yet. */
    previousAnswer: async ({ id, editedAt }: Question): Promise<string | undefined> =>
      editedAt === 0 ? undefined : (await find(id))?.answer,
    /** Remembers the message that answers the question; stores it if it is complete. Never rejects. */
    saveAnswer: async (
      { id, ...question }: Question,
      answer: string,
      last: boolean,
    ): Promise<void> => {
      const row = { ...question, begun: question.editedAt, answer };
      known.set(id, row);
      if (last)
        await messages
          .upsert(rowOf(id), JSON.stringify(row), { keptMs: KEPT_MS })
          .catch(() => undefined);
    },
  };
}
