import type { Lifetime } from '../../core/lifetime/lifetime.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { ResponseReader } from '../../provider/contract.ts';
import { ServiceFailure } from '../../provider/service-failure.ts';
import type { EndedSend, EndedSends } from '../../store/schema/ended-sends.ts';
import type { Sql } from '../../store/sql.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { SendRows } from '../service/send-rows.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { AnswerKeys } from './answer-keys.ts';
import { outcomeOfSend } from './paid-result.ts';

/** Rows that one query reads. */
const MOVED_AT_ONCE = 100;

interface CacheMoverOptions {
  readonly cache: Pick<AnswerCache, 'ensure'>;
  readonly keys: AnswerKeys;
  readonly sends: Pick<EndedSends, 'listUncached' | 'setCached'>;
  readonly rows: Pick<SendRows, 'recordNoAnswer'>;
  readonly reader: ResponseReader;
  readonly sql: Sql;
  /** Time for which the row of a send is kept once the cache has its answer. */
  readonly sendKeptMs: number;
  readonly health: Pick<StoreHealth, 'untilWritten'>;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/**
 * Writes the answers that the cache lacks to the cache. From then on their rows are kept only as
 * long as those of other sends. A row whose body turns out not to be an answer becomes failed.
 */
export class CacheMover {
  readonly #options: CacheMoverOptions;

  constructor(options: CacheMoverOptions) {
    this.#options = options;
  }

  /** Moves answers now and every hour, until the run drains. */
  start(): void {
    const { health, lifetime } = this.#options;
    lifetime.everyHour('answers that the cache lacks', () =>
      health.untilWritten(() => this.#moveAll(), lifetime.draining),
    );
  }

  async #moveAll(): Promise<void> {
    const { sends, sql, sendKeptMs, lifetime, clock } = this.#options;
    const keptUntil = clock.now() + sendKeptMs;
    /**
     * The hashes of the IMEIs whose latest answer is in the cache. Earlier answers to them are not
     * moved: one that was dated while the clock was ahead would look later.
     */
    const inCache = new Set<string>();
    let beforeId = Number.MAX_SAFE_INTEGER;
    while (!lifetime.draining.aborted) {
      const filter = { keptUntil, beforeId, most: MOVED_AT_ONCE };
      const page = await sends.listUncached(sql.read, filter);
      const last = page.at(-1);
      if (last === undefined) return;
      beforeId = last.id;
      const cached: number[] = [];
      for (const send of page) {
        const isCached = inCache.has(send.imeiHash) || (await this.#move(send));
        if (!isCached) continue;
        inCache.add(send.imeiHash);
        cached.push(send.id);
      }
      await sql.tx((query) => sends.setCached(query, cached, sendKeptMs));
    }
  }

  /**
   * Moves the answer of a send. Resolves with whether the cache now has this answer or a later one.
   * @throws StoreFailed
   */
  async #move(send: EndedSend): Promise<boolean> {
    const { cache, keys, rows, reader, lifetime } = this.#options;
    // If this version cannot read the answer, the row stays for a version that can.
    const outcome = await lifetime.background('an answer that the cache lacks', () =>
      outcomeOfSend(send, reader),
    );
    if (outcome === undefined) return false;
    if (outcome instanceof ServiceFailure) {
      // The process ended before it could note that the body is not an answer.
      await rows.recordNoAnswer(send, outcome, send.endedAt);
      return false;
    }
    const cacheKeys = keys.forCacheOfSend(send, outcome.result);
    let isCached = cacheKeys.length > 0;
    for (const key of cacheKeys) {
      if (!(await cache.ensure(key, outcome))) isCached = false;
    }
    return isCached;
  }
}
