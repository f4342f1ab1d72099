import type { Clock } from '../core/clock.ts';
import type { Imei } from '../imei/imei.ts';
import type { Job } from '../limiter/job.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { type CanSend, type LookupProvider, SendVetoed } from '../provider/contract.ts';
import type { KeyStatus, RawAnswer } from '../provider/device.ts';
import { ServiceFailure } from '../provider/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { Sql } from '../store/sql.ts';
import type { Allowance } from './allowance.ts';
import type { Answers } from './answers.ts';
import type { Breaker } from './breaker.ts';
import { type Answer, CheckRefused, type CheckRequest } from './contract.ts';
import type { Flight } from './flights.ts';
import type { SendRecord } from './record.ts';

export type Sends = ReturnType<typeof createSends>;

/** A request to the service. */
interface Outgoing<Found> {
  readonly isCheck: boolean;
  /** The id of the new row, or an answer that makes the request unnecessary. Throws if it cannot be sent. */
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

/** The only way to the service: through the limiter, with a row of `send` that is committed before the call. */
export function createSends(options: {
  readonly provider: LookupProvider;
  readonly limiter: Limiter;
  readonly breaker: Breaker;
  readonly answers: Answers;
  readonly allowance: Allowance;
  readonly record: SendRecord;
  readonly sql: Sql;
  /** Whether this process still owns the store. */
  readonly holds: () => boolean;
  readonly observer: Metrics;
  readonly clock: Clock;
}) {
  const { provider, limiter, breaker, answers, allowance, record, sql, holds, observer, clock } =
    options;
  const reserveCheck = async (imei: Imei, request: CheckRequest): Promise<number | Answer> => {
    breaker.pass();
    const row = {
      imei: answers.imeiHash(imei),
      request: answers.requestHash(request.requestId),
      account: allowance.accountHash(request.requester),
    };
    const reserved = await sql.tx(async (t) => {
      const known = await answers.fromSends(imei, request, t);
      if (known !== undefined) return known;
      const spent = await allowance.authorize(t, request);
      return spent instanceof CheckRefused ? spent : { id: await record.insert(t, row), spent };
    });
    if (reserved instanceof CheckRefused) throw reserved;
    if ('source' in reserved) return reserved;
    allowance.warn(reserved.spent);
    return reserved.id;
  };
  const failed = (id: number, failure: ServiceFailure, was: 'check' | 'paid check' | 'status') => {
    if (was !== 'status') breaker.failed(failure);
    if (was !== 'status' && failure.paid === 'maybe') observer.inDoubt(1);
    return record.failed(id, failure, was);
  };
  /** Makes the call; undefined if it was vetoed once connected. */
  const call = async (
    id: number,
    { isCheck, ...outgoing }: Outgoing<unknown>,
    canSend: CanSend,
  ) => {
    const sentAt = clock.elapsed();
    try {
      const raw = await outgoing.call(canSend);
      const checkedAt = clock.now();
      observer.serviceAnswered(clock.elapsed() - sentAt);
      observer.serviceResponded(String(raw.httpStatus));
      await record.answered(id, raw, isCheck);
      return { raw, id, checkedAt };
    } catch (error) {
      if (error instanceof SendVetoed) {
        await record.remove(id);
        return undefined;
      }
      const failure = error instanceof ServiceFailure ? error : new ServiceFailure('unexpected');
      observer.serviceResponded(String(failure.httpStatus ?? 'none'));
      await failed(id, failure, isCheck ? 'check' : 'status');
      throw error;
    }
  };
  const send = <Found>(job: Job, outgoing: Outgoing<Found>): Promise<Received | Found> => {
    const enqueuedAt = clock.elapsed();
    let isSent = false;
    return limiter.schedule<Received | Found>(job, {
      mayHaveArrived: (error) =>
        isSent && !(error instanceof ServiceFailure && error.kind === 'unsent'),
      send: async (permit) => {
        observer.waited(clock.elapsed() - enqueuedAt);
        for (;;) {
          await permit.confirm();
          job.signal.throwIfAborted();
          if (!holds()) throw new StoreFailed('another process may own the store by now');
          const mark = breaker.mark();
          const id = await outgoing.reserve();
          if (typeof id !== 'number') return id;
          isSent = true;
          const canSend = (): boolean => permit.canSend() && holds() && breaker.mark() === mark;
          const received = await call(id, outgoing, canSend);
          if (received !== undefined) return { ...received, mark };
          isSent = false;
        }
      },
    });
  };
  const sendCheck = (
    imei: Imei,
    request: CheckRequest,
    flight: Flight,
  ): Promise<Received | Answer> => {
    const job: Job = {
      fairnessKey: request.requestId,
      priority: request.priority,
      person: allowance.accountOf(request.requester),
      onWait: flight.onWait,
      signal: flight.signal,
    };
    const sending = send(job, {
      isCheck: true,
      reserve: () => reserveCheck(imei, request),
      call: (canSend) => provider.check(imei, canSend),
    });
    flight.onPromotion((requester) => limiter.promote(job, allowance.accountOf(requester)));
    return sending;
  };
  /** Reads the raw body, which is already stored. */
  const finish = async (imei: Imei, { raw, id, checkedAt, mark }: Received) => {
    try {
      const checked = { answer: provider.read(raw), checkedAt };
      observer.spent(1);
      breaker.succeeded(mark);
      void answers.set(imei, raw, checked);
      return answers.toAnswer('service', checked);
    } catch (error) {
      if (error instanceof ServiceFailure) await failed(id, error, 'paid check');
      throw error;
    }
  };
  return {
    /**
     * Pays for an answer, unless the transaction that inserts the row finds one.
     * @throws ServiceFailure, CheckRefused, StoreFailed, or the reason of the flight's signal
     */
    buy: async (imei: Imei, request: CheckRequest, flight: Flight): Promise<Answer> => {
      await allowance.precheck(request, flight.signal);
      const received = await sendCheck(imei, request, flight);
      return 'source' in received ? received : finish(imei, received);
    },
    /** Asks for the key's status. @throws ServiceFailure, StoreFailed */
    status: async (): Promise<KeyStatus> => {
      // All callers share the request, so none of them may abort it.
      const { signal } = new AbortController();
      const job: Job = { fairnessKey: 'key-status', priority: 'status', signal };
      const reserve = () =>
        sql.tx((t) => record.insert(t, { imei: null, request: '', account: '' }));
      try {
        const { raw } = await send<never>(job, { isCheck: false, reserve, call: provider.status });
        return provider.readStatus(raw);
      } catch (error) {
        // A status call is free: only failures of the key, the account or the limit open the breaker.
        if (error instanceof ServiceFailure && error.refusesAll) breaker.failed(error);
        throw error;
      }
    },
  };
}
