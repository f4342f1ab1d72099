import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { jsonIn } from '../../core/json.ts';
import type { PastSend } from '../../limiter/window/past-holds.ts';
import { factsOf, isFailureCode, type ServiceFailureCode } from '../../provider/errors.ts';
import type { Store } from '../../store/contract.ts';
import type { Seal } from '../../store/seal/seal.ts';
import { type SealedRows, sealedRows } from '../../store/seal/sealed-rows.ts';
import type { RecentSendsNeeds } from './recent-sends.ts';

/** A raw answer in a row of the store; the reader is missing in rows of earlier versions. */
export const rawAnswerSchema = z.object({
  httpStatus: z.number(),
  body: z.string(),
  reader: z.string().optional(),
});

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
  /** When it was known to have failed; rows of before have none. */
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
  /**
   * The sends of earlier versions, in no groups: they are read as a whole, and none is added, so that there are none after
   * the two days for which they are kept.
   */
  readonly former: Pick<SealedRows, 'put' | 'portionsAndUnreadable'>;
}

/** Opens them. */
export function openLedgerRows(store: Pick<Store, 'collection'>, seal: Seal): LedgerRows {
  return {
    sent: sealedRows(store.collection('sent'), seal),
    recent: sealedRows(store.collection('sent-lately'), seal),
    former: sealedRows(store.collection('sends'), seal),
  };
}
