import type { Lifetime } from '../../core/lifetime/lifetime.ts';
import type { Query } from '../../core/query.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { Imei } from '../../imei/imei.ts';
import type { ResponseReader } from '../../provider/contract.ts';
import type { Device } from '../../provider/device.ts';
import { ServiceFailure } from '../../provider/service-failure.ts';
import type { Database } from '../../store/owned-database.ts';
import { type EndedSend, EndedSends } from '../../store/schema/ended-sends.ts';
import type { Seal } from '../../store/seal/seal.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { Answered, Failed, LookupTerms, Source } from '../contract.ts';
import type { SendRows } from '../service/send-rows.ts';
import { AnswerCache, type CacheSettings } from './answer-cache.ts';
import { AnswerKeys } from './answer-keys.ts';
import { CacheMover } from './cache-mover.ts';
import {
  comparableTime,
  type DatedResult,
  outcomeOfSend,
  type PaidResult,
  type SendOutcome,
} from './paid-result.ts';

/** A send whose outcome could be read. */
interface ReadSend {
  readonly send: EndedSend;
  readonly outcome: SendOutcome;
}

/** An answer in the sends, which the cache may lack. */
export interface FoundAnswer {
  readonly kind: 'found';
  readonly paid: PaidResult;
  readonly source: Source;
}

interface PaidAnswersOptions {
  readonly database: Database;
  readonly seal: Seal;
  readonly rows: Pick<SendRows, 'recordNoAnswer'>;
  readonly reader: ResponseReader;
  readonly settings: CacheSettings;
  /** Time for which the row of a send is kept once the cache has its answer. */
  readonly sendKeptMs: number;
  readonly health: Pick<StoreHealth, 'writeOrQueue' | 'untilWritten'>;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
}

/**
 * Paid answers: the rows of `send`, and the cache, which has them longer. The row of a send stays
 * until the cache has its answer, so that nothing is paid for twice.
 *
 *     answer-cache  the cache: results in memory, and the sealed responses in the store
 *     answer-keys   the hashes under which both are stored
 *     paid-result   what a row or the cache holds, and how it is read
 *     cache-mover   writes to the cache what it lacks
 */
export class PaidAnswers {
  readonly #options: PaidAnswersOptions;
  readonly #keys: AnswerKeys;
  readonly #cache: AnswerCache;
  readonly #sends: EndedSends;

  constructor(options: PaidAnswersOptions) {
    this.#options = options;
    this.#keys = new AnswerKeys(options.seal, options.settings);
    this.#cache = new AnswerCache(options);
    this.#sends = new EndedSends(options.seal);
  }

  /** The keyed hash under which an IMEI is stored. */
  imeiHash(imei: Imei): string {
    return this.#keys.ofImei(imei);
  }

  /** The keyed hash under which a request is stored. */
  requestHash(requestId: string): string {
    return this.#options.seal.hash(`request ${requestId}`);
  }

  /** Moves to the cache what it lacks, now and every hour. */
  startMoving(): void {
    const { database } = this.#options;
    const mover = new CacheMover({
      ...this.#options,
      cache: this.#cache,
      keys: this.#keys,
      sends: this.#sends,
      sql: database.sql,
    });
    mover.start();
  }

