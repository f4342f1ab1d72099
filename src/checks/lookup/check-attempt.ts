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
  CalledOff,
  type Outbox,
  type OutboxJob,
  type Sent,
  untilHealthy,
  waitsForStore,
} from '../outbox/outbox.ts';
import type { Allowance } from '../quota/allowance.ts';
import type { SpendingBook } from '../quota/spending.ts';
import type { ImeiHashes } from './cache.ts';
import type { Flight } from './flights.ts';
import { type KnownNeeds, lookUp } from './known.ts';

/** Pauses before a request that never left is tried again. */
const RETRY_PAUSES_MS = [1_000, 4_000, 10_000];

export interface CheckAttemptNeeds extends KnownNeeds {
  readonly outbox: Outbox;
  readonly promote: Limiter['promote'];
  readonly breaker: Breaker;
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
}

/**
 * Makes one check: counts it for whoever pays, sends it, retries if it was never sent, and
 * saves the answer. What it took of the allowance is given back, unless it was or may have been paid for.
 */
export async function sendFlight(needs: CheckAttemptNeeds, attempt: CheckAttempt): Promise<Answer> {
  // The flight's signal, since its first waiter may leave while others wait.
  const { signal } = attempt.flight;
  const { own: imeiHash } = attempt.hashes;
  const purchase = { ...attempt.request, imeiHash, signal };
  await whileStoreWorks(needs, attempt, () => {
    const waits = waitsForStore({ ...attempt.request, single: attempt.flight.single });
    return needs.allowance.take({ ...purchase, waitsForStore: waits });
  });
  let spent = false;
  try {
    const answer = await sendUntilAnswered(needs, attempt);
    spent = answer.source === 'service';
    return answer;
  } catch (error) {
    spent = error instanceof ServiceFailure && error.paid === 'maybe';
    if (spent) await needs.spending.count('inDoubt');
    throw error;
  } finally {
    await needs.allowance.settle(purchase, { spent });
  }
}

async function sendUntilAnswered(needs: CheckAttemptNeeds, attempt: CheckAttempt): Promise<Answer> {
  let tries = 0;
  for (;;) {
    try {
      const answer = await sendOnce(needs, attempt);
      if (answer !== undefined) return answer;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      needs.breaker.failed(error);
      const pauseMs = RETRY_PAUSES_MS[tries];
      tries += 1;
      if (error.retry !== 'soon' || pauseMs === undefined || needs.breaker.state().open) throw error;
      await needs.clock.sleep(pauseMs, attempt.flight.signal);
    }
  }
}

/** Resolves with undefined if it was called off before it was sent. */
async function sendOnce(needs: CheckAttemptNeeds, attempt: CheckAttempt): Promise<Answer | undefined> {
  const { imei, request, fresh, flight } = attempt;
  const { own: imeiHash } = attempt.hashes;
  let known: Answer | undefined;
  let read: CheckAnswer | undefined;
  let mark = 0;
  // The breaker may have opened since it let this one pass: a store that stalls holds up each step.
  const mayStillPass = (): boolean => needs.breaker.mark() === mark;
  const job: OutboxJob = {
    fairnessKey: request.requestId,
    send: { kind: 'check', imeiHash, requestId: request.requestId },
    priority: flight.single.aborted ? 'single' : 'batch',
    person: needs.accountOf(request.requester),
    single: flight.single,
    onWait: flight.onWait,
    beforeSend: async () => {
      known = fresh ? undefined : await lookUp(needs, imei, { ...request, ...flight });
      if (known !== undefined) return 'skip';
      needs.breaker.pass();
      mark = needs.breaker.mark();
      return 'send';
    },
    mayStillBeSent: mayStillPass,
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
  try {
    const sent = await sending;
    return sent === undefined ? known : await keep(needs, imei, { ...sent, mark, read });
  } catch (error) {
    if (error instanceof CalledOff) return undefined;
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
