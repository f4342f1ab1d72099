import type { Clock } from '../../core/clock.ts';
import type { Imei } from '../../imei/imei.ts';
import type { Limiter } from '../../limiter/limiter.ts';
import type { LookupProvider } from '../../provider/contract.ts';
import type { CheckAnswer, RawAnswer } from '../../provider/device.ts';
import { ServiceFailure } from '../../provider/errors.ts';
import { type Answer, CheckRefused, type CheckRequest } from '../answer.ts';
import type { AccountOf } from '../basics.ts';
import type { Breaker } from '../outbox/breaker.ts';
import {
  ClaimLost,
  type Outbox,
  type OutboxJob,
  type Sent,
  untilHealthy,
  waitsForStore,
} from '../outbox/outbox.ts';
import type { Allowance } from '../quota/allowance.ts';
import type { SpendingBook } from '../quota/spending.ts';
import type { ImeiHashes } from './cache.ts';
import { type Claims, FailedElsewhere, type Seen } from './claims.ts';
import type { Flight } from './flights.ts';
import { type KnownNeeds, lookUp } from './known.ts';

/** Pauses before a request that never left is tried again. */
const RETRY_PAUSES_MS = [1_000, 4_000, 10_000];

export interface CheckAttemptNeeds extends KnownNeeds {
  readonly outbox: Outbox;
  readonly promote: Limiter['promote'];
  readonly breaker: Breaker;
  /** Present where other processes may send the same IMEI. */
  readonly claims?: Claims | undefined;
  readonly provider: Pick<LookupProvider, 'check'>;
  readonly allowance: Allowance;
  readonly spending: SpendingBook;
  readonly clock: Clock;
  readonly accountOf: AccountOf;
}

export interface CheckAttempt {
  readonly imei: Imei;
  readonly request: CheckRequest;
  readonly fresh: boolean;
  readonly flight: Flight;
  readonly hashes: ImeiHashes;
  /** The claim of another process, or its failure, when this began. */
  readonly seen?: Seen;
}

/**
 * Makes one check: counts it for whoever pays, claims it among the processes, sends it, retries if it was never sent, and
 * saves the answer. What it took of the allowance is given back, unless it was or may have been paid for.
 */
export async function sendFlight(needs: CheckAttemptNeeds, attempt: CheckAttempt): Promise<Answer> {
  // The flight's signal, since its first waiter may leave while others wait.
  const { signal } = attempt.flight;
  const { own: imeiHash, scope } = attempt.hashes;
  const purchase = { ...attempt.request, imeiHash, signal };
  // First of all, since the reserve may wait for the key's status: who waits from here on learns what fails meanwhile.
  const { claims } = needs;
  const seen = claims && (await whileStoreWorks(needs, attempt, () => claims.look(scope)));
  await whileStoreWorks(needs, attempt, () => {
    const waits = waitsForStore(needs, { ...attempt.request, single: attempt.flight.single });
    return needs.allowance.take({ ...purchase, waitsForStore: waits });
  });
  let spent = false;
  try {
    const answer = await sendUntilAnswered(needs, { ...attempt, seen });
    spent = answer.source === 'service';
    return answer;
  } catch (error) {
    if (error instanceof FailedElsewhere) await keepFailure(needs, attempt, error);
    else spent = error instanceof ServiceFailure && error.paid === 'maybe';
    if (spent) await needs.spending.count('inDoubt');
    throw error;
  } finally {
    await needs.allowance.settle(purchase, { spent });
  }
}

/** Another process sent it for everybody and failed: the requests that waited here must not send it again. */
async function keepFailure(
  { ledger, health }: CheckAttemptNeeds,
  { request, flight, hashes }: CheckAttempt,
  { code }: ServiceFailure,
): Promise<void> {
  const send = { kind: 'check', imeiHash: hashes.own, requestId: request.requestId } as const;
  await ledger.failedElsewhere(send, code, flight.requestIds()).catch(health.report);
}

async function sendUntilAnswered(needs: CheckAttemptNeeds, attempt: CheckAttempt): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await sendHereOrWait(needs, attempt);
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error instanceof FailedElsewhere) throw error;
      needs.breaker.failed(error);
      const pauseMs = RETRY_PAUSES_MS[tries];
      if (error.retry !== 'soon' || pauseMs === undefined || needs.breaker.state().open) throw error;
      await needs.clock.sleep(pauseMs, attempt.flight.signal);
    }
  }
}

/** Sends it, or waits for the outcome if another process is sending it. */
async function sendHereOrWait(needs: CheckAttemptNeeds, attempt: CheckAttempt): Promise<Answer> {
  const { imei, request, fresh, flight, hashes } = attempt;
  const { own, scope } = hashes;
  for (;;) {
    const answer = await sendOnce(needs, attempt);
    if (answer !== undefined) return answer;
    const wanted = { imeiHash: own, seen: attempt.seen };
    await whileStoreWorks(needs, attempt, async () => needs.claims?.over(scope, wanted, flight.signal));
    // Most likely it is known now, and need not be queued again.
    const known = fresh ? undefined : await lookUp(needs, imei, { ...request, ...flight });
    if (known !== undefined) return known;
  }
}