  /**
   * The cached answer to this IMEI, or to its TAC if answers are shared by TAC.
   * @throws as {@link AnswerCache.get}
   */
  async findInCache(imei: Imei): Promise<Answered | undefined> {
    const ownAnswer = await this.#cache.get(this.#keys.ofImei(imei));
    if (ownAnswer !== undefined) return this.#toAnswered('cache', ownAnswer);
    if (this.#options.settings.sharedBy !== 'tac') return undefined;
    const sameType = await this.#cache.get(this.#keys.ofTac(imei));
    if (sameType === undefined || !sameType.found) return undefined;
    const device = asDeviceOf(imei, sameType.device);
    return this.#toAnswered('tac', { ...sameType, device });
  }

  /**
   * Like {@link findForRequest}, but saves the answer in the cache if there is one.
   * @throws as {@link findForRequest}
   */
  async findInSends(imei: Imei, terms: LookupTerms): Promise<Answered | Failed | undefined> {
    const found = await this.findForRequest(this.#options.database.sql.read, imei, terms);
    if (found?.kind !== 'found') return found;
    return this.save(imei, found.paid, found.source);
  }

  /**
   * Finds among the sends of an IMEI what counts for a request: the latest answer that counts, else
   * the latest failure in doubt that counts.
   *
   *     the send                             its answer             its doubt
   *     was made by this request             counts as `service`    counts
   *     ended since the request was accepted counts as `cache`      counts
   *     ended before, its answer is valid    counts as `cache`, but not with `--fresh`
   *     ended before, all others             does not count         does not count
   *
   * @throws StoreFailed, or the error of a reader with a bug
   */
  async findForRequest(
    query: Query,
    imei: Imei,
    terms: LookupTerms,
  ): Promise<FoundAnswer | Failed | undefined> {
    const sends = await this.#sends.list(query, this.imeiHash(imei));
    let doubt: Failed | undefined;
    for (const { send, outcome } of this.#outcomesOf(sends, imei)) {
      const isOwn = send.request === this.requestHash(terms.requestId);
      const isRecent = isOwn || this.#endedSince(terms.acceptedAt, send);
      if (outcome instanceof ServiceFailure) {
        if (isRecent && outcome.mayBePaid) doubt ??= { kind: 'failed', failure: outcome };
      } else if (isRecent || this.#isReusable(outcome.result, terms)) {
        return { kind: 'found', paid: outcome, source: isOwn ? 'service' : 'cache' };
      }
    }
    return doubt;
  }

  /**
   * Whether this request may have paid for the IMEI in a process that ended before the answer came.
   * @throws StoreFailed
   */
  mayHavePaid(imei: Imei, requestId: string): Promise<boolean> {
    const { sql } = this.#options.database;
    return this.#sends.isLost(sql.read, this.imeiHash(imei), this.requestHash(requestId));
  }

  /**
   * The latest answer to an IMEI, however old; also saves it in the cache. Else the latest failure
   * in doubt of a check that this account made.
   * @param account its keyed hash; undefined: no failure is returned
   * @throws StoreFailed, or the error of a reader with a bug
   */
  async findLatestInSends(
    imei: Imei,
    account: string | undefined,
  ): Promise<Answered | Failed | undefined> {
    const { sql } = this.#options.database;
    const sends = await this.#sends.list(sql.read, this.imeiHash(imei));
    let doubt: Failed | undefined;
    for (const { send, outcome } of this.#outcomesOf(sends, imei)) {
      if (!(outcome instanceof ServiceFailure)) return this.save(imei, outcome, 'cache');
      if (outcome.mayBePaid && send.account === account) {
        doubt ??= { kind: 'failed', failure: outcome };
      }
    }
    return doubt;
  }

  /**
   * Saves an answer in the cache: in memory immediately, and in the store in the background, with
   * retries until that succeeds.
   */
  save(imei: Imei, paid: PaidResult, source: Source): Answered {
    this.#cache.save(this.#keys.forCache(imei, paid.result), paid);
    return this.#toAnswered(source, paid.result);
  }

  /** The outcomes of an IMEI’s sends, in their order. Reads a body only when it is asked for. */
  *#outcomesOf(sends: readonly EndedSend[], imei: Imei): Generator<ReadSend> {
    for (const send of sends) {
      const outcome = outcomeOfSend(send, this.#options.reader, imei);
      if (outcome !== undefined) yield { send, outcome };
    }
  }

  #endedSince(acceptedAt: number, send: EndedSend): boolean {
    const now = this.#options.clock.now();
    // If the clock was ahead when the request was accepted, it may have dated the send as well. So
    // these times are compared as they are.
    const wasAhead = acceptedAt > now;
    const endedAt = wasAhead ? send.endedAt : comparableTime(send.endedAt, now);
    return endedAt > acceptedAt;
  }

  #isReusable(result: DatedResult, { wantsFresh }: LookupTerms): boolean {
    return wantsFresh !== true && this.#cache.isStillValid(result);
  }

  /** A result as commands get it. */
  #toAnswered(source: Source, result: DatedResult): Answered {
    const { isSandbox } = this.#options.settings;
    return { kind: 'answered', answer: { source, isSandbox, ...result } };
  }
}

/**
 * The same device for `imei`, another IMEI of its TAC. `parts` are those of `imei`, divided as the
 * service divides it.
 */
function asDeviceOf(imei: Imei, { imei: _imei, parts, ...type }: Device): Device {
  const ownParts = {
    tac: imei.slice(0, 6),
    fac: imei.slice(6, 8),
    snr: imei.slice(8, 14),
    cd: imei.slice(14),
  };
  // Fields that the interface does not list may be about a single phone.
  return { ...type, imei, other: {}, ...(parts && { parts: ownParts }) };
}
