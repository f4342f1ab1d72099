import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HOUR_MS } from '../../core/clock.ts';
import { findImeis } from '../../imei/find.ts';
import type { PlatformMemory } from '../definition.ts';
import type { ChatTarget, Target } from './target.ts';

/** Questions remembered in the process; people correct a message soon after sending it. */
const REMEMBERED = 10_000;
/** Bot API: a message can be edited for 48 hours. */
const KEPT_MS = 48 * HOUR_MS;

const schema = z.object({
  /** A hash of the IMEIs in canonical order: what a person asked is not kept. Empty without any. */
  imeis: z.string(),
  /** The newest edit that was asked, in Telegram's seconds. */
  editedAt: z.int(),
  /** The newest edit whose answer has begun. */
  begun: z.int(),
  /** The message that answers it. */
  answer: z.int().exactOptional(),
});
type Known = z.infer<typeof schema>;

/** A message of a person that the bot answers. */
type Question = NonNullable<ChatTarget['question']>;

/** Knows the answer of each question, so that an edited question changes its answer. */
export interface Questions {
  /** Describes a message as a question. */
  describe(message: number, text: string, editedAt: number): Question;
  /** Whether an edit asks something new: it was no question before, or has other IMEIs now. */
  isNew(chat: number, question: Question): Promise<boolean>;
  /** The question is asked. */
  ask(target: ChatTarget): void;
  /** Its answer begins; answers to earlier versions of it are outdated. */
  begin(target: ChatTarget): void;
  isOutdated(target: ChatTarget): boolean;
  /** The message that answers the question; undefined if there is none yet. */
  answerOf(target: ChatTarget): Promise<number | undefined>;
  /** Remembers the message that answers the question. Never rejects. */
  answered(target: Target, last: boolean): Promise<void>;
}

/** Creates the memory of questions. If the store fails, an edited question gets a new answer. */
export function createQuestions({ messages, hash }: PlatformMemory): Questions {
  const known = new LRUCache<string, Known>({ max: REMEMBERED });
  const keyOf = (chat: number, { message }: Question): string => `telegram question ${chat}:${message}`;
  const find = async (key: string): Promise<Known | undefined> => {
    const inMemory = known.get(key);
    if (inMemory !== undefined) return inMemory;
    const row = await messages.get(key).catch(() => undefined);
    const stored = row === undefined ? undefined : schema.safeParse(JSON.parse(row)).data;
    if (stored !== undefined) known.set(key, stored);
    return stored;
  };
  return {
    describe: (message, text, editedAt) => {
      const imeis = findImeis(text)
        .found.map(({ imei }) => imei)
        .sort()
        .join(' ');
      return { message, editedAt, imeis: imeis === '' ? '' : hash(`telegram imeis ${imeis}`) };
    },
    isNew: async (chat, question) => {
      const before = await find(keyOf(chat, question));
      // An update that is delivered again is the same request.
      if (before === undefined || before.editedAt === question.editedAt) return true;
      return question.imeis !== '' && question.imeis !== before.imeis;
    },
    ask: ({ chat, question }) => {
      if (question === undefined) return;
      const { imeis, editedAt } = question;
      const before = known.get(keyOf(chat, question)) ?? { begun: 0 };
      known.set(keyOf(chat, question), { ...before, imeis, editedAt });
    },
    begin: ({ chat, question }) => {
      const before = question && known.get(keyOf(chat, question));
      if (before !== undefined) before.begun = Math.max(before.begun, question?.editedAt ?? 0);
    },
    isOutdated: ({ chat, question }) =>
      question !== undefined && (known.get(keyOf(chat, question))?.begun ?? 0) > question.editedAt,
    answerOf: async ({ chat, question }) =>
      question === undefined ? undefined : (await find(keyOf(chat, question)))?.answer,
    answered: async (target, last) => {
      if (target.where !== 'chat' || target.question === undefined || target.message === undefined) return;
      const { chat, question, message } = target;
      const { imeis, editedAt } = question;
      const row = { imeis, editedAt, begun: editedAt, answer: message };
      known.set(keyOf(chat, question), row);
      if (!last) return;
      await messages
        .put(keyOf(chat, question), JSON.stringify(row), { keptMs: KEPT_MS })
        .catch(() => undefined);
    },
  };
}
