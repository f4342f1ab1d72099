import type { Clock } from '../../core/clock.ts';
import type { Imei } from '../../imei/number/imei.ts';
import type { ServiceClient } from '../../provider/device-identity/client.ts';
import { readCheckAnswer } from '../../provider/device-identity/read.ts';
import { ServiceFailure } from '../../provider/errors.ts';
import type { AccountOf } from '../accounts.ts';
import { type Answer, CheckRefused, type CheckRequest } from '../answer.ts';
import type { Breaker } from '../outbox/breaker.ts';
import { type Gateway, type Sent, TurnLost, untilHealthy, waitsForStore } from '../outbox/outbox.ts';
import type { Allowance } from '../quota/allowance.ts';
import type { SpendingBook } from '../quota/spending.ts';
import { type Claims, FailedElsewhere, type Seen } from './claims.ts';
import type { Crew } from './flights.ts';
import { type KnownNeeds, lookUp } from './known.ts';

/** Pauses before a request that never left is tried again. */
const RETRY_PAUSES_MS = [1_000, 4_000, 10_000];

export interface JourneyNeeds extends KnownNeeds {
  readonly gateway: Gateway;
  readonly breaker: Breaker;
  readonly claims: Claims;
  readonly client: ServiceClient;
  readonly allowance: Allowance;
  readonly spending: SpendingBook;
  readonly clock: Clock;
  readonly accountOf: AccountOf;
}

export interface Journey {
  readonly imei: Imei;
  readonly request: CheckRequest;
  readonly fresh: boolean;
  readonly crew: Crew;
  /** What others had under way, or had just failed with, when it began. */
  readonly seen?: Seen;
}

/**
 * One check on its way: counted for whoever pays, claimed among the processes, sent, tried again where it never left, and
 * kept. What it took of the allowance is given back unless it was, or may have been, paid.
 */
export async function fly(needs: JourneyNeeds, journey: Journey): Promise<Answer> {
  // Of the flight, not of its first passenger, who may leave it to the others.
  const { signal } = journey.crew;
  const purchase = { ...journey.request, imeiHash: needs.cache.hashOf(journey.imei), signal };
  await whileStoreWorks(needs, journey, () => {
    const waits = waitsForStore(needs, { ...journey.request, single: journey.crew.single });
    return needs.allowance.take({ ...purchase, waitsForStore: waits });
  });
  let spent = false;
  try {
    const seen = await whileStoreWorks(needs, journey, () =>
      needs.claims.look(needs.cache.scopeHashOf(journey.imei)),
    );
    const answer = await sendUntilAnswered(needs, { ...journey, seen });
    spent = answer.source === 'service';
    return answer;
  } catch (error) {
    if (error instanceof FailedElsewhere) await keepFailure(needs, journey, error);
    else spent = error instanceof ServiceFailure && error.paid === 'maybe';
    if (spent) await needs.spending.count('inDoubt');
    throw error;
  } finally {
    await needs.allowance.settle(purchase, { spent });
  }
}

/** What was sent for all who waited belongs to the requests that waited here as well: they do not send it again. */
async function keepFailure(
  { ledger, cache, health }: JourneyNeeds,
  { imei, request, crew }: Journey,
  { code }: ServiceFailure,
): Promise<void> {
  const send = { kind: 'check', imeiHash: cache.hashOf(imei), requestId: request.requestId } as const;
  await ledger.failedElsewhere(send, code, crew.requestIds()).catch(health.report);
}

async function sendUntilAnswered(needs: JourneyNeeds, journey: Journey): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await sendHereOrWait(needs, journey);
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error instanceof FailedElsewhere) throw error;
      needs.breaker.failed(error);
      const pauseMs = RETRY_PAUSES_MS[tries];
      if (error.retry !== 'soon' || pauseMs === undefined || needs.breaker.state().open) throw error;
      await needs.clock.sleep(pauseMs, journey.crew.signal);
    }
  }
}