/** Resolves with undefined if another process is sending it. */
async function sendOnce(needs: CheckAttemptNeeds, attempt: CheckAttempt): Promise<Answer | undefined> {
  const { claims } = needs;
  const { imei, request, fresh, flight } = attempt;
  const { own: imeiHash, scope: claim } = attempt.hashes;
  let known: Answer | undefined;
  let read: CheckAnswer | undefined;
  let isClaimed = false;
  let mark = 0;
  // The breaker may have opened since it let this one pass: a store that stalls holds up each step.
  const mayStillPass = (): boolean => needs.breaker.mark() === mark;
  try {
    const job: OutboxJob = {
      fairnessKey: request.requestId,
      send: { kind: 'check', imeiHash, requestId: request.requestId },
      priority: flight.single.aborted ? 'single' : 'batch',
      person: needs.accountOf(request.requester),
      single: flight.single,
      onWait: flight.onWait,
      beforeSend: async () => {
        if (claims !== undefined) {
          const wanted = { imeiHash, seen: attempt.seen };
          const taken = await whileStoreWorks(needs, attempt, () => claims.take(claim, wanted));
          isClaimed = taken === 'taken';
          if (!isClaimed) return 'skip';
        }
        known = fresh ? undefined : await lookUp(needs, imei, { ...request, ...flight });
        if (known !== undefined) return 'skip';
        await needs.breaker.learn();
        needs.breaker.pass();
        mark = needs.breaker.mark();
        return 'send';
      },
      isStillOurs: async () => mayStillPass() && (claims === undefined || claims.renew(claim)),
      call: async (canSend) => {
        const raw = await needs.provider.check(imei, () => canSend() && mayStillPass());
        read = heed(needs, raw);
        // Now, so that it is written beside the answer: where a store writes both at once, no end of the process parts them.
        if (read !== undefined) void needs.spending.count('paid');
        return raw;
      },
      sharedBy: flight.requestIds,
      signal: flight.signal,
    };
    const sending = needs.outbox.send(job);
    flight.onPromotion((requester) => needs.promote(job, needs.accountOf(requester)));
    const sent = await sending;
    const answer = sent === undefined ? known : await keep(needs, imei, { ...sent, mark, read });
    if (isClaimed) await claims?.release(claim);
    return answer;
  } catch (error) {
    const isLost = error instanceof ClaimLost;
    const isOfThis = error instanceof ServiceFailure && error.paid === 'maybe';
    // Also where it may be lost: it is not held on to for nothing where the one who asked leaves now.
    if (isClaimed) await claims?.release(claim, isOfThis ? { code: error.code, imeiHash } : undefined);
    if (isLost) return undefined;
    throw error;
  }
}

/**
 * Reads what has come; undefined if it is a failure. Lets nothing more out as soon as a refusal is known, before it is written
 * down.
 */
function heed({ read, breaker }: CheckAttemptNeeds, raw: RawAnswer): CheckAnswer | undefined {
  try {
    return read(raw);
  } catch (error) {
    if (error instanceof ServiceFailure && error.refusesAll) breaker.failed(error);
    return undefined;
  }
}

/** Retries while the store fails, each time it works again. */
async function whileStoreWorks<T>(
  needs: CheckAttemptNeeds,
  { request, flight }: CheckAttempt,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CheckRefused) throw error;
      flight.signal.throwIfAborted();
      if (error instanceof FailedElsewhere) throw error;
      needs.health.report(error);
      await untilHealthy(needs, { priority: request.priority, ...flight });
    }
  }
}

interface Received extends Sent {
  /** The breaker's mark when it was sent. */
  readonly mark: number;
  /** What `heed` has read of it. */
  readonly read: CheckAnswer | undefined;
}

/** @throws ServiceFailure if it is one */
async function keep(
  needs: CheckAttemptNeeds,
  imei: Imei,
  { raw, entry, mark, read }: Received,
): Promise<Answer> {
  const { cache, health, breaker, clock, sandbox } = needs;
  const checkedAt = clock.now();
  try {
    const answer = read ?? needs.read(raw);
    breaker.succeeded(mark);
    const kept = await cache.put(imei, raw, { answer, checkedAt }).catch(health.report);
    // Nobody has to wait for it: until then the answer stands in both places.
    if (kept === true) void entry.cached();
    return { source: 'service', checkedAt, sandbox, ...answer };
  } catch (error) {
    if (error instanceof ServiceFailure) await entry.failed(error.code);
    throw error;
  }
}
