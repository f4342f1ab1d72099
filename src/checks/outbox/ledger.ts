import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { PastSend } from '../../limiter/window/past-holds.ts';
import type { ReadAnswer } from '../../provider/contract.ts';
import type { RawAnswer } from '../../provider/device.ts';
import type { ServiceFailureCode } from '../../provider/errors.ts';
import { loadPast } from './ledger-past.ts';
import {
  createLedgerMemory,
  type LedgerMemory,
  type LedgerRow,
  type LedgerRows,
  readAgain,
  readLedgerRow,
  sentNow,
} from './ledger-row.ts';
import { createRecentSends } from './recent-sends.ts';

/** A request as it is persisted before it is sent. */
export interface Send {
  readonly kind: 'check' | 'status';
  /** The sealed name of the IMEI; a status call has none. */
  readonly imeiHash?: string;
  readonly requestId: string;
}

/** The entry of one request to the service. */
export interface SendEntry {
  /** Persists the raw answer, before anything is read from it. */
  answered(raw: RawAnswer, sharedBy?: readonly string[]): Promise<void>;
  /** Persists that there was no answer, or that the answer turned out to be a failure. */
  failed(code: ServiceFailureCode, sharedBy?: readonly string[]): Promise<void>;
  /** Removes the body from the entry, since the answer is in the cache now. */
  cached(): Promise<void>;
  /**
   * To be awaited right before the request is sent: an entry that was persisted long ago is dated anew, since its slot is held
   * from then on. Rejects if that cannot be persisted.
   */
  markSending(): Promise<void>;
  /** Removes the entry: the request was not sent and never will be. */
  withdrawn(): Promise<void>;
}

/** All requests that were sent to the service. It decides what was paid for; the cache is only a fast copy of it. */
export interface Ledger extends Pick<LedgerMemory, 'answerOf' | 'outcomeOf' | 'doubtOf' | 'wasSent'> {
  /**
   * Reads what earlier processes wrote, whatever this one has written meanwhile: the sends whose slots may
   * still be taken, and how many checks they had sent without living to see the answer. Those are to be counted, and
   * then marked as counted: in this order, so that another crash in between counts some twice and loses none. Only what is
   * recent is read, however many sends the ledger holds.
   */
  load(): Promise<{
    readonly past: readonly PastSend[];
    readonly inDoubt: number;
    readonly markCounted: () => Promise<void>;
  }>;
  /**
   * Reads what earlier processes have written of an IMEI, for `answerOf` and `outcomeOf`; what was sent for others makes it
   * no slower. Rejects when the store fails: then those two know only what was sent here.
   */
  learn(imeiHash: string): Promise<void>;
  /** Persists a request before it is sent. Rejects if it cannot be persisted. */
  sent(send: Send): Promise<SendEntry>;
  /**
   * The store works again: removes what it has rejected of sends that never were, and may have written all the same; and writes
   * how requests ended where it has rejected that, or a later process would send again for whoever was told of a failure.
   */
  catchUp(): Promise<void>;
  /** Remembers the failure of a send that could not be persisted, for these requests. */
  failedUnwritten(send: Send, code: ServiceFailureCode, sharedBy: readonly string[]): Promise<void>;
}

export interface LedgerNeeds {
  readonly rows: LedgerRows;
  readonly read: ReadAnswer;
  readonly clock: Clock;
  /** The name of this process, unlike that of any other before it. */
  readonly by: string;
  /** How long an entry is kept, in milliseconds. */
  readonly keptMs: number;
  /** An entry older than this when its request is sent is dated anew. */
  readonly lateMs: number;
  /** The longest time for which a request can hold a slot after it has ended. */
  readonly longestHoldMs: number;
}

export function createLedger(needs: LedgerNeeds): Ledger {
  const { rows, read, clock, by, keptMs, lateMs } = needs;
  const { sent } = rows;
  const memory = createLedgerMemory(keptMs);
  const recent = createRecentSends({ ...needs, rows: rows.recent });
  /** Rows that are to be gone. One that stays would count as a check in doubt. */
  const unwanted = new Set<string>();
  /** How requests ended, by the row in which the store has rejected it. */
  const rejected = new Map<string, LedgerRow>();
  const write = (id: string, row: LedgerRow): Promise<void> =>
    sent.put(id, JSON.stringify(row), { expiresAt: row.sentAt + keptMs });
  const writeOutcome = async (id: string, row: LedgerRow): Promise<void> => {
    memory.remember(id, row);
    rejected.set(id, row);
    await write(id, row);
    // A newer state may have been rejected meanwhile.
    if (rejected.get(id) === row) rejected.delete(id);
  };
  return {
    load: () => loadPast({ ...needs, recent, memory }),
    learn: async (imeiHash) => {
      for (const [id, text] of await sent.entriesOf(imeiHash)) {
        const row = readLedgerRow(text);
        if (row !== undefined && row.by !== by) memory.remember(id, readAgain(read, row), true);
      }
    },
    sent: async (send) => {
      const id = `${send.imeiHash ?? send.kind}/${randomUUID()}`;
      let datedAt = clock.elapsed();
      let row: LedgerRow = { ...send, by, ...sentNow(clock) };
      const place = recent.take();
      try {
        await Promise.all([place.name(id, row.sentAt + keptMs), write(id, row)]);
      } catch (error) {
        place.free();
        // A store that stalled may still carry it out.
        unwanted.add(id);
        throw error;
      }
      const settle = (settled: Partial<LedgerRow>): Promise<void> => {
        row = { ...row, ...settled };
        place.settled();
        return writeOutcome(id, row);
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
          settle({
            outcome: 'failed',
            code,
            failedAt: clock.now(),
            ...(sharedBy === undefined ? {} : { sharedBy }),
          }),
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
          unwanted.add(id);
          await Promise.all([place.clear(), sent.delete(id)]);
          unwanted.delete(id);
        },
      };
    },
    catchUp: async () => {
      for (const id of unwanted) {
        await sent.delete(id);
        unwanted.delete(id);
      }
      for (const [id, row] of rejected) await writeOutcome(id, row);
    },
    failedUnwritten: async (send, code, sharedBy) => {
      const id = `${send.imeiHash ?? send.kind}/${randomUUID()}`;
      const row: LedgerRow = { ...send, by, sentAt: clock.now(), outcome: 'failed', code, sharedBy };
      await writeOutcome(id, row);
    },
    answerOf: memory.answerOf,
    outcomeOf: memory.outcomeOf,
    doubtOf: memory.doubtOf,
    wasSent: memory.wasSent,
  };
}