/** Sends it, unless another process has it under way: then what comes of that is waited for. */
async function sendHereOrWait(needs: JourneyNeeds, journey: Journey): Promise<Answer> {
  const { claims, cache } = needs;
  const { imei, request, fresh, crew } = journey;
  for (;;) {
    const answer = await sendOnce(needs, journey);
    if (answer !== undefined) return answer;
    const wanted = { imeiHash: cache.hashOf(imei), seen: journey.seen };
    await whileStoreWorks(needs, journey, () => claims.over(cache.scopeHashOf(imei), wanted, crew.signal));
    // Most likely it is known now, and need not stand in line again.
    const known = fresh ? undefined : await lookUp(needs, imei, { ...request, ...crew });
    if (known !== undefined) return known;
  }
}

/** Resolves with nothing when another process has it under way. */
async function sendOnce(needs: JourneyNeeds, journey: Journey): Promise<Answer | undefined> {
  const { cache, claims } = needs;
  const { imei, request, fresh, crew } = journey;
  const imeiHash = cache.hashOf(imei);
  const claim = cache.scopeHashOf(imei);
  let known: Answer | undefined;
  let isClaimed = false;
  let mark = 0;
  try {
    const sent = await needs.gateway.send({
      send: { kind: 'check', imeiHash, requestId: request.requestId },
      priority: crew.single.aborted ? 'single' : 'batch',
      person: needs.accountOf(request.requester),
      single: crew.single,
      onWait: crew.onWait,
      onTicket: (ticket) => crew.onPromotion((requester) => ticket.promote(needs.accountOf(requester))),
      needless: async () => {
        const wanted = { imeiHash, seen: journey.seen };
        const taken = await whileStoreWorks(needs, journey, () => claims.take(claim, wanted));
        isClaimed = taken === 'taken';
        if (!isClaimed) return true;
        known = fresh ? undefined : await lookUp(needs, imei, { ...request, ...crew });
        if (known !== undefined) return true;
        await needs.breaker.learn();
        needs.breaker.pass();
        return false;
      },
      isStillOurs: () => claims.renew(claim),
      call: (signal, mayLeave) => {
        mark = needs.breaker.mark();
        return needs.client.checkImei(imei, signal, mayLeave);
      },
      sharedBy: crew.requestIds,
      signal: crew.signal,
    });
    const answer = sent === undefined ? known : await keep(needs, imei, { ...sent, mark });
    if (isClaimed) await claims.release(claim);
    return answer;
  } catch (error) {
    if (error instanceof TurnLost) return undefined;
    const isOfThis = error instanceof ServiceFailure && error.paid === 'maybe';
    if (isClaimed) await claims.release(claim, isOfThis ? { code: error.code, imeiHash } : undefined);
    throw error;
  }
}

/** Asks the store again when it works again, for as long as it takes. */
async function whileStoreWorks<T>(
  needs: JourneyNeeds,
  { request, crew }: Journey,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CheckRefused) throw error;
      crew.signal.throwIfAborted();
      if (error instanceof FailedElsewhere) throw error;
      needs.health.report(error);
      await untilHealthy(needs, { priority: request.priority, ...crew });
    }
  }
}

async function keep(
  needs: JourneyNeeds,
  imei: Imei,
  { raw, page, mark }: Sent & { readonly mark: number },
): Promise<Answer> {
  const { cache, health, spending, breaker, clock, sandbox } = needs;
  const checkedAt = clock.now();
  try {
    const answer = readCheckAnswer(raw);
    breaker.succeeded(mark);
    await spending.count('paid');
    const kept = await cache.put(imei, raw, { answer, checkedAt }).catch(health.report);
    if (kept === true) await page.cached();
    return { source: 'service', checkedAt, sandbox, ...answer };
  } catch (error) {
    if (error instanceof ServiceFailure) await page.failed(error.code);
    throw error;
  }
}
