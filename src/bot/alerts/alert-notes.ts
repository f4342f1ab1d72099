import type { Log } from '../../ops/log/log.ts';
import type { MetadataTable } from '../../store/schema/metadata-table.ts';
import type { StoreHealth } from '../../store/store-health.ts';

/** Says that an alert was sent, so that it is not sent again. */
export interface AlertNote {
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly expires: number;
}

/** Keeps the notes of alerts that were sent. Its methods never reject. */
export interface AlertNotes {
  /** While the store fails, resolves with whether this run has found or added it. */
  has(name: string): Promise<boolean>;
  add(note: AlertNote): Promise<void>;
  /**
   * Forgets all notes whose names begin like this. Resolves with whether there was one; while the
   * store fails, with whether this run has found or added one.
   */
  forget(beginning: string): Promise<boolean>;
}

interface StoredNotesOptions {
  readonly metadata: Pick<MetadataTable, 'get' | 'insert' | 'deleteAll'>;
  /** Identifies the key of the service: an alert about one key says nothing about another one. */
  readonly keyId: string;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly log: Log;
}

/** Notes in the store, which the next process finds. */
export class StoredNotes implements AlertNotes {
  readonly #options: StoredNotesOptions;
  /** The notes that this run has found or added: it knows them also while the store fails. */
  readonly #known = new Set<string>();

  constructor(options: StoredNotesOptions) {
    this.#options = options;
  }

  async has(name: string): Promise<boolean> {
    try {
      const isThere = (await this.#options.metadata.get(this.#rowOf(name))) !== undefined;
      if (isThere) this.#known.add(name);
      return isThere;
    } catch (error) {
      this.#mayBeSentTwice(name, error);
      return this.#known.has(name);
    }
  }

  async add({ name, expires }: AlertNote): Promise<void> {
    this.#known.add(name);
    try {
      await this.#options.metadata.insert(this.#rowOf(name), 'sent', expires);
    } catch (error) {
      this.#mayBeSentTwice(name, error);
    }
  }

  /**
   * Forgets the notes of all keys, since the next key may be one that was used before. If the store
   * fails, they are deleted once it works: otherwise the next alert would not be sent.
   */
  async forget(beginning: string): Promise<boolean> {
    const { metadata, health } = this.#options;
    const known = [...this.#known].filter((name) => name.startsWith(beginning));
    for (const name of known) this.#known.delete(name);
    let wasStored = false;
    await health.writeOrQueue('the end of an alert', async () => {
      wasStored = await metadata.deleteAll(beginning);
    });
    return wasStored || known.length > 0;
  }

  #rowOf(name: string): string {
    return `${name} ${this.#options.keyId}`;
  }

  #mayBeSentTwice(name: string, error: unknown): void {
    this.#options.log.debug(
      { err: error, alert: name },
      'The note of an alert could not be read or written; the alert may be sent twice',
    );
  }
}
