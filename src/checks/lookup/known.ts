import type { Imei } from '../../imei/number/imei.ts';
import type { CheckAnswer, RawAnswer } from '../../provider/device.ts';
import type { ReadAnswer } from '../../provider/stored.ts';
import type { StoreHealth } from '../../store/health.ts';
import type { Answer, CheckRequest } from '../answer.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { SendOutcome } from '../outbox/ledger-memory.ts';
import { untilHealthy, waitsForStore } from '../outbox/outbox.ts';
import type { AnswerCache } from './cache.ts';

export interface KnownNeeds {
  readonly cache: AnswerCache;
  readonly ledger: Ledger;
  readonly read: ReadAnswer;
  readonly health: StoreHealth;
  /** Nobody is answered with a check that is paid while the store fails. */
  readonly needsStore: boolean;
  /** Whether an earlier process may have sent something for this request. */
  readonly isResumed: (requestId: string) => boolean;
  readonly sandbox: boolean;
}

/** Who wants to know. */
interface LookUp extends Pick<CheckRequest, 'requestId' | 'priority' | 'signal' | 'onWait'> {
  /** Aborted when somebody is in a hurry. */
  readonly single?: AbortSignal;
}

/**
 * What was paid for already. While the store fails, a batch waits for it, and so does a request that is resumed, for which
 * something may have been sent; another person goes without.
 */
export async function lookUp(needs: KnownNeeds, imei: Imei, request: LookUp): Promise<Answer | undefined> {
  for (;;) {
    try {
      const cached = await needs.cache.get(imei);
      if (cached !== undefined) return cached;
      await learn(needs, imei);
      return fromLedger(needs, imei, request);
    } catch (error) {
      needs.health.report(error);
      // What cannot be had of the answers may be had of the ledger.
      await learn(needs, imei).catch(() => undefined);
      const written = fromLedger(needs, imei, request);
      if (written !== undefined || !(await waited(needs, request))) return written;
    }
  }
}

/** Reads what others have sent of this IMEI, if an earlier life of this request may have been among them. */
export async function learnEarlier(needs: KnownNeeds, imei: Imei, request: LookUp): Promise<void> {
  while (needs.isResumed(request.requestId)) {
    try {
      return await learn(needs, imei);
    } catch (error) {
      needs.health.report(error);
      await waited(needs, request);
    }
  }
}

/** Reads what others have sent of this IMEI. Rejects while the store fails. */
export async function learn(
  { ledger, cache }: Pick<KnownNeeds, 'ledger' | 'cache'>,
  imei: Imei,
): Promise<void> {
  await Promise.all(cache.hashesOf(imei).all.map(ledger.learn));
}

/** Waits for a store that fails; resolves with false for who goes without, since a read that failed is not a miss. */
async function waited(needs: KnownNeeds, request: LookUp): Promise<boolean> {
  const isResumed = needs.isResumed(request.requestId);
  if (!isResumed && !waitsForStore(needs, request)) return false;
  await untilHealthy({ ...needs, needsStore: needs.needsStore || isResumed }, request);
  return true;
}

/** How an earlier send of this IMEI for this very request ended, if there was one. */
export function earlierOutcome(
  { ledger, cache }: Pick<KnownNeeds, 'ledger' | 'cache'>,
  imei: Imei,
  { requestId }: Pick<CheckRequest, 'requestId'>,
): SendOutcome | undefined {
  return firstOf(cache.hashesOf(imei).all, (hash) => ledger.outcomeOf(requestId, hash));
}

/** An answer that was paid for and has not reached the cache: as fresh as one of the cache, or paid by this request. */
export function fromLedger(
  needs: KnownNeeds,
  imei: Imei,
  request?: Pick<CheckRequest, 'requestId'>,
): Answer | undefined {
  const { ledger, cache, read, sandbox } = needs;
  const written = firstOf(cache.hashesOf(imei).all, ledger.answerOf);
  const answer = written === undefined ? undefined : readOrNothing(read, written.raw);
  if (written === undefined || answer === undefined) return undefined;
  const { checkedAt } = written;
  const isOwn = request !== undefined && earlierOutcome(needs, imei, request)?.kind === 'answered';
  if (!isOwn && !cache.isFresh({ answer, checkedAt })) return undefined;
  return { source: 'cache', checkedAt, sandbox, ...answer };
}

function firstOf<T>(hashes: readonly string[], find: (hash: string) => T | undefined): T | undefined {
  for (const hash of hashes) {
    const found = find(hash);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readOrNothing(read: ReadAnswer, raw: RawAnswer): CheckAnswer | undefined {
  try {
    return read(raw);
  } catch {
    // What was written down is a failure's body, or of a provider this version does not have.
    return undefined;
  }
}
