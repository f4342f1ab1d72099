import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { findImeis } from '../../imei/find.ts';
import type { MessageTarget } from './target.ts';

/** Messages remembered; people correct a message soon after sending it. */
const REMEMBERED = 10_000;
/** Discord reports an old edit again when the message is pinned. */
const NEWS_MS = 5 * 60_000;

interface Question {
  /** A hash of the IMEIs; empty if there are none. */
  readonly imeis: string;
  readonly editedAt: number;
  /** The message that answers it. */
  readonly answer?: string | undefined;
}

/**
 * What was asked in messages, and which message answers each, so that an edited message changes its answer. Only this process
 * remembers it.
 */
export interface Questions {
  /** Remembers a message, edited at this time if at all; returns whether it asks something new. */
  note(question: string, text: string, editedAt: number): boolean;
  /** Whether a newer edit of the message is answered in its place. */
  isOutdated(target: MessageTarget): boolean;
  answered(question: string, answer: string | undefined): void;
  answerOf(question: string): string | undefined;
}

/** Creates it empty. */
export function createQuestions(clock: Clock): Questions {
  const secret = randomBytes(16);
  const known = new LRUCache<string, Question>({ max: REMEMBERED });
  const hashOf = (text: string): string =>
    text === '' ? '' : createHmac('sha256', secret).update(text).digest('base64url');
  return {
    note: (id, text, editedAt) => {
      const imeis = hashOf(
        findImeis(text)
          .found.map(({ imei }) => imei)
          .sort()
          .join(' '),
      );
      const before = known.get(id);
      // The edit of an unknown message has added the mention of the bot.
      const isOther = before === undefined ? clock.now() - editedAt < NEWS_MS : imeis !== before.imeis;
      const isNew = editedAt === 0 || (isOther && imeis !== '');
      known.set(id, { ...before, imeis, editedAt: isNew ? editedAt : (before?.editedAt ?? 0) });
      return isNew;
    },
    isOutdated: ({ question, editedAt }) => (known.get(question)?.editedAt ?? 0) > editedAt,
    answered: (id, answer) => {
      const one = known.get(id);
      if (one !== undefined) known.set(id, { ...one, answer });
    },
    answerOf: (id) => known.get(id)?.answer,
  };
}
