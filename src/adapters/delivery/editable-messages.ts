import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HOUR_MS } from '../../core/clock.ts';
import { parseJson } from '../../core/json.ts';
import type { Log } from '../../ops/log/log.ts';
import type { Kept } from '../host.ts';

/** Messages remembered in the process; people correct one soon after sending it. */
const REMEMBERED = 2_000;
/** How long the edit of a question changes its reply: Telegram lets people edit for 48 hours. */
const EDITABLE_MS = 48 * HOUR_MS;

/** A message of a person that the bot answers, and that its person may edit. */
export const editableMessageSchema = z.object({
  /** Unique on its platform. */
  id: z.string(),
  /** When it was edited, by the platform's clock; 0 if it was not. */
  editedAt: z.int(),
  /** A hash of its digits and of its files; empty if it has neither. */
  digits: z.string(),
});
export type EditableMessage = z.infer<typeof editableMessageSchema>;

/** What a message asks about. */
export interface AskedContent {
  readonly text: string;
  /** What names its files: the same for the same files. */
  readonly files?: string | undefined;
}

const knownSchema = editableMessageSchema.omit({ id: true }).extend({
  /** The newest edit whose reply has begun; replies to earlier edits are outdated. */
  begun: z.int(),
  /** The id of the message with the reply. */
  reply: z.string().exactOptional(),
});

type KnownMessage = z.infer<typeof knownSchema>;

/** Where a message is replied to, now. */
interface RepliedIn {
  /** The id of the message with the reply. */
  readonly reply: string;
  readonly isLast: boolean;
}

interface EditableMessagesOptions {
  /** The name of the platform. */
  readonly platform: string;
  readonly kept: Pick<Kept, 'messages' | 'hash'>;
  readonly log: Pick<Log, 'debug'>;
}

/**
 * Remembers the reply to each message, so that an edit of the message changes it. If the store
 * fails, an edited message gets a new reply.
 *
 * What is called for a message, and again for each of its edits:
 *
 *   isNew ──> remember ──> begin ──> previousReply ──> saveReply, for each state of its reply
 *
 * A state of the reply to an earlier edit may still be on its way then.
 */
export class EditableMessages {
  readonly #options: EditableMessagesOptions;
  readonly #known = new LRUCache<string, KnownMessage>({ max: REMEMBERED });

  constructor(options: EditableMessagesOptions) {
    this.#options = options;
  }

  /** Describes a message by what it asks about. */
  describe(id: string, { text, files }: AskedContent, editedAt: number): EditableMessage {
    const { platform, kept } = this.#options;
    const digits = [
      ...(text.match(/\p{Nd}+/gu) ?? []),
      ...(files === undefined ? [] : [files]),
    ].join(' ');
    return { id, editedAt, digits: digits === '' ? '' : kept.hash(`${platform} digits ${digits}`) };
  }

  /**
   * Whether an edit asks something new: the message asked nothing before, is not known any more, or
   * has other digits or files now.
   */
  async isNew({ id, editedAt, digits }: EditableMessage): Promise<boolean> {
    const before = await this.#find(id);
    // An event that is delivered again is the same request.
    if (before === undefined || before.editedAt === editedAt) return true;
    return digits !== '' && digits !== before.digits;
  }

  remember({ id, ...message }: EditableMessage): void {
    this.#known.set(id, { ...(this.#known.get(id) ?? { begun: 0 }), ...message });
  }

  /**
   * Its reply begins: replies to the message before it was edited are outdated. Does nothing if the
   * message was not remembered, since it has no other reply then.
   */
  begin({ id, editedAt }: EditableMessage): void {
    const before = this.#known.get(id);
    if (before !== undefined) before.begun = Math.max(before.begun, editedAt);
  }

  isOutdated({ id, editedAt }: EditableMessage): boolean {
    return (this.#known.get(id)?.begun ?? 0) > editedAt;
  }

  /** The id of the message with the reply before the edit; undefined if there is none yet. */
  async previousReply({ id, editedAt }: EditableMessage): Promise<string | undefined> {
    return editedAt === 0 ? undefined : (await this.#find(id))?.reply;
  }

  /**
   * Remembers the message with the reply; stores it if it is complete. For an earlier edit than the
   * newest one, it only remembers where the reply is if that is not known. Never rejects.
   */
  async saveReply(message: EditableMessage, { reply, isLast }: RepliedIn): Promise<void> {
    const { id, ...asked } = message;
    const known = this.#known.get(id);
    const isNewerKnown = known !== undefined && known.editedAt > asked.editedAt;
    const row = isNewerKnown ? { reply, ...known } : { ...asked, begun: asked.editedAt, reply };
    this.#known.set(id, row);
    if (!isLast) return;
    const { kept, log } = this.#options;
    await kept.messages
      .upsert(this.#rowOf(id), JSON.stringify(row), { keptMs: EDITABLE_MS })
      .catch((error: unknown) => {
        log.debug({ err: error }, 'After a restart, an edit of this question gets a new answer');
      });
  }

  async #find(id: string): Promise<KnownMessage | undefined> {
    const { kept, log } = this.#options;
    if (!this.#known.has(id)) {
      const row = await kept.messages.get(this.#rowOf(id)).catch((error: unknown) => {
        log.debug({ err: error }, 'An edited question is answered as a new one');
        return undefined;
      });
      // Another version of the program may have written the row.
      const known = knownSchema.safeParse(parseJson(row ?? '')).data;
      if (known !== undefined) this.#known.set(id, known);
    }
    return this.#known.get(id);
  }

  #rowOf(id: string): string {
    return `${this.#options.platform} question ${id}`;
  }
}
