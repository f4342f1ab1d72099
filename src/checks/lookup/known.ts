import type { Imei } from '../../imei/imei.ts';
import type { ReadAnswer } from '../../provider/contract.ts';
import type { CheckAnswer, RawAnswer } from '../../provider/device.ts';
import type { StoreHealth } from '../../store/health.ts';
import type { Answer, CheckRequest } from '../answer.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { Doubt, SendOutcome } from '../outbox/ledger-row.ts';
import { untilHealthy, waitsForStore } from '../outbox/outbox.ts';
import type { AnswerCache } from './cache.ts';

export interface KnownNeeds {
  readonly cache: AnswerCache;
  readonly ledger: Ledger;
  readonly read: ReadAnswer;
  readonly health: StoreHealth;
  /** When requests were accepted for which an earlier process may have sent something, by their ids. */
  readonly resumed: { get(requestId: string): number | undefined };
  readonly sandbox: boolean;
}

/** The check for which it is looked up. */
interface LookUp extends Pick<CheckRequest, 'requestId' | 'priority' | 'signal' | 'onWait'> {
  /** Aborted when a single check waits for it as well. */
  readonly single?: AbortSignal;
}

/**
 * The answer that is already known; undefined if there is none. While the store fails, a batch waits for it, and so does a
 * resumed request, for which something may have been sent; another single check goes on without the store.
 */
export async function lookUp(needs: KnownNeeds, imei: Imei, request: LookUp): Promise<Answer | undefined> {
  const { own } = needs.cache.hashesOf(imei);
  for (;;) {
    try {
      const cached = await needs.cache.get(imei);
      if (cached !== undefined) return cached;
      await learn(needs, own);
      return fromLedger(needs, own, request);
    } catch (error) {
      needs.health.report(error);
      // The ledger may be readable though the cache is not.
      await learn(needs, own).catch(() => undefined);
      const written = fromLedger(needs, own, request);
      if (written !== undefined || !(await waited(needs, request))) return written;
    }
  }
}

/** Reads what earlier processes have sent of this IMEI, if this request is resumed and may have been among them. */
export async function learnEarlier(needs: KnownNeeds, imeiHash: string, request: LookUp): Promise<void> {
  while (needs.resumed.get(request.requestId) !== undefined) {
    try {
      return await learn(needs, imeiHash);
    } catch (error) {
      needs.health.report(error);
      await waited(needs, request);
    }
  }
}

/** Reads what earlier processes have sent of this IMEI. Rejects while the store fails. */
export function learn({ ledger }: Pick<KnownNeeds, 'ledger'>, imeiHash: string): Promise<void> {
  return ledger.learn(imeiHash);
}

/** Waits for a failing store. Resolves with false if this check goes on without it. */
async function waited(needs: KnownNeeds, request: LookUp): Promise<boolean> {
  const isResumed = needs.resumed.get(request.requestId) !== undefined;
  if (!isResumed && !waitsForStore(request)) return false;
  await untilHealthy({ ...needs, needsStore: isResumed }, request);
  return true;
}

/** How an earlier check of this IMEI for this request ended; undefined if there was none. */
export function earlierOutcome(
  { ledger }: Pick<KnownNeeds, 'ledger'>,
  imeiHash: string,
  { requestId }: Pick<CheckRequest, 'requestId'>,
): SendOutcome | undefined {
  return ledger.outcomeOf(requestId, imeiHash);
}

/** The latest send of an IMEI that may have been paid for without an answer, for whomever; undefined if there is none. */
export function latestDoubt({ ledger }: Pick<KnownNeeds, 'ledger'>, imeiHash: string): Doubt | undefined {
  return ledger.doubtOf(imeiHash);
}

/**
 * A failure that may have been paid for and became known after a resumed request was accepted: it would have waited for that
 * send, had its process lived, so only a new request may send it again. By the time of day, as an earlier process accepted
 * it.
 */
export function doubtSinceAccepted(
  needs: Pick<KnownNeeds, 'ledger' | 'resumed'>,
  imeiHash: string,
  { requestId }: Pick<CheckRequest, 'requestId'>,
): Doubt | undefined {
  const since = needs.resumed.get(requestId);
  if (since === undefined) return undefined;
  const doubt = latestDoubt(needs, imeiHash);
  return doubt !== undefined && doubt.knownAt > since ? doubt : undefined;
}

/** A paid answer that has not reached the cache: one that is fresh, or that this request paid for. */
export function fromLedger(
  needs: KnownNeeds,
  imeiHash: string,
  request?: Pick<CheckRequest, 'requestId'>,
): Answer | undefined {
  const { ledger, cache, read, sandbox } = needs;
  const written = ledger.answerOf(imeiHash);
  const answer = written === undefined ? undefined : readOrNothing(read, written.raw);
  if (written === undefined || answer === undefined) return undefined;
  const { checkedAt } = written;
  const isOwn = request !== undefined && earlierOutcome(needs, imeiHash, request)?.kind === 'answered';
  if (!isOwn && !cache.isFresh({ answer, checkedAt })) return undefined;
  return { source: 'cache', checkedAt, sandbox, ...answer };
}

function readOrNothing(read: ReadAnswer, raw: RawAnswer): CheckAnswer | undefined {
  try {
    return read(raw);
  } catch {
    // The body is that of a failure, or of a provider this version does not have.
    return undefined;
  }
}
