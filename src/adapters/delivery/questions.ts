import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HOUR_MS } from '../../core/time/clock.ts';
import type { Log } from '../../ops/log/log.ts';
import type { HostStore } from '../host.ts';

/** The most questions to remember in memory; people correct one soon after they asked it. */
const REMEMBERED = 2_000;
/**
 * Time in which an edit of a question changes its reply: Telegram lets people edit for 48 hours.
 */
const EDITABLE_MS = 48 * HOUR_MS;

/** A question as it was asked, or after an edit. */
export const questionVersionSchema = z.object({
  /** Unique on its platform. */
  id: z.string(),
  /** Larger after each edit, as the platform counts or dates them; 0 if it was not edited. */
  version: z.int(),
  /** A hash of its numbers and files, which changes with them. Empty if it has none. */
  contentHash: z.string(),
});
export type QuestionVersion = z.infer<typeof questionVersionSchema>;

export interface QuestionContent {
  readonly text: string;
  /** The same for the same files; undefined if it has none. */
  readonly fileIdentity?: string | undefined;
}

const rowSchema = questionVersionSchema.omit({ id: true }).extend({
  /** The newest version whose reply has begun; replies to earlier versions are outdated. */
  begun: z.int(),
  messageId: z.string().exactOptional(),
});

type QuestionRow = z.infer<typeof rowSchema>;

/** A state of the reply to a question. */
interface ShownState {
  readonly messageId: string;
  /** Whether the reply is complete with this state. */
  readonly isLast: boolean;
}

interface QuestionsOptions {
  readonly platform: string;
  readonly store: Pick<HostStore, 'messages' | 'hash'>;
  readonly log: Pick<Log, 'debug'>;
}

/**
 * The messages that ask something, which their senders may edit: whether an edit needs a reply,
 * and which message shows that. The reply to each question is remembered, so that an edit changes
 * that reply. If the store fails, an edited question gets a new reply.
 *
 * `QuestionEdits` in `requests` knows which requests an edit stops. It does not know messages.
 *
 * Each version of a question, as it was asked and after each edit, goes through this:
 *
 *     describe ─┬─> needsReply ──┬─ yes ──> remember, then its reply is shown
 *               │                └─ no ───> nothing: the reply stays as it is
 *               └─ it has no number and no file now ──> withdraw
 *
 * A new message needs no `needsReply`. Only a question whose input is a command is remembered.
 * Each state of the reply goes through this:
 *
 *     begin          not for a notice, which leaves the replies to earlier versions
 *     isOutdated     true ends it: the reply to a later version has begun
 *     previousReply  in its own place, while it has no message; not for a notice
 *     saveReply      once it is shown in its own place; not for a notice
 */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #known = new LRUCache<string, QuestionRow>({ max: REMEMBERED });

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Makes the question of a message. Its hash is empty if it has no number and no file. */
  describe(id: string, { text, fileIdentity }: QuestionContent, version: number): QuestionVersion {
    const { platform, store } = this.#options;
    const parts: string[] = text.match(/\p{Nd}+/gu) ?? [];
    if (fileIdentity !== undefined) parts.push(fileIdentity);
    const content = parts.join(' ');
    const contentHash = content === '' ? '' : store.hash(`${platform} content ${content}`);
    return { id, version, contentHash };
  }

  /**
   * Whether an edit needs a reply of its own: the message has other numbers or files now, had
   * none before, or is not known. Also true for an event that is delivered again.
   */
  async needsReply({ id, version, contentHash }: QuestionVersion): Promise<boolean> {
    const known = await this.#find(id);
    // `requests` recognises the request of an event that is delivered again.
    if (known === undefined || known.version === version) return true;
    return contentHash !== '' && contentHash !== known.contentHash;
  }

  /** Makes this version the newest one. */
  remember({ id, ...question }: QuestionVersion): void {
    this.#known.set(id, { begun: 0, ...this.#known.get(id), ...question });
  }

  /**
   * Remembers that a known question has no number and no file now, so that it needs a reply again
   * once an edit restores them. That reply takes the place of the one before.
   */
  async withdraw(question: QuestionVersion): Promise<void> {
    const { id } = question;
    const known = await this.#find(id);
    if (known === undefined) return;
    this.remember(question);
    // Nobody waits for it, so that the next edit cannot overtake this one.
    void this.#store(id);
  }

  /**
   * Notes that the reply to this version begins, so that replies to earlier versions are outdated.
   * Does nothing if the question is not remembered, since it has no other reply then.
   */
  begin({ id, version }: QuestionVersion): void {
    const known = this.#known.get(id);
    if (known !== undefined) known.begun = Math.max(known.begun, version);
  }

  /** Whether the reply to a later version has begun. */
  isOutdated({ id, version }: QuestionVersion): boolean {
    return (this.#known.get(id)?.begun ?? 0) > version;
  }

  /** The id of the message with the reply to an earlier version; undefined if none is known. */
  async previousReply({ id, version }: QuestionVersion): Promise<string | undefined> {
    return version === 0 ? undefined : (await this.#find(id))?.messageId;
  }

  /**
   * Remembers the message with the reply, and stores it once the reply is complete. If a later
   * version is known, this only adds the message if none is known yet. Never rejects.
   */
  async saveReply(question: QuestionVersion, { messageId, isLast }: ShownState): Promise<void> {
    const { id, version, contentHash } = question;
    const known = this.#known.get(id);
    const isNewerKnown = known !== undefined && known.version > version;
    // In this order, `known` keeps a message that it has.
    const row = isNewerKnown
      ? { messageId, ...known }
      : { version, contentHash, begun: version, messageId };
    this.#known.set(id, row);
    if (isLast) await this.#store(id);
  }

  /** Stores what is known of a question. Never rejects. */
  async #store(id: string): Promise<void> {
    const row = this.#known.get(id);
    if (row === undefined) return;
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
