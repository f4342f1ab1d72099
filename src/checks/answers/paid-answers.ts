import { parseJson } from '../../core/json.ts';
import type { Lifetime } from '../../core/lifetime/lifetime.ts';
import type { Query } from '../../core/query.ts';
import type { Clock } from '../../core/time/clock.ts';
import { asImei, type Imei, tacOf } from '../../imei/imei.ts';
import type { ResponseReader } from '../../provider/contract.ts';
import type { Device } from '../../provider/device.ts';
import { isFailureCode, ServiceFailure } from '../../provider/service-failure.ts';
import type { Database } from '../../store/owned-database.ts';
import { type EndedSend, EndedSends } from '../../store/schema/ended-sends.ts';
import type { Seal } from '../../store/seal/seal.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { Answered, Failed, LookupRequest, Source } from '../contract.ts';
import type { SendRows } from '../service/send-rows.ts';
import { AnswerCache, type CacheSettings } from './answer-cache.ts';
import {
  comparableTime,
  type DatedResult,
  type PaidResult,
  readResult,
  responseSchema,
} from './paid-result.ts';

/** Rows that one query reads when answers are moved into the cache. */
const MOVED_AT_ONCE = 100;

type SendOutcome = PaidResult | ServiceFailure;

/** A send whose end could be read. */
interface ReadSend {
  readonly send: EndedSend;
  readonly end: SendOutcome;
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
 * Paid answers: the rows of `send`, and the cache, which keeps them longer. The row of a send stays
 * until the cache has its answer, so that nothing is paid for twice.
 */
export class PaidAnswers {
  readonly #options: PaidAnswersOptions;
  readonly #cache: AnswerCache;
  readonly #sends: EndedSends;

  constructor(options: PaidAnswersOptions) {
    this.#options = options;
    this.#cache = new AnswerCache(options);
    this.#sends = new EndedSends(options.seal);
  }

  /** The keyed hash under which an IMEI is stored. */
  imeiHash(imei: Imei): string {
    return this.#options.seal.hash(`imei ${this.#options.settings.realm} ${imei}`);
  }

  /** The keyed hash under which a request is stored. */
  requestHash(requestId: string): string {
    return this.#options.seal.hash(`request ${requestId}`);
  }

