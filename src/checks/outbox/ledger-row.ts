import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import { jsonIn } from '../../core/json.ts';
import type { PastSend } from '../../limiter/window/past-holds.ts';
import { type ReadAnswer, ReaderUnknown } from '../../provider/contract.ts';
import type { RawAnswer } from '../../provider/device.ts';
import { factsOf, isFailureCode, ServiceFailure, type ServiceFailureCode } from '../../provider/errors.ts';
import type { Store } from '../../store/contract.ts';
import type { Seal } from '../../store/seal/seal.ts';
import { type SealedRows, sealedRows } from '../../store/seal/sealed-rows.ts';
import type { RecentSendsNeeds } from './recent-sends.ts';

/** More than the interface lets through in that time. */
const LEAST_BOUND = 100_000;
/** And in any other: 19 a minute are 1,140 an hour. */
const MOST_PER_HOUR = 2_000;

/** A raw answer in a row of the store. */
export const rawAnswerSchema = z.object({
  httpStatus: z.number(),
  body: z.string(),
  reader: z.string(),
});

const rowSchema = z.object({
  kind: z.enum(['check', 'status']),
  imeiHash: z.string().optional(),
  requestId: z.string(),
  /** The process that sent it. */
  by: z.string(),
  /** The requests that what came was for: that one, and those that joined it. */
  sharedBy: z.array(z.string()).readonly().optional(),
  sentAt: z.number(),
  /** How long the machine had been up then; absent for a failure whose send could not be persisted. */
  sentUptime: z.number().optional(),
  /** When an answer came, of whatever kind. */
  answeredAt: z.number().optional(),
  answeredUptime: z.number().optional(),
  /** When it was known to have failed. */
  failedAt: z.number().optional(),
  /** How it ended; a row without it was cut off by the end of the process. */
  outcome: z.enum(['answered', 'failed', 'in-doubt']).optional(),
  code: z.custom<ServiceFailureCode>(isFailureCode).optional(),
  raw: rawAnswerSchema.optional(),
});

/** One send as the ledger has it. */
export type LedgerRow = z.infer<typeof rowSchema>;

/** Parses a row; undefined if it is missing, cannot be opened, or was written by another version. */
export function readLedgerRow(text: string | undefined): LedgerRow | undefined {
  // Unreadable is an answer here; what it means is the caller's to say.
  return text === undefined ? undefined : rowSchema.safeParse(jsonIn(text)).data;
}

/** The failure after which it may have been paid for; undefined where there is none. */
export function doubtIn({ code }: LedgerRow): ServiceFailureCode | undefined {
  return code !== undefined && factsOf(code).paid === 'maybe' ? code : undefined;
}

/** The row's part that dates it: now, or so much later. */
export function sentNow(clock: Clock, aheadMs = 0): Pick<LedgerRow, 'sentAt' | 'sentUptime'> {
  return { sentAt: clock.now() + aheadMs, sentUptime: clock.uptime() };
}

/** The send as the limiter has to know it. */
export function pastSend({ sentAt, sentUptime, answeredAt, answeredUptime }: LedgerRow): PastSend {
  const sent = { at: sentAt, uptime: sentUptime };
  return answeredAt === undefined ? { sent } : { sent, answered: { at: answeredAt, uptime: answeredUptime } };
}

/** Where the ledger stands in the store. */
export interface LedgerRows {
  /** Each send, in the group of its IMEI. */
  readonly sent: Pick<SealedRows, 'get' | 'put' | 'delete' | 'entriesOf'>;
  /** Names those that a start has to read. */
  readonly recent: RecentSendsNeeds['rows'];
}

/** Opens them. */
export function openLedgerRows(store: Pick<Store, 'collection'>, seal: Seal): LedgerRows {
  return {
    sent: sealedRows(store.collection('sent'), seal),
    recent: sealedRows(store.collection('sent-lately'), seal),
  };
}

/** The part of a send's row that says how it ended. */
interface Ended {
  readonly kind: 'check' | 'status';
  readonly outcome?: 'answered' | 'failed' | 'in-doubt' | undefined;
  readonly code?: ServiceFailureCode | undefined;
  readonly raw?: RawAnswer | undefined;
}

/**
 * A process may have been killed between writing down what came and what it said: an answer that cannot be read is the
 * failure that the process would have written next, and not as good as none.
 */
export function readAgain<Row extends Ended>(read: ReadAnswer, row: Row): Row {
  const failure = row.kind === 'check' && row.outcome === 'answered' ? failureIn(read, row.raw) : undefined;
  return failure === undefined ? row : { ...row, outcome: 'failed', code: failure.code };
}

function failureIn(read: ReadAnswer, raw: RawAnswer | undefined): ServiceFailure | undefined {
  // Without its body it has reached the cache.
  if (raw === undefined) return undefined;
  try {
    read(raw);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceFailure) return error;
    // Nobody here can tell: it stays what it was written down as.
    if (error instanceof ReaderUnknown) return undefined;
    throw error;
  }
}

