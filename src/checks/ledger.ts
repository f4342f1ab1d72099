import { momentOf } from '../core/clock.ts';
import { jsonIn } from '../core/json.ts';
import type { Imei } from '../imei/imei.ts';
import type { ReadAnswer } from '../provider/contract.ts';
import type { RawAnswer } from '../provider/device.ts';
import { isFailureCode, ServiceFailure } from '../provider/errors.ts';
import type { EndedSend, NewSend, SendTable } from '../store/schema/send.ts';
import type { Statement } from '../store/sql.ts';
import type { Allowance } from './allowance.ts';
import { type Answer, CheckRefused, type CheckRequest } from './answer.ts';
import { type Answers, type Checked, rawAnswerSchema } from './answers.ts';
import type { ChecksNeeds } from './basics.ts';
import type { SpendingBook } from './spending.ts';

/** The rows of `send`, which are named by their ids. Each change is a transaction. */
export interface Ledger {
  /**
   * What is known of an IMEI from its sends: an answer that is fresh, or that was paid since the request was accepted.
   * @throws ServiceFailure if one was sent since then that may have been paid for; StoreFailed
   */
  earlier(imei: Imei, request?: CheckRequest): Promise<Answer | undefined>;
  /** Makes the row of a check, unless the same transaction finds an answer. @throws what `earlier` throws; CheckRefused */
  reserve(imei: Imei, request: CheckRequest): Promise<Answer | number>;
  /** Makes the row of a call for the key's status. @throws StoreFailed */
  reserveStatus(): Promise<number>;
  /** It never left. As those below, this waits for no store that fails. */
  vetoed(id: number): Promise<void>;
  /** Stores the raw body; that of a check counts as paid. */
  answered(id: number, raw: RawAnswer, isCheck: boolean): Promise<void>;
  /** It failed without an answer, or a check with a body that counts as paid. */
  failed(id: number, failure: ServiceFailure, was: 'check' | 'paid check' | 'status'): Promise<void>;
}

type LedgerNeeds = Pick<ChecksNeeds, 'store' | 'seal' | 'health' | 'clock'> & {
  readonly read: ReadAnswer;
  readonly table: SendTable;
  readonly answers: Answers;
  readonly allowance: Allowance;
  readonly spending: SpendingBook;
  readonly boot: string;
  /** How long a send is remembered: longer than any request is open. */
  readonly keptMs: number;
};

export function createLedger(needs: LedgerNeeds): Ledger {
  const { store, table, seal, answers, allowance, spending, health, clock, boot } = needs;
  const { sql } = store;
  const nameOf = (requestId: string): string => seal.hash(`request ${requestId}`);
  const newRow = (row: Pick<NewSend, 'imei' | 'request' | 'account'>): NewSend => {
    const sent = momentOf(clock);
    return { ...row, boot, sent, expires: sent.at + needs.keptMs };
  };
  const outcomeOf = async (t: Statement, imei: Imei, request?: CheckRequest) =>
    outcomeIn(
      needs,
      await table.of(t, answers.keyOf(imei)),
      request && { ...request, name: nameOf(request.requestId) },
    );
  const record = (work: (t: Statement) => Promise<unknown>) => health.untilDone(() => sql.tx(work));
  return {
    earlier: async (imei, request) => {
      const outcome = await outcomeOf(sql.read, imei, request);
      if (outcome instanceof ServiceFailure) throw outcome;
      return outcome;
    },
    reserve: async (imei, request) => {
      const row = {
        imei: answers.keyOf(imei),
        request: nameOf(request.requestId),
        account: allowance.accountOf(request.requester),
      };
      const reserved = await sql.tx(async (t) => {
        const earlier = await outcomeOf(t, imei, request);
        if (earlier !== undefined) return earlier;
        const spent = await allowance.decide(t, request);
        return spent instanceof CheckRefused ? spent : { id: await table.insert(t, newRow(row)), spent };
      });
      if (reserved instanceof Error) throw reserved;
      if ('source' in reserved) return reserved;
      allowance.warn(reserved.spent);
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
    failed: (id, failure, was) => {
      const at = clock.now();
      const isDoubt = failure.paid === 'maybe';
      return record(async (t) => {
        if (failure.kind === 'unsent') return table.remove(t, id);
        await table.fail(t, id, at, { state: isDoubt ? 'doubt' : 'failed', code: failure.code });
        if (was === 'paid check') await spending.count(t, 'paid', -1);
        if (was !== 'status' && isDoubt) await spending.count(t, 'inDoubt', 1);
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
