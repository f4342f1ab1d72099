import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { imeisIn } from '../../../../imei/find.ts';

/** Messages remembered; people correct a message soon after sending it. */
const REMEMBERED = 10_000;

/**
 * Knows what was asked in a message and which message answers it, so that an edited message changes its answer. Of what was
 * asked only a hash is kept, and that in this process: it was answered before a start, and stays so.
 */
export interface Questions {
  /** Remembers the IMEIs of a message; returns whether it was known before, and has others now. */
  note(question: string, text: string): boolean;
  /** The reply to a message begins; returns whether none to a later edit of it has begun. */
  begin(question: string, editedAt: number): () => boolean;
  /** Remembers the message that shows the reply. */
  answered(question: string, message: string): void;
  /** The message that shows the reply; undefined if it is unknown. */
  answerOf(question: string): string | undefined;
}

/** Creates an empty memory. */
export function createQuestions(): Questions {
  const secret = randomBytes(16);
  const imeis = new LRUCache<string, string>({ max: REMEMBERED });
  const newest = new LRUCache<string, number>({ max: REMEMBERED });
  const answers = new LRUCache<string, string>({ max: REMEMBERED });
  return {
    note: (question, text) => {
      const found = imeisIn(text);
      const now = found.length === 0 ? '' : hashOf(secret, found.sort().join(' '));
      const before = imeis.get(question);
      imeis.set(question, now);
      return before !== undefined && now !== '' && before !== now;
    },
    begin: (question, editedAt) => {
      newest.set(question, Math.max(editedAt, newest.get(question) ?? 0));
      return () => (newest.get(question) ?? 0) <= editedAt;
    },
    answered: (question, message) => {
      answers.set(question, message);
    },
    answerOf: (question) => answers.get(question),
  };
}

function hashOf(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
