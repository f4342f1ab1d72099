import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HOUR_MS } from '../../core/clock.ts';
import type { Log } from '../../ops/log/log.ts';
import type { HostStore } from '../host.ts';

/** Questions remembered in the process; people correct one soon after asking it. */
const REMEMBERED = 2_000;
/** How long the edit of a question changes its reply: Telegram lets people edit for 48 hours. */
const EDITABLE_MS = 48 * HOUR_MS;

/** A question, as it was after an edit, with a hash by which the next edit is compared. */
export const hashedQuestionSchema = z.object({
  /** Unique on its platform. */
  id: z.string(),
  /** Larger after each edit, as the platform counts or dates them; 0 if it was not edited. */
  version: z.int(),
  /** Of its numbers and of its files; empty if it has neither. */
  contentHash: z.string(),
});
export type HashedQuestion = z.infer<typeof hashedQuestionSchema>;

/** What a question is about. */
export interface QuestionContent {
  readonly text: string;
  /** What names its files: the same for the same files. */
  readonly files?: string | undefined;
}

const rowSchema = hashedQuestionSchema.omit({ id: true }).extend({
  /** The newest edit whose reply has begun; replies to earlier edits are outdated. */
  begun: z.int(),
  /** The id of the message with the reply. */
  reply: z.string().exactOptional(),
});

type QuestionRow = z.infer<typeof rowSchema>;

/** Where a question is answered, now. */
interface RepliedIn {
  /** The id of the message with the reply. */
  readonly reply: string;
  readonly isLast: boolean;
}

interface QuestionsOptions {
  /** The name of the platform. */
  readonly platform: string;
  readonly store: Pick<HostStore, 'messages' | 'hash'>;
  readonly log: Pick<Log, 'debug'>;
}

/**
 * The messages that ask something, which their senders may edit. Remembers the reply to each, so
 * that an edit changes it. If the store fails, an edited question gets a new reply.
 *
 * What is called for a question, and again for each of its edits:
 *
 *   isNew ──> remember ──> begin ──> previousReply ──> saveReply, for each state of its reply
 *
 * A state of the reply to an earlier edit may still be on its way then.
 */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #known = new LRUCache<string, QuestionRow>({ max: REMEMBERED });

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Makes the question of a message, which may also ask nothing. */
  describe(id: string, { text, files }: QuestionContent, version: number): HashedQuestion {
    const { platform, store } = this.#options;
    const numbers = text.match(/\p{Nd}+/gu) ?? [];
    const content = [...numbers, ...(files === undefined ? [] : [files])].join(' ');
    const contentHash = content === '' ? '' : store.hash(`${platform} content ${content}`);
    return { id, version, contentHash };
  }

  /**
   * Whether an edit asks something new: the message asked nothing before, is not known any more, or
   * has other numbers or files now.
   */
  async isNew({ id, version, contentHash }: HashedQuestion): Promise<boolean> {
    const before = await this.#find(id);
    // An event that is delivered again is the same request.
    if (before === undefined || before.version === version) return true;
    return contentHash !== '' && contentHash !== before.contentHash;
  }

  remember({ id, ...question }: HashedQuestion): void {
    this.#known.set(id, { ...(this.#known.get(id) ?? { begun: 0 }), ...question });
  }

  /**
   * Remembers that a known question asks nothing now, so that it is new once an edit restores it.
   * The reply to that takes the place of the one before.
   */
  async withdraw(question: HashedQuestion): Promise<void> {
    const before = await this.#find(question.id);
    if (before !== undefined) this.remember(question);
  }

  /**
   * Its reply begins: replies to the question before it was edited are outdated. Does nothing if
   * the question was not remembered, since it has no other reply then.
   */
  begin({ id, version }: HashedQuestion): void {
    const before = this.#known.get(id);
    if (before !== undefined) before.begun = Math.max(before.begun, version);
  }

  isOutdated({ id, version }: HashedQuestion): boolean {
    return (this.#known.get(id)?.begun ?? 0) > version;
  }

  /** The id of the message with the reply before the edit; undefined if there is none yet. */
  async previousReply({ id, version }: HashedQuestion): Promise<string | undefined> {
    return version === 0 ? undefined : (await this.#find(id))?.reply;
  }

  /**
   * Remembers the message with the reply; stores it if it is complete. For an earlier edit than the
   * newest one, it only remembers where the reply is if that is not known. Never rejects.
   */
  async saveReply(question: HashedQuestion, { reply, isLast }: RepliedIn): Promise<void> {
    const { id, version, contentHash } = question;
    const known = this.#known.get(id);
    const isNewerKnown = known !== undefined && known.version > version;
    const row = isNewerKnown
      ? { reply, ...known }
      : { version, contentHash, begun: version, reply };
    this.#known.set(id, row);
    if (!isLast) return;
    const { store, log } = this.#options;
    await store.messages
      .upsert(this.#rowOf(id), row, { keptMs: EDITABLE_MS })
      .catch((error: unknown) => {
        log.debug({ err: error }, 'After a restart, an edit of this question gets a new answer');
      });
  }

  async #find(id: string): Promise<QuestionRow | undefined> {
    const { store, log } = this.#options;
    if (!this.#known.has(id)) {
      const row = await store.messages.get(this.#rowOf(id), rowSchema).catch((error: unknown) => {
        log.debug({ err: error }, 'An edited question is answered as a new one');
        return undefined;
      });
      if (row !== undefined) this.#known.set(id, row);
    }
    return this.#known.get(id);
  }

  #rowOf(id: string): string {
    return `${this.#options.platform} question ${id}`;
  }
}
