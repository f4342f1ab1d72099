import type { Clock } from '../core/clock.ts';
import type { Imei } from '../imei/imei.ts';
import type { Job, SendPermit } from '../limiter/job.ts';
import type { Limiter } from '../limiter/limiter.ts';
import { type CanSend, type LookupProvider, type ReadAnswer, SendVetoed } from '../provider/contract.ts';
import type { RawAnswer } from '../provider/device.ts';
import { ServiceFailure } from '../provider/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { Allowance } from './allowance.ts';
import type { Answer, CheckRequest } from './answer.ts';
import type { Answers, Checked } from './answers.ts';
import type { AccountOf, CheckObserver } from './basics.ts';
import type { Breaker } from './breaker.ts';
import type { Flight } from './flights.ts';
import type { Ledger } from './ledger.ts';

/** Pauses before a request that never left is tried again. */
const RETRY_PAUSES_MS = [1_000, 4_000, 10_000];
/** How often it is looked whether a store that was taken away is back. */
const HELD_LOOK_MS = 1_000;

/** The only way to the service: through the limiter, and written down before it leaves and when it is answered. */
export interface Sends {
  /**
   * Pays for an answer, unless one is found when it is written down.
   * @throws ServiceFailure, CheckRefused, StoreFailed, or the reason of the flight's signal
   */
  buy(imei: Imei, request: CheckRequest, flight: Flight): Promise<Answer>;
  /** Asks for the key's status. @throws ServiceFailure, StoreFailed */
  status(): Promise<RawAnswer>;
}

export interface SendsNeeds {
  readonly provider: Pick<LookupProvider, 'check' | 'status'>;
  readonly read: ReadAnswer;
  readonly limiter: Limiter;
  readonly ledger: Ledger;
  readonly answers: Answers;
  readonly allowance: Allowance;
  readonly breaker: Breaker;
  readonly accountOf: AccountOf;
  readonly health: StoreHealth;
  readonly clock: Clock;
  readonly observer: CheckObserver;
  /** Resolves once what earlier processes left is taken over. Rejects if the store fails. */
  readonly ready: () => Promise<void>;
  /** Whether this process still owns the store; absent if nobody can take it. */
  readonly holds?: (() => boolean) | undefined;
}

/** A request to the service. */
interface Outgoing {
  readonly isCheck: boolean;
  /** The id of its row. Throws what makes the request needless or impossible. */
  readonly reserve: () => Promise<number>;
  readonly call: (canSend: CanSend) => Promise<RawAnswer>;
  /** Called when its body is being stored, to be stored with it. */
  readonly onAnswer?: (raw: RawAnswer, checkedAt: number) => void;
}

interface Received {
  readonly raw: RawAnswer;
  /** Its row. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
  /** The breaker's mark when it was sent. */
  readonly mark: number;
}

/** An answer was found in the transaction: nothing has to be sent. */
class Known extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('known');
    this.answer = answer;
  }
}

