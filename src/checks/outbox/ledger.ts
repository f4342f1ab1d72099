import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { momentOf } from '../../core/moment.ts';
import type { PastSend } from '../../limiter/window/past-holds.ts';
import type { RawAnswer } from '../../provider/device.ts';
import { factsOf, isFailureCode, type ServiceFailureCode } from '../../provider/errors.ts';
import type { ReadAnswer } from '../../provider/stored.ts';
import type { SealedRows } from '../../store/seal/sealed-rows.ts';
import { rawAnswerSchema } from './raw-answer.ts';
import { readAgain } from './read-again.ts';

/** More than the interface lets through in that time. */
const LEAST_BOUND = 100_000;
/** And in any other: 19 a minute are 1,140 an hour. */
const MOST_PER_HOUR = 2_000;

const rowSchema = z.object({
  kind: z.enum(['check', 'status']),
  imeiHash: z.string().optional(),
  requestId: z.string(),
  /** The process that sent it. */
  by: z.string().optional(),
  /** The requests that what came was for: that one, and those that joined it. */
  sharedBy: z.array(z.string()).readonly().optional(),
  sentAt: z.number(),
  /** How long the machine had been up then; rows of before have neither. */
  sentUptime: z.number().optional(),
  /** When an answer came, of whatever kind. */
  answeredAt: z.number().optional(),
  answeredUptime: z.number().optional(),
  /** How it ended; a row without it was cut off by the end of the process. */
  outcome: z.enum(['answered', 'failed', 'in-doubt']).optional(),
  code: z.custom<ServiceFailureCode>(isFailureCode).optional(),
  raw: rawAnswerSchema.optional(),
});
type Row = z.infer<typeof rowSchema>;

/** What is sent, as it is written down before it leaves. */
export interface Send {
  readonly kind: 'check' | 'status';
  /** The sealed name of the IMEI; a status call has none. */
  readonly imeiHash?: string;
  readonly requestId: string;
}

/** A send under way. */
export interface SendEntry {
  /** Writes down what came, before anything is read from it. */
  answered(raw: RawAnswer, sharedBy?: readonly string[]): Promise<void>;
  /** There was no answer, or what came turned out to be a failure. */
  failed(code: ServiceFailureCode, sharedBy?: readonly string[]): Promise<void>;
  /** The answer is in the cache now: the ledger need not keep its body. */
  cached(): Promise<void>;
  /**
   * To be waited for right before it leaves: a send that was written down long ago is dated anew, since its slot is held
   * from then on. Rejects when that cannot be written.
   */
  markSending(): Promise<void>;
  /** It has not left and never will. */
  withdrawn(): Promise<void>;
}

/** How a send of an earlier life of a request ended. */
export type SendOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'failed'; readonly code: ServiceFailureCode };

/** The book of all that was sent: the truth about what was paid, of which the cache is only the fast copy. */
export interface Ledger {
  /**
   * Reads what other processes wrote that have ended, whatever this one has written meanwhile: the sends whose slots may
   * still be taken, and how many checks they had sent without living to see the answer. Those are to be counted, and
   * then marked as counted: in this order, so that another crash in between counts some twice and loses none.
   * @param from one process only; without it, all others have ended
   */
  load(from?: string): Promise<{
    readonly past: readonly PastSend[];
    readonly inDoubt: number;
    readonly markCounted: () => Promise<void>;
  }>;
  /** Writes a send down; rejects when it cannot be written, and then it must not be counted as written. */
  sent(send: Send): Promise<SendEntry>;
  /** It failed for these requests as well, and is written down nowhere here: another process sent it, or nobody could write. */
  failedElsewhere(send: Send, code: ServiceFailureCode, sharedBy: readonly string[]): Promise<void>;
  /** An answer that was paid for and may not have reached the cache. */
  answerOf(imeiHash: string): { readonly raw: RawAnswer; readonly checkedAt: number } | undefined;
  /** What became of this IMEI in this very request, if it was sent; so that a resumed request does not pay again. */
  outcomeOf(requestId: string, imeiHash: string): SendOutcome | undefined;
}

export interface LedgerNeeds {
  readonly rows: Pick<SealedRows, 'put' | 'delete' | 'portionsAndUnreadable'>;
  readonly read: ReadAnswer;
  readonly clock: Clock;
  /** The name of this process, unlike that of any other before or beside it. */
  readonly by: string;
  /** How long a send is remembered. */
  readonly keptMs: number;
  /** A send that leaves later than this after it was dated is dated anew. */
  readonly lateMs: number;
}

