import type { Imei } from '../../imei/number/imei.ts';
import type { CheckAnswer, RawAnswer } from '../../provider/device.ts';
import type { ReadAnswer } from '../../provider/stored.ts';
import type { StoreHealth } from '../../store/health.ts';
import type { Answer, CheckRequest } from '../answer.ts';
import type { Ledger, SendOutcome } from '../outbox/ledger.ts';
import { untilHealthy, waitsForStore } from '../outbox/outbox.ts';
import type { AnswerCache } from './cache.ts';

export interface KnownNeeds {
  readonly cache: AnswerCache;
  readonly ledger: Ledger;
  readonly read: ReadAnswer;
  readonly health: StoreHealth;
  /** Nobody is answered with a check that is paid while the store fails. */
  readonly needsStore: boolean;
  readonly sandbox: boolean;
}

/** Who wants to know. */
interface LookUp extends Pick<CheckRequest, 'requestId' | 'priority' | 'signal' | 'onWait'> {
  /** Aborted when somebody is in a hurry. */
  readonly single?: AbortSignal;
}

/** What was paid for already. While the store fails, a batch waits for it, and a person goes without. */
export async function lookUp(needs: KnownNeeds, imei: Imei, request: LookUp): Promise<Answer | undefined> {
  for (;;) {
    try {
      return (await needs.cache.get(imei)) ?? fromLedger(needs, imei, request);
    } catch (error) {
      needs.health.report(error);
      const written = fromLedger(needs, imei, request);
      // A read that failed is not a miss: a batch waits for the store, a person is answered and pays if need be.
      if (written !== undefined || !waitsForStore(needs, request)) return written;
      await untilHealthy(needs, request);
    }
  }
}

/** How an earlier send of this IMEI for this very request ended, if there was one. */
export function earlierOutcome(
  { ledger, cache }: Pick<KnownNeeds, 'ledger' | 'cache'>,
  imei: Imei,
  { requestId }: Pick<CheckRequest, 'requestId'>,
): SendOutcome | undefined {
  return firstOf(hashesOf(cache, imei), (hash) => ledger.outcomeOf(requestId, hash));
}

/** An answer that was paid for and has not reached the cache: as fresh as one of the cache, or paid by this request. */
export function fromLedger(
  needs: KnownNeeds,
  imei: Imei,
  request?: Pick<CheckRequest, 'requestId'>,
): Answer | undefined {
  const { ledger, cache, read, sandbox } = needs;
  const written = firstOf(hashesOf(cache, imei), (hash) => ledger.answerOf(hash));
  const answer = written === undefined ? undefined : readOrNothing(read, written.raw);
  if (written === undefined || answer === undefined) return undefined;
  const { checkedAt } = written;
  const isOwn = request !== undefined && earlierOutcome(needs, imei, request)?.kind === 'answered';
  if (!isOwn && !cache.isFresh({ answer, checkedAt })) return undefined;
  return { source: 'cache', checkedAt, sandbox, ...answer };
}

function hashesOf(cache: AnswerCache, imei: Imei): readonly string[] {
  return [cache.hashOf(imei), ...cache.formerHashesOf(imei)];
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