  /**
   * The cached answer to this IMEI, or to its TAC if answers are shared by TAC.
   * @throws as {@link AnswerCache.get}
   */
  async findInCache(imei: Imei): Promise<Answered | undefined> {
    const ownAnswer = await this.#cache.get(this.imeiHash(imei));
    if (ownAnswer !== undefined) return this.#toAnswered('cache', ownAnswer);
    if (this.#options.settings.sharedBy !== 'tac') return undefined;
    const sameType = await this.#cache.get(this.#tacHash(imei));
    if (sameType === undefined || !sameType.found) return undefined;
    const device = asDeviceOf(imei, sameType.device);
    return this.#toAnswered('tac', { ...sameType, device });
  }

  /**
   * Like {@link findForRequest}, but caches the answer if there is one.
   * @throws as {@link findForRequest}
   */
  async findInSends(imei: Imei, request: LookupRequest): Promise<Answered | Failed | undefined> {
    const found = await this.findForRequest(this.#options.database.sql.read, imei, request);
    if (found?.kind !== 'found') return found;
    return this.keep(imei, found.paid, found.source);
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
    request: LookupRequest,
  ): Promise<FoundAnswer | Failed | undefined> {
    const sends = await this.#sends.list(query, this.imeiHash(imei));
    let doubt: Failed | undefined;
    for (const { send, end } of this.#endsOf(sends, imei)) {
      const isOwn = send.request === this.requestHash(request.requestId);
      const isRecent = isOwn || this.#endedSince(request.acceptedAt, send);
      if (end instanceof ServiceFailure) {
        if (isRecent && end.mayBePaid) doubt ??= { kind: 'failed', failure: end };
      } else if (isRecent || this.#isReusable(end.result, request)) {
        return { kind: 'found', paid: end, source: isOwn ? 'service' : 'cache' };
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
   * The latest answer to an IMEI, however old; also caches it. Else the latest failure in doubt
   * of a check that this account made.
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
    for (const { send, end } of this.#endsOf(sends, imei)) {
      if (!(end instanceof ServiceFailure)) return this.keep(imei, end, 'cache');
      if (end.mayBePaid && send.account === account) doubt ??= { kind: 'failed', failure: end };
    }
    return doubt;
  }

  /**
   * Caches an answer: in memory immediately, and in the store in the background, with retries until
   * that succeeds.
   */
  keep(imei: Imei, paid: PaidResult, source: Source): Answered {
    this.#cache.keep(this.#keysOf(imei, paid.result), paid);
    return this.#toAnswered(source, paid.result);
  }

  /**
   * Writes the answers that the cache lacks to the cache, now and every hour. From then on their
   * rows are kept only as long as those of other sends. A row whose body turns out not to be an
   * answer becomes failed.
   */
  moveToCache(): void {
    const { health, lifetime } = this.#options;
    lifetime.everyHour('answers that the cache lacks', () =>
      health.untilWritten(() => this.#moveAll(), lifetime.draining),
    );
  }

  async #moveAll(): Promise<void> {
    const { database, sendKeptMs, lifetime, clock } = this.#options;
    const keptUntil = clock.now() + sendKeptMs;
    /**
     * The hashes of the IMEIs whose latest answer is in the cache. Earlier answers to them are not
     * moved: one that was dated while the clock was ahead would look later.
     */
    const inCache = new Set<string>();
    let beforeId = Number.MAX_SAFE_INTEGER;
    while (!lifetime.draining.aborted) {
      const filter = { keptUntil, beforeId, most: MOVED_AT_ONCE };
      const sends = await this.#sends.listUncached(database.sql.read, filter);
      const last = sends.at(-1);
      if (last === undefined) return;
      beforeId = last.id;
      const cached: number[] = [];
      for (const send of sends) {
        if (!inCache.has(send.imei) && !(await this.#move(send))) continue;
        inCache.add(send.imei);
        cached.push(send.id);
      }
      await database.sql.tx((query) => this.#sends.setCached(query, cached, sendKeptMs));
    }
  }

  /**
   * Moves the answer of a send. Resolves with whether the cache now has this answer or a later one.
   * @throws StoreFailed
   */
  async #move(send: EndedSend): Promise<boolean> {
    const { lifetime, rows } = this.#options;
    // If this version cannot read the answer, the row stays for a version that can.
    const end = await lifetime.background('an answer that the cache lacks', () =>
      this.#endOf(send),
    );
    if (end === undefined) return false;
    if (end instanceof ServiceFailure) {
      // The process ended before it could note that the body is not an answer.
      await rows.recordNoAnswer(send, end, send.endedAt);
      return false;
    }
    const keys = this.#keysOfStored(send, end.result);
    let isCached = keys.length > 0;
    for (const key of keys) {
      if (!(await this.#cache.ensure(key, end))) isCached = false;
    }
    return isCached;
  }

  /**
   * The cache keys for the answer of a row. The row has only the hash of its IMEI, but the body may
   * name the IMEI. There is no key if that IMEI has another hash: then the body is about another
   * IMEI, or from another service.
   */
  #keysOfStored({ imei: imeiHash }: EndedSend, result: DatedResult): readonly string[] {
    const named = namedImei(result);
    if (named === undefined) return [imeiHash];
    return this.imeiHash(named) === imeiHash ? this.#keysOf(named, result) : [];
  }

  /** The ends of an IMEI’s sends, in their order. Reads a body only when the caller needs it. */
  *#endsOf(sends: readonly EndedSend[], imei: Imei): Generator<ReadSend> {
    for (const send of sends) {
      const end = this.#endOf(send, imei);
      if (end !== undefined) yield { send, end };
    }
  }

  /**
   * Undefined if the body cannot be read, for example because it was sealed with another secret.
   * @param asked the IMEI of the send, if it is known
   */
  #endOf({ code, raw, endedAt }: EndedSend, asked?: Imei): SendOutcome | undefined {
    if (isFailureCode(code)) return new ServiceFailure(code);
    const response = responseSchema.safeParse(parseJson(raw ?? '')).data;
    if (response === undefined) return undefined;
    const result = readResult(response, endedAt, this.#options.reader, asked);
    if (result === undefined || result instanceof ServiceFailure) return result;
    return { response, result };
  }

  #endedSince(acceptedAt: number, send: EndedSend): boolean {
    const now = this.#options.clock.now();
    // If the clock was ahead when the request was accepted, it may have dated the send as well. So
    // these times are compared as they are.
    const wasAhead = acceptedAt > now;
    const endedAt = wasAhead ? send.endedAt : comparableTime(send.endedAt, now);
    return endedAt > acceptedAt;
  }

  #isReusable(result: DatedResult, { wantsFresh }: LookupRequest): boolean {
    return wantsFresh !== true && this.#cache.isStillValid(result);
  }

  #keysOf(imei: Imei, { found }: DatedResult): readonly string[] {
    const imeiKey = this.imeiHash(imei);
    return this.#options.settings.sharedBy === 'tac' && found
      ? [imeiKey, this.#tacHash(imei)]
      : [imeiKey];
  }

  /** A result as commands get it. */
  #toAnswered(source: Source, result: DatedResult): Answered {
    const { isSandbox } = this.#options.settings;
    return { kind: 'answered', answer: { source, isSandbox, ...result } };
  }

  #tacHash(imei: Imei): string {
    return this.#options.seal.hash(`tac ${this.#options.settings.realm} ${tacOf(imei)}`);
  }
}

/** The IMEI that the body of a device names; parts of it may be masked. */
function namedImei(result: DatedResult): Imei | undefined {
  return result.found ? asImei(result.device.imei ?? '') : undefined;
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
