import type { Imei } from '../imei/imei.ts';
import type { Job } from '../limiter/job.ts';
import type { Limiter } from '../limiter/limiter.ts';
import { type CanSend, type ReadAnswer, SendVetoed } from '../provider/contract.ts';
import type { RawAnswer } from '../provider/device.ts';
import { ServiceFailure } from '../provider/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { Allowance } from './allowance.ts';
import type { Answer, CheckRequest } from './answer.ts';
import type { Answers } from './answers.ts';
import type { AccountOf, ChecksNeeds } from './basics.ts';
import type { Breaker } from './breaker.ts';
import type { Flight } from './flights.ts';
import type { Ledger } from './ledger.ts';

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

type SendsNeeds = Pick<ChecksNeeds, 'provider' | 'health' | 'clock' | 'observer' | 'holds'> & {
  readonly read: ReadAnswer;
  readonly limiter: Limiter;
  readonly ledger: Ledger;
  readonly answers: Answers;
  readonly allowance: Allowance;
  readonly breaker: Breaker;
  readonly accountOf: AccountOf;
  /** Resolves once what earlier processes left is taken over. Rejects if the store fails. */
  readonly ready: () => Promise<unknown>;
};

/** A request to the service. */
interface Outgoing<Found> {
  readonly isCheck: boolean;
  /** The id of its row, or what makes it needless. Throws what makes it impossible. */
  readonly reserve: () => Promise<number | Found>;
  readonly call: (canSend: CanSend) => Promise<RawAnswer>;
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

export function createSends(needs: SendsNeeds): Sends {
  const { provider, limiter, ledger, breaker, clock, observer, allowance, answers, accountOf, health } =
    needs;
  const holds = (): boolean => needs.holds?.() !== false;
  const noteFailure = (failure: ServiceFailure): void => {
    breaker.failed(failure);
    if (failure.paid === 'maybe') observer.inDoubt(1);
  };
  /** Makes the call; undefined if it was vetoed when the connection stood. */
  const call = async (id: number, { isCheck, ...outgoing }: Outgoing<unknown>, canSend: CanSend) => {
    const leftAt = clock.elapsed();
    try {
      const raw = await outgoing.call(canSend);
      const checkedAt = clock.now();
      observer.serviceAnswered(clock.elapsed() - leftAt);
      observer.serviceResponded(String(raw.httpStatus));
      await ledger.answered(id, raw, isCheck);
      return { raw, id, checkedAt };
    } catch (error) {
      if (error instanceof SendVetoed) {
        await ledger.vetoed(id);
        return undefined;
      }
      const failure = error instanceof ServiceFailure ? error : new ServiceFailure('unexpected');
      observer.serviceResponded(String(failure.httpStatus ?? 'none'));
      if (isCheck) noteFailure(failure);
      await ledger.failed(id, failure, isCheck ? 'check' : 'status');
      throw error;
    }
  };
  const send = async <Found>(job: Job, outgoing: Outgoing<Found>): Promise<Received | Found> => {
    const cameAt = clock.elapsed();
    let hasLeft = false;
    const received = await limiter.schedule<Received | Found>(job, {
      arrived: (error) => hasLeft && !(error instanceof ServiceFailure && error.kind === 'unsent'),
      send: async (turn) => {
        observer.waited(clock.elapsed() - cameAt);
        for (;;) {
          await turn.confirm();
          job.signal.throwIfAborted();
          if (!holds()) throw new StoreFailed('another process may own the store by now');
          const mark = breaker.mark();
          const id = await outgoing.reserve();
          if (typeof id !== 'number') return id;
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
  const sendCheck = (imei: Imei, request: CheckRequest, flight: Flight): Promise<Received | Answer> => {
    const job: Job = {
      fairnessKey: request.requestId,
      priority: flight.priority(),
      person: accountOf(request.requester),
      onWait: flight.onWait,
      signal: flight.signal,
    };
    const sending = send(job, {
      isCheck: true,
      reserve: async () => {
        breaker.pass();
        return ledger.reserve(imei, request);
      },
      call: (canSend) => provider.check(imei, canSend),
    });
    flight.onPromotion((requester) => limiter.promote(job, accountOf(requester)));
    return sending;
  };
  /** Reads the raw body, which is stored by now. */
  const keep = async (imei: Imei, { raw, id, checkedAt, mark }: Received) => {
    try {
      const checked = { answer: needs.read(raw), checkedAt };
      observer.spent(1);
      breaker.succeeded(mark);
      answers.put(imei, raw, checked).catch(health.report);
      return answers.as('service', checked);
    } catch (error) {
      if (error instanceof ServiceFailure) {
        noteFailure(error);
        await ledger.failed(id, error, 'paid check');
      }
      throw error;
    }
  };
  return {
    buy: async (imei, request, flight) => {
      await needs.ready();
      await allowance.look(request, flight.signal);
      const received = await sendCheck(imei, request, flight);
      return 'source' in received ? received : keep(imei, received);
    },
    status: async () => {
      await needs.ready();
      // Shared by all callers that ask meanwhile, so that no single one can abort it.
      const { signal } = new AbortController();
      const job: Job = { fairnessKey: 'key-status', priority: 'status', signal };
      const outgoing = { isCheck: false, reserve: ledger.reserveStatus, call: provider.status };
      return (await send<never>(job, outgoing)).raw;
    },
  };
}
