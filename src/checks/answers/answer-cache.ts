import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '../../core/json.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { ResponseReader } from '../../provider/contract.ts';
import { ServiceFailure } from '../../provider/service-failure.ts';
import type { Database } from '../../store/owned-database.ts';
import type { Seal } from '../../store/seal/seal.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import {
  comparableTime,
  type DatedResult,
  type PaidResult,
  readResult,
  responseSchema,
} from './paid-result.ts';

/** Answers in memory, of more than an hour at full speed: a device is about 2 kB. */
const MEMORY_ROWS = 2_000;

const rowSchema = z.object({ response: responseSchema, checkedAt: z.number() });

export interface CacheSettings {
  /** `tac`: an answer also serves the other IMEIs of the same type. */
  readonly sharedBy: 'imei' | 'tac';
  readonly foundTtlMs: number;
  readonly notFoundTtlMs: number;
  /** Identifies the service, so that answers of the sandbox never count as those of the service. */
  readonly realm: string;
  readonly isSandbox: boolean;
}

interface AnswerCacheOptions {
  readonly database: Pick<Database, 'answers'>;
  readonly seal: Seal;
  readonly reader: ResponseReader;
  readonly settings: Pick<CacheSettings, 'foundTtlMs' | 'notFoundTtlMs'>;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly clock: Clock;
}

/**
 * The cache: paid answers by hashed keys. “Found” and “not found” are valid for different times.
 * Memory has the results that were read, the store has the sealed responses.
 */
export class AnswerCache {
  readonly #options: AnswerCacheOptions;
  readonly #memory = new LRUCache<string, DatedResult>({ max: MEMORY_ROWS });

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
  }

  /**
   * The answer under a key, if it is still valid.
   * @throws StoreFailed, or the error of a reader with a bug: neither is a miss
   */
  async get(key: string): Promise<DatedResult | undefined> {
    const hot = this.#memory.get(key);
    if (hot !== undefined && this.isStillValid(hot)) return hot;
    const row = await this.#read(key);
    const cached = row && readResult(row.response, row.checkedAt, this.#options.reader);
    if (cached === undefined || cached instanceof ServiceFailure || !this.isStillValid(cached)) {
      return undefined;
    }
    // While the store was read, a newer answer may have been paid for.
    if (this.#isLatest(key, cached)) this.#memory.set(key, cached);
    return cached;
  }

  /**
   * Saves an answer under each key that has no later one: in memory immediately, and in the store
   * in the background, with retries until that succeeds.
   */
  save(keys: readonly string[], paid: PaidResult): void {
    const { result } = paid;
    const lacking = keys.filter((key) => this.#isLatest(key, result));
    if (lacking.length === 0) return;
    for (const key of lacking) this.#memory.set(key, result);
    const write = async (): Promise<void> => {
      for (const key of lacking) await this.ensure(key, paid);
    };
    void this.#options.health.writeOrQueue('an answer for the cache', write, 'answers');
  }

  /**
   * Ensures that the store has this answer or a later one. One that is too old to be used is not
   * written, and needs no other try. Resolves with false if it cannot tell yet which answer is
   * later, because this answer was dated while the clock was ahead.
   * @throws StoreFailed
   */
  async ensure(key: string, paid: PaidResult): Promise<boolean> {
    const cached = await this.#read(key);
    if (isLater(paid.result, cached, this.#options.clock.now())) {
      await this.#write(key, paid);
      return true;
    }
    return cached !== undefined && cached.checkedAt >= paid.result.checkedAt;
  }

  /** Whether an answer is young enough to be used. */
  isStillValid(result: DatedResult): boolean {
    return this.#remainingMs(result) > 0;
  }

  /** Whether memory has no result under this key, or an earlier one. */
  #isLatest(key: string, result: DatedResult): boolean {
    return isLater(result, this.#memory.get(key), this.#options.clock.now());
  }

  async #read(key: string): Promise<z.infer<typeof rowSchema> | undefined> {
    const { database, seal } = this.#options;
    const sealed = await database.answers.get(key);
    const text = sealed === undefined ? undefined : seal.decrypt(sealed, contextOf(key));
    return text === undefined ? undefined : rowSchema.safeParse(parseJson(text)).data;
  }

  async #write(key: string, { response, result }: PaidResult): Promise<void> {
    const { database, seal } = this.#options;
    const remainingMs = this.#remainingMs(result);
    if (remainingMs <= 0) return;
    const row = JSON.stringify({ response, checkedAt: result.checkedAt });
    await database.answers.set(key, seal.encrypt(row, contextOf(key)), remainingMs);
  }

  #remainingMs({ found, checkedAt }: DatedResult): number {
    const { settings, clock } = this.#options;
    const ttlMs = found ? settings.foundTtlMs : settings.notFoundTtlMs;
    return checkedAt + ttlMs - clock.now();
  }
}

/** Binds a sealed row to its key. */
function contextOf(key: string): string {
  return `answers ${key}`;
}

type Dated = Pick<DatedResult, 'checkedAt'>;

/** Whether the other result is earlier, or missing. */
function isLater(result: Dated, other: Dated | undefined, now: number): boolean {
  if (other === undefined) return true;
  return comparableTime(result.checkedAt, now) > comparableTime(other.checkedAt, now);
}
