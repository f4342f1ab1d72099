import { type Clock, momentOf } from '../core/clock.ts';
import { jsonIn } from '../core/json.ts';
import type { Imei } from '../imei/imei.ts';
import type { ReadAnswer } from '../provider/contract.ts';
import type { RawAnswer } from '../provider/device.ts';
import { isFailureCode, ServiceFailure } from '../provider/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { EndedSend, NewSend, SendTable } from '../store/schema/send.ts';
import type { Seal } from '../store/seal/seal.ts';
import type { Sql, Statement } from '../store/sql.ts';
import type { Allowance } from './allowance.ts';
import { type Answer, CheckRefused, type CheckRequest } from './answer.ts';
import { type Answers, type Checked, rawAnswerSchema } from './answers.ts';
import type { SpendingBook } from './spending.ts';

/** The rows of `send`, each change a transaction. Rows are named by their ids. */
export interface Ledger {
  /**
   * What is known of an IMEI from its sends: an answer that is fresh, or that was paid since the request was accepted.
   * @throws ServiceFailure if one was sent since then that may have been paid for; StoreFailed
   */
  earlier(imei: Imei, request?: CheckRequest): Promise<Answer | undefined>;
  /**
   * Makes the row of a check, unless the same transaction finds an answer.
   * @throws what `earlier` throws; CheckRefused
   */
  reserve(imei: Imei, request: CheckRequest): Promise<Answer | number>;
  /** Makes the row of a call for the key's status. @throws StoreFailed */
  reserveStatus(): Promise<number>;
  /** It never left. Does not reject, as those below: while the store fails this is written as soon as it works again. */
  vetoed(id: number): Promise<void>;
  /** Stores the raw body; that of a check counts as paid. */
  answered(id: number, raw: RawAnswer, isCheck: boolean): Promise<void>;
  /** It failed without an answer. */
  failed(id: number, failure: ServiceFailure, isCheck: boolean): Promise<void>;
  /** The stored body of a check holds a failure. */
  misread(id: number, failure: ServiceFailure): Promise<void>;
}

export interface LedgerNeeds {
  readonly sql: Sql;
  readonly table: SendTable;
  readonly seal: Seal;
  readonly read: ReadAnswer;
  readonly answers: Answers;
  readonly allowance: Allowance;
  readonly spending: SpendingBook;
  readonly health: StoreHealth;
  readonly clock: Clock;
  readonly boot: string;
  /** How long a send is remembered: longer than any request is open. */
  readonly keptMs: number;
  /** Aborted at the end of this process. */
  readonly ended: AbortSignal;
}

export function createLedger(needs: LedgerNeeds): Ledger {
  const { sql, table, seal, answers, allowance, spending, health, clock, ended } = needs;
  const nameOf = (requestId: string): string => seal.hash(`request ${requestId}`);
  const newRow = (row: Pick<NewSend, 'imei' | 'request' | 'account'>): NewSend => {
    const sent = momentOf(clock);
    return { ...row, boot: needs.boot, sent, expires: sent.at + needs.keptMs };
  };
  const outcomeOf = async (t: Statement, imei: Imei, request?: CheckRequest) => {
    const asked = request && { ...request, name: nameOf(request.requestId) };
    return outcomeIn(needs, await table.of(t, answers.keyOf(imei)), asked);
  };
  /** What has come is given at once: nobody waits for a store that fails. */
  const record = async (work: (t: Statement) => Promise<void>): Promise<void> => {
    try {
      await sql.tx(work);
    } catch (error) {
      if (!(error instanceof StoreFailed)) throw error;
      health.report(error);
      // The next process finds the row open.
      void health.healthy(ended).then(
        () => record(work),
        () => undefined,
      );
    }
  };
  const fail = async (t: Statement, id: number, { failure, at }: { failure: ServiceFailure; at: number }) => {
    const isDoubt = failure.paid === 'maybe';
    if (failure.kind === 'unsent') await table.remove(t, id);
    else await table.fail(t, id, at, { state: isDoubt ? 'doubt' : 'failed', code: failure.code });
    return isDoubt;
  };
  return {
    earlier: async (imei, request) => {
      const outcome = await outcomeOf(sql.read, imei, request);
      if (outcome instanceof ServiceFailure) throw outcome;
      return outcome;
    },
    reserve: async (imei, request) => {
      const account = allowance.accountOf(request.requester);
      const reserved = await sql.tx(async (t) => {
        const earlier = await outcomeOf(t, imei, request);
        if (earlier !== undefined) return earlier;
        const spent = await allowance.decide(t, request);
        if (spent instanceof CheckRefused) return spent;
        const row = newRow({ imei: answers.keyOf(imei), request: nameOf(request.requestId), account });
        return { id: await table.insert(t, row), spent };
      });
      if (reserved instanceof Error) throw reserved;
      if ('source' in reserved) return reserved;
      allowance.spent(reserved.spent);
      return reserved.id;
    },
    reserveStatus: () => sql.tx((t) => table.insert(t, newRow({ imei: null, request: '', account: '' }))),
    vetoed: (id) => record((t) => table.remove(t, id)),
    answered: (id, raw, isCheck) => {
      const end = momentOf(clock);
      return record(async (t) => {
        await table.answer(t, id, end, isCheck ? JSON.stringify(raw) : null);
        if (isCheck) await spending.count(t, 'paid', 1);
      });
    },
    failed: (id, failure, isCheck) => {
      const at = clock.now();
      return record(async (t) => {
        const isDoubt = await fail(t, id, { failure, at });
        if (isCheck && isDoubt) await spending.count(t, 'inDoubt', 1);
      });
    },
    misread: (id, failure) => {
      const at = clock.now();
      return record(async (t) => {
        const isDoubt = await fail(t, id, { failure, at });
        await spending.count(t, 'paid', -1);
        if (isDoubt) await spending.count(t, 'inDoubt', 1);
      });
    },
  };
}

/** Who asks, with the name of the request in the table. */
type Asking = Pick<CheckRequest, 'acceptedAt' | 'fresh'> & { readonly name: string };

/** What the sends of an IMEI mean for a request: an answer before a doubt, and the latest first. */
function outcomeIn(
  { answers, read }: Pick<LedgerNeeds, 'answers' | 'read'>,
  rows: readonly EndedSend[],
  asked?: Asking,
): Answer | ServiceFailure | undefined {
  let doubt: ServiceFailure | undefined;
  for (const row of rows) {
    const isTheirs = asked !== undefined && (row.request === asked.name || row.endedAt > asked.acceptedAt);
    const end = endOf(row, read);
    if (end instanceof ServiceFailure) {
      if (isTheirs && end.paid === 'maybe') doubt ??= end;
    } else if (end !== undefined && (isTheirs || (asked?.fresh !== true && answers.isFresh(end)))) {
      return answers.as('cache', end);
    }
  }
  return doubt;
}

/** Undefined for a body that cannot be read: of another secret, or of a provider that this version does not have. */
function endOf({ code, raw, endedAt }: EndedSend, read: ReadAnswer): Checked | ServiceFailure | undefined {
  if (isFailureCode(code)) return new ServiceFailure(code);
  const stored = rawAnswerSchema.safeParse(jsonIn(raw ?? '')).data;
  try {
    return stored && { answer: read(stored), checkedAt: endedAt };
  } catch (error) {
    // Its process ended before it could write down that the answer is a failure.
    return error instanceof ServiceFailure ? error : undefined;
  }
}