export function createLedger({ rows, read, clock, by, keptMs, lateMs }: LedgerNeeds): Ledger {
  const answers = createMemory<{ id: string; raw: RawAnswer; checkedAt: number }>(keptMs);
  const outcomes = createMemory<SendOutcome>(keptMs);
  const write = (id: string, row: Row): Promise<void> =>
    rows.put(id, JSON.stringify(row), { expiresAt: row.sentAt + keptMs });
  /** @param isOfBefore it comes in no order: of two answers the later one counts, and an answer more than a failure */
  const remember = (id: string, row: Row, isOfBefore = false): void => {
    const { imeiHash, answeredAt, outcome, code, raw } = row;
    if (imeiHash === undefined) return;
    const setOutcome = (ended: SendOutcome): void => {
      for (const requestId of new Set([row.requestId, ...(row.sharedBy ?? [])])) {
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
    } else if (code !== undefined && isInDoubt(row)) {
      setOutcome({ kind: 'failed', code });
    }
  };

  return {
    load: async (from) => {
      const past: PastSend[] = [];
      const cutOff: (readonly [id: string, row: Row])[] = [];
      const learn = (id: string, text: string | undefined): void => {
        const written = readRow(text);
        if (written === undefined) {
          // Another version wrote it, or with another secret: all that is sure is that it may have been sent just now.
          past.push({ sent: momentOf(clock) });
          return;
        }
        const row = readAgain(read, written);
        // Not told by its time: the clock may have been set back since.
        if (row.by === by || (from !== undefined && row.by !== from)) return;
        past.push(pastSend(row));
        remember(id, row, true);
        if (row.outcome === undefined || (row !== written && isInDoubt(row))) cutOff.push([id, row]);
      };
      for await (const portion of rows.portionsAndUnreadable()) for (const entry of portion) learn(...entry);
      return {
        past,
        inDoubt: cutOff.filter(([, { kind }]) => kind === 'check').length,
        markCounted: async () => {
          for (const [id, row] of cutOff) await write(id, { ...row, outcome: row.outcome ?? 'in-doubt' });
        },
      };
    },
    sent: async (send) => {
      const id = randomUUID();
      let datedAt = clock.elapsed();
      let row: Row = { ...send, by, ...sentNow(clock) };
      await write(id, row);
      const settle = (settled: Partial<Row>): Promise<void> => {
        row = { ...row, ...settled };
        remember(id, row);
        return write(id, row);
      };
      return {
        answered: (raw, sharedBy) =>
          settle({
            outcome: 'answered',
            answeredAt: clock.now(),
            answeredUptime: clock.uptime(),
            ...(send.kind === 'check' ? { raw } : {}),
            ...(sharedBy === undefined ? {} : { sharedBy }),
          }),
        failed: (code, sharedBy) =>
          settle({ outcome: 'failed', code, ...(sharedBy === undefined ? {} : { sharedBy }) }),
        cached: () => {
          const { raw: _body, ...rest } = row;
          row = rest;
          return settle({});
        },
        markSending: async () => {
          for (;;) {
            const agoMs = clock.elapsed() - datedAt;
            if (agoMs <= lateMs) return;
            // Ahead by as long as the last time took, so that it need not be done for ever where writing is slow.
            datedAt = clock.elapsed() + agoMs;
            row = { ...row, ...sentNow(clock, agoMs) };
            await write(id, row);
          }
        },
        withdrawn: async () => {
          await rows.delete(id);
        },
      };
    },
    failedElsewhere: async (send, code, sharedBy) => {
      const id = randomUUID();
      const row: Row = { ...send, by, sentAt: clock.now(), outcome: 'failed', code, sharedBy };
      remember(id, row);
      await write(id, row);
    },
    answerOf: (imeiHash) => answers.get(imeiHash),
    outcomeOf: (requestId, imeiHash) => outcomes.get(outcomeKey(requestId, imeiHash)),
  };
}

function isInDoubt({ outcome, code }: Row): boolean {
  return outcome === 'failed' && code !== undefined && factsOf(code).paid === 'maybe';
}

function sentNow(clock: Clock, aheadMs = 0): Pick<Row, 'sentAt' | 'sentUptime'> {
  return { sentAt: clock.now() + aheadMs, sentUptime: clock.uptime() };
}

function readRow(text: string | undefined): Row | undefined {
  try {
    return text === undefined ? undefined : rowSchema.parse(JSON.parse(text));
  } catch {
    // Unreadable is an answer here; what it means is the caller's to say.
    return undefined;
  }
}

function pastSend({ sentAt, sentUptime, answeredAt, answeredUptime }: Row): PastSend {
  const sent = { at: sentAt, uptime: sentUptime };
  return answeredAt === undefined ? { sent } : { sent, answered: { at: answeredAt, uptime: answeredUptime } };
}

function outcomeKey(requestId: string, imeiHash: string): string {
  return `${requestId}|${imeiHash}`;
}

/** Remembers as long as the rows live. With `max`, room for all of them would be taken at once. */
function createMemory<Value extends object>(keptMs: number): LRUCache<string, Value> {
  const maxSize = Math.max(LEAST_BOUND, Math.ceil((keptMs / 3_600_000) * MOST_PER_HOUR));
  return new LRUCache({ maxSize, sizeCalculation: () => 1, ttl: keptMs });
}
