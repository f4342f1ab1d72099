import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../core/clock.ts';
import type { RawAnswer } from '../../provider/device.ts';
import type { ServiceFailureCode } from '../../provider/errors.ts';
import { doubtIn, type LedgerRow } from './ledger-row.ts';

/** More than the interface lets through in that time. */
const LEAST_BOUND = 100_000;
/** And in any other: 19 a minute are 1,140 an hour. */
const MOST_PER_HOUR = 2_000;

/** How a send of an earlier life of a request ended. */
export type SendOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'failed'; readonly code: ServiceFailureCode };

/** What this process knows of the ledger: what it sent, and what it has read of others. */
export interface LedgerMemory {
  /** @param isOfBefore it comes in no order: of two answers the later one counts, and an answer more than a failure */
  remember(id: string, row: LedgerRow, isOfBefore?: boolean): void;
  answerOf(imeiHash: string): { readonly raw: RawAnswer; readonly checkedAt: number } | undefined;
  outcomeOf(requestId: string, imeiHash: string): SendOutcome | undefined;
  doubtOf(imeiHash: string): Doubt | undefined;
}

/** A send of an IMEI that failed and may have been paid for, whoever it was for. */
export interface Doubt {
  readonly code: ServiceFailureCode;
  /** By the time of day: another process may have accepted who asked before. */
  readonly knownAt: number;
  /** Whether this process heard of it as it happened; it may have read of others at any time since. */
  readonly isOwn: boolean;
}

export function createLedgerMemory(keptMs: number): LedgerMemory {
  const answers = createMemory<{ id: string; raw: RawAnswer; checkedAt: number }>(keptMs);
  const outcomes = createMemory<SendOutcome>(keptMs);
  const doubts = createMemory<Doubt>(keptMs);
  return {
    remember: (id, row, isOfBefore = false) => {
      const { imeiHash, answeredAt, outcome, raw } = row;
      if (imeiHash === undefined) return;
      const code = doubtIn(row);
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
      } else if (code !== undefined) {
        setOutcome({ kind: 'failed', code });
        const doubt = { code, knownAt: knownAtOf(row), isOwn: !isOfBefore };
        doubts.set(imeiHash, laterOf(doubt, doubts.get(imeiHash)));
      }
    },
    answerOf: (imeiHash) => answers.get(imeiHash),
    outcomeOf: (requestId, imeiHash) => outcomes.get(outcomeKey(requestId, imeiHash)),
    doubtOf: (imeiHash) => doubts.get(imeiHash),
  };
}

/** Rows of before do not say when they failed. */
function knownAtOf({ failedAt, answeredAt, sentAt }: LedgerRow): number {
  return failedAt ?? answeredAt ?? sentAt;
}

/**
 * What is read of other processes comes in no order; what is heard here is the latest, though the clock may have been set
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