export function createSends(needs: SendsNeeds): Sends {
  const { limiter, ledger, breaker, clock, observer, allowance, answers, accountOf, health } = needs;
  const holds = (): boolean => needs.holds?.() !== false;

  /** Makes the call; undefined if it was vetoed when the connection stood. */
  const call = async (id: number, outgoing: Outgoing, canSend: CanSend) => {
    const { isCheck } = outgoing;
    const leftAt = clock.elapsed();
    try {
      const raw = await outgoing.call(canSend);
      const checkedAt = clock.now();
      observer.serviceAnswered(clock.elapsed() - leftAt);
      observer.serviceResponded(String(raw.httpStatus));
      const stored = ledger.answered(id, raw, isCheck);
      outgoing.onAnswer?.(raw, checkedAt);
      await stored;
      return { raw, id, checkedAt };
    } catch (error) {
      if (error instanceof SendVetoed) {
        await ledger.vetoed(id);
        return undefined;
      }
      const failure = error instanceof ServiceFailure ? error : new ServiceFailure('unexpected');
      observer.serviceResponded(String(failure.httpStatus ?? 'none'));
      if (isCheck) noteFailure(failure);
      await ledger.failed(id, failure, isCheck);
      throw error;
    }
  };
  const noteFailure = (failure: ServiceFailure): void => {
    breaker.failed(failure);
    if (failure.paid === 'maybe') observer.inDoubt(1);
  };
  /** Resolves when it may be sent now. */
  const confirm = async ({ signal, onWait }: Job, turn: SendPermit): Promise<void> => {
    await turn.confirm();
    while (!holds()) {
      onWait?.({ position: 1, startsInMs: 0, held: 'store' });
      await clock.sleep(HELD_LOOK_MS, signal);
    }
    signal.throwIfAborted();
  };
  const send = async (job: Job, outgoing: Outgoing): Promise<Received> => {
    const cameAt = clock.elapsed();
    let hasLeft = false;
    const received = await limiter.schedule<Received>(job, {
      arrived: (error) => hasLeft && !(error instanceof ServiceFailure && error.kind === 'unsent'),
      send: async (turn) => {
        observer.waited(clock.elapsed() - cameAt);
        for (;;) {
          await confirm(job, turn);
          const mark = breaker.mark();
          const id = await outgoing.reserve();
          hasLeft = true;
          const canSend = (): boolean => turn.canSend() && holds() && breaker.mark() === mark;
          const came = await call(id, outgoing, canSend);
          if (came !== undefined) return { ...came, mark };
          hasLeft = false;
        }
      },
    });
    if (received === undefined) throw new Error('a job without a beforeSend is never skipped');
    return received;
  };

  const sendCheck = (imei: Imei, request: CheckRequest, { flight, leaveLine }: Purchase) => {
    const job: Job = {
      fairnessKey: request.requestId,
      priority: flight.priority(),
      person: accountOf(request.requester),
      onWait: flight.onWait,
      signal: flight.signal,
    };
    const reserve = async (): Promise<number> => {
      breaker.pass();
      leaveLine();
      const reserved = await ledger.reserve(imei, request);
      if (typeof reserved !== 'number') throw new Known(reserved);
      return reserved;
    };
    const sending = send(job, {
      isCheck: true,
      reserve,
      call: (canSend) => needs.provider.check(imei, canSend),
      // A kept answer is only written over by one that was read.
      ...(!request.fresh && {
        onAnswer: (raw, at) => void answers.store(imei, raw, at).catch(health.report),
      }),
    });
    flight.onPromotion((requester) => limiter.promote(job, accountOf(requester)));
    return sending;
  };
  /** The raw body is stored: reads it. */
  const keep = async (imei: Imei, isStored: boolean, { raw, id, checkedAt, mark }: Received) => {
    try {
      const checked: Checked = { answer: needs.read(raw), checkedAt };
      observer.spent(1);
      breaker.succeeded(mark);
      answers.put(imei, raw, checked, { isStored }).catch(health.report);
      return answers.as('service', checked);
    } catch (error) {
      if (error instanceof ServiceFailure) {
        noteFailure(error);
        if (isStored) answers.drop(imei).catch(health.report);
        await ledger.misread(id, error);
      }
      throw error;
    }
  };
  /** Tries again what never left. */
  const buy = async (imei: Imei, request: CheckRequest, purchase: Purchase, tries = 0): Promise<Answer> => {
    try {
      return await keep(imei, !request.fresh, await sendCheck(imei, request, purchase));
    } catch (error) {
      if (error instanceof Known) return error.answer;
      const isWorthIt = error instanceof ServiceFailure && error.retry === 'soon' && !breaker.state().open;
      const pauseMs = isWorthIt ? RETRY_PAUSES_MS[tries] : undefined;
      if (pauseMs === undefined) throw error;
      await clock.sleep(pauseMs, purchase.flight.signal);
      return buy(imei, request, purchase, tries + 1);
    }
  };
  return {
    buy: async (imei, request, flight) => {
      await needs.ready();
      const leaveLine = await allowance.enter({ ...request, signal: flight.signal });
      try {
        return await buy(imei, request, { flight, leaveLine });
      } finally {
        leaveLine();
      }
    },
    status: async () => {
      await needs.ready();
      // Shared by all callers that ask meanwhile, so that no single one can abort it.
      const { signal } = new AbortController();
      const job: Job = { fairnessKey: 'key-status', priority: 'status', signal };
      const outgoing = { isCheck: false, reserve: ledger.reserveStatus, call: needs.provider.status };
      return (await send(job, outgoing)).raw;
    },
  };
}

interface Purchase {
  readonly flight: Flight;
  /** It counts as one that waits until it is in the table. */
  readonly leaveLine: () => void;
}
