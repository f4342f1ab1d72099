import { asImei, type Imei, tacOf } from '../../imei/imei.ts';
import type { EndedSend } from '../../store/schema/ended-sends.ts';
import type { Seal } from '../../store/seal/seal.ts';
import type { CacheSettings } from './answer-cache.ts';
import type { DatedResult } from './paid-result.ts';

/**
 * Makes the keyed hashes under which answers are stored: nobody reads IMEIs in the store. Each
 * service has its own.
 */
export class AnswerKeys {
  readonly #seal: Pick<Seal, 'hash'>;
  readonly #settings: Pick<CacheSettings, 'realm' | 'sharedBy'>;

  constructor(seal: Pick<Seal, 'hash'>, settings: Pick<CacheSettings, 'realm' | 'sharedBy'>) {
    this.#seal = seal;
    this.#settings = settings;
  }

  ofImei(imei: Imei): string {
    return this.#seal.hash(`imei ${this.#settings.realm} ${imei}`);
  }

  ofTac(imei: Imei): string {
    return this.#seal.hash(`tac ${this.#settings.realm} ${tacOf(imei)}`);
  }

  /** The keys under which the cache saves an answer to this IMEI; two if its TAC shares it. */
  forCache(imei: Imei, { found }: DatedResult): readonly string[] {
    const isShared = this.#settings.sharedBy === 'tac' && found;
    return isShared ? [this.ofImei(imei), this.ofTac(imei)] : [this.ofImei(imei)];
  }

  /**
   * The cache keys for the answer of a send, which has only the hash of its IMEI. They depend on
   * the IMEI that the body names:
   * - none, as for “not found”: only that hash
   * - the same IMEI: as `forCache`
   * - another IMEI, or the body is from another service: no key
   */
  forCacheOfSend({ imeiHash }: EndedSend, result: DatedResult): readonly string[] {
    const named = namedImei(result);
    if (named === undefined) return [imeiHash];
    return this.ofImei(named) === imeiHash ? this.forCache(named, result) : [];
  }
}

/** The IMEI that the answer names. Undefined if it found no device, or masks some digits. */
function namedImei(result: DatedResult): Imei | undefined {
  return result.found ? asImei(result.device.imei ?? '') : undefined;
}
