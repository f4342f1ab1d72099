import { momentOf } from '../core/clock.ts';
import type { Imei } from '../imei/imei.ts';
import type { Job } from '../limiter/job.ts';
import type { Limiter } from '../limiter/limiter.ts';
import { type CanSend, type ReadAnswer, SendVetoed } from '../provider/contract.ts';
import type { RawAnswer } from '../provider/device.ts';
import { ServiceFailure } from '../provider/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { NewSend, SendTable } from '../store/schema/send.ts';
import type { Statement } from '../store/sql.ts';
import type { Answers } from './answers.ts';
import type { Breaker } from './breaker.ts';
import type { AccountOf, ChecksNeeds } from './contract.ts';
import { type Answer, CheckRefused, type CheckRequest } from './contract.ts';
import type { Flight } from './flights.ts';
import type { SpendingBook } from './spending.ts';

export type Sends = ReturnType<typeof createSends>;

type SendsNeeds = Pick<ChecksNeeds, 'provider' | 'store' | 'health' | 'clock' | 'observer' | 'holds'> & {
  readonly read: ReadAnswer;
  readonly limiter: Limiter;
  readonly table: SendTable;
  readonly answers: Answers;
  readonly spending: SpendingBook;
  readonly breaker: Breaker;
  readonly accountOf: AccountOf;
  readonly boot: string;
  /** How long a row is kept: longer than any request is open. */
  readonly keptMs: number;
};

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
export function createSends(needs: SendsNeeds) {
  const { provider, limiter, table, breaker, clock, observer, spending, answers, accountOf, health } = needs;
  const { sql } = needs.store;
  const holds = (): boolean => needs.holds?.() !== false;
  /** Writes in a transaction. If the store fails, it is written later, and nobody waits for it. */
  const record = (work: (t: Statement) => Promise<unknown>) => health.untilDone(() => sql.tx(work));
  const insert = (t: Statement, row: Pick<NewSend, 'imei' | 'request' | 'account'>): Promise<number> => {
    const sent = momentOf(clock);
    return table.insert(t, { ...row, boot: needs.boot, sent, expires: sent.at + needs.keptMs });
  };
  const reserveCheck = async (imei: Imei, request: CheckRequest): Promise<number | Answer> => {
    breaker.pass();
    const row = {
      imei: answers.imeiHash(imei),
      request: answers.requestHash(request.requestId),
      account: spending.accountHash(request.requester),
    };
    const reserved = await sql.tx(async (t) => {
      const known = await answers.fromSends(imei, request, t);
      if (known !== undefined) return known;
      const spent = await spending.authorize(t, request);
      return spent instanceof CheckRefused ? spent : { id: await insert(t, row), spent };
    });
    if (reserved instanceof CheckRefused) throw reserved;
    if ('source' in reserved) return reserved;
    spending.warn(reserved.spent);
    return reserved.id;
  };
  const storeBody = (id: number, raw: RawAnswer, isCheck: boolean): Promise<void> => {
    const end = momentOf(clock);
    return record(async (t) => {
      await table.setAnswer(t, id, end, isCheck ? JSON.stringify(raw) : null);
      if (isCheck) await spending.count(t, 'paid', 1);
    });
  };
  /** @param was a `paid check` has a body that was counted as paid */
  const storeFailure = (id: number, failure: ServiceFailure, was: 'check' | 'paid check' | 'status') => {
    const at = clock.now();
    const isDoubt = failure.paid === 'maybe';
    if (was !== 'status') breaker.failed(failure);
    if (was !== 'status' && isDoubt) observer.inDoubt(1);
    return record(async (t) => {
      if (failure.kind === 'unsent') return table.remove(t, id);
      await table.markFailed(t, id, at, { state: isDoubt ? 'doubt' : 'failed', code: failure.code });
      if (was === 'paid check') await spending.count(t, 'paid', -1);
      if (was !== 'status' && isDoubt) await spending.count(t, 'inDoubt', 1);
    });
  };
  /** Makes the call; undefined if it was vetoed once connected. */
  const call = async (id: number, { isCheck, ...outgoing }: Outgoing<unknown>, canSend: CanSend) => {
    const sentAt = clock.elapsed();
    try {
      const raw = await outgoing.call(canSend);
      const checkedAt = clock.now();
      observer.serviceAnswered(clock.elapsed() - sentAt);
      observer.serviceResponded(String(raw.httpStatus));
      await storeBody(id, raw, isCheck);
      return { raw, id, checkedAt };
    } catch (error) {
      if (error instanceof SendVetoed) {
        await record((t) => table.remove(t, id));
        return undefined;
      }
      const failure = error instanceof ServiceFailure ? error : new ServiceFailure('unexpected');
      observer.serviceResponded(String(failure.httpStatus ?? 'none'));
      await storeFailure(id, failure, isCheck ? 'check' : 'status');
      throw error;
    }
  };
  const send = <Found>(job: Job, outgoing: Outgoing<Found>): Promise<Received | Found> => {
    const enqueuedAt = clock.elapsed();
    let isSent = false;
    return limiter.schedule<Received | Found>(job, {
      mayHaveArrived: (error) => isSent && !(error instanceof ServiceFailure && error.kind === 'unsent'),
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
  const sendCheck = (imei: Imei, request: CheckRequest, flight: Flight): Promise<Received | Answer> => {
    const job: Job = {
      fairnessKey: request.requestId,
      priority: request.priority,
      person: accountOf(request.requester),
      onWait: flight.onWait,
      signal: flight.signal,
    };
    const sending = send(job, {
      isCheck: true,
      reserve: () => reserveCheck(imei, request),
      call: (canSend) => provider.check(imei, canSend),
    });
    flight.onPromotion((requester) => limiter.promote(job, accountOf(requester)));
    return sending;
  };
  /** Reads the raw body, which is already stored. */
  const finish = async (imei: Imei, { raw, id, checkedAt, mark }: Received) => {
    try {
      const checked = { answer: needs.read(raw), checkedAt };
      observer.spent(1);
      breaker.succeeded(mark);
      answers.set(imei, raw, checked).catch(health.report);
      return answers.toAnswer('service', checked);
    } catch (error) {
      if (error instanceof ServiceFailure) await storeFailure(id, error, 'paid check');
      throw error;
    }
  };
  return {
    /**
     * Pays for an answer, unless the transaction that inserts the row finds one.
     * @throws ServiceFailure, CheckRefused, StoreFailed, or the reason of the flight's signal
     */
    buy: async (imei: Imei, request: CheckRequest, flight: Flight): Promise<Answer> => {
      await spending.precheck(request, flight.signal);
      const received = await sendCheck(imei, request, flight);
      return 'source' in received ? received : finish(imei, received);
    },
    /** Asks for the key's status. @throws ServiceFailure, StoreFailed */
    status: async (): Promise<RawAnswer> => {
      // All callers share the request, so none of them may abort it.
      const { signal } = new AbortController();
      const job: Job = { fairnessKey: 'key-status', priority: 'status', signal };
      const reserve = () => sql.tx((t) => insert(t, { imei: null, request: '', account: '' }));
      return (await send<never>(job, { isCheck: false, reserve, call: provider.status })).raw;
    },
  };
}