/** How a send of an earlier life of a request ended. */
export type SendOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'failed'; readonly code: ServiceFailureCode };

/** What this process knows of the ledger: what it sent, and what it has read of earlier processes. */
export interface LedgerMemory {
  /** @param isOfBefore it comes in no order: of two answers the later one counts, and an answer more than a failure */
  remember(id: string, row: LedgerRow, isOfBefore?: boolean): void;
  /** A paid answer that may not have reached the cache; undefined if there is none. */
  answerOf(imeiHash: string): { readonly raw: RawAnswer; readonly checkedAt: number } | undefined;
  /** How the check of this IMEI for this request ended; undefined if it was not sent. A resumed request does not pay again. */
  outcomeOf(requestId: string, imeiHash: string): SendOutcome | undefined;
  /** Notes that an earlier process has sent a row's check for its requests, as far as it knew them. */
  noteSent(row: LedgerRow): void;
  /** Whether an earlier process is known to have sent a check for this request. */
  wasSent(requestId: string): boolean;
  /** The latest send of this IMEI that may have been paid for without an answer, for whomever; undefined if there is none. */
  doubtOf(imeiHash: string): Doubt | undefined;
}

/** A send of an IMEI that failed and may have been paid for, whoever it was for. */
export interface Doubt {
  readonly code: ServiceFailureCode;
  /** By the time of day: an earlier process may have accepted who asked before. */
  readonly knownAt: number;
  /** Whether this process heard of it as it happened; it may have read of an earlier one's at any time since. */
  readonly isOwn: boolean;
}

/** What is remembered of a request for which a check was sent: no more than that. */
const SENT = {};

export function createLedgerMemory(keptMs: number): LedgerMemory {
  const answers = createMemory<{ id: string; raw: RawAnswer; checkedAt: number }>(keptMs);
  const outcomes = createMemory<SendOutcome>(keptMs);
  const doubts = createMemory<Doubt>(keptMs);
  const requestsSent = createMemory<typeof SENT>(keptMs);
  return {
    remember: (id, row, isOfBefore = false) => {
      const { imeiHash, answeredAt, outcome, raw } = row;
      if (imeiHash === undefined) return;
      const code = doubtIn(row);
      const setOutcome = (ended: SendOutcome): void => {
        for (const requestId of requestsOf(row)) {
          const key = outcomeKey(requestId, imeiHash);
          if (!isOfBefore || outcomes.get(key)?.kind !== 'answered') outcomes.set(key, ended);
        }
      };
      const known = answers.get(imeiHash);
      if (known?.id === id) answers.delete(imeiHash);
      if (outcome === 'answered') {
        const isOutdated = isOfBefore && known !== undefined && known.checkedAt > (answeredAt ?? 0);
        if (raw !== undefined && answeredAt !== undefined && !isOutdated)
          answers.set(imeiHash, { id, raw, checkedAt: answeredAt });
        setOutcome({ kind: 'answered' });
      } else if (code !== undefined) {
        setOutcome({ kind: 'failed', code });
        const doubt = { code, knownAt: knownAtOf(row), isOwn: !isOfBefore };
        doubts.set(imeiHash, laterOf(doubt, doubts.get(imeiHash)));
      }
    },
    answerOf: (imeiHash) => answers.get(imeiHash),
    outcomeOf: (requestId, imeiHash) => outcomes.get(outcomeKey(requestId, imeiHash)),
    noteSent: (row) => {
      for (const requestId of requestsOf(row)) requestsSent.set(requestId, SENT);
    },
    wasSent: (requestId) => requestsSent.has(requestId),
    doubtOf: (imeiHash) => doubts.get(imeiHash),
  };
}

/** Those that a send was for; before it has ended, only the one that began it. */
function requestsOf(row: LedgerRow): ReadonlySet<string> {
  return new Set([row.requestId, ...(row.sharedBy ?? [])]);
}

/** The failure of a send that could not be persisted is known from when its row was made. */
function knownAtOf({ failedAt, answeredAt, sentAt }: LedgerRow): number {
  return failedAt ?? answeredAt ?? sentAt;
}

/**
 * What is read of earlier processes comes in no order; what is heard here is the latest, though the clock may have been set
 * back since another.
 */
function laterOf(one: Doubt, other: Doubt | undefined): Doubt {
  if (other === undefined || other.knownAt <= one.knownAt) return one;
  return one.isOwn ? { ...one, knownAt: other.knownAt } : other;
}

function outcomeKey(requestId: string, imeiHash: string): string {
  return `${requestId}|${imeiHash}`;
}

/** Remembers as long as the rows live. With `max`, room for all of them would be taken at once. */
function createMemory<Value extends object>(keptMs: number): LRUCache<string, Value> {
  const maxSize = Math.max(LEAST_BOUND, Math.ceil((keptMs / HOUR_MS) * MOST_PER_HOUR));
  return new LRUCache({ maxSize, sizeCalculation: () => 1, ttl: keptMs });
}
