import type { Answer } from '../checks/answer.ts';
import type { Priority } from '../core/priority.ts';

/** Milliseconds from asked to answered. */
export interface Waits {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
}

/** What became of all that was asked for: `asked` is the sum of what follows it, down to `turnedAway`. */
export interface Tally {
  readonly asked: number;
  /** Answered by a check of its own. */
  readonly answeredByCheck: number;
  /** Answered from the cache, or from another IMEI of the same type. */
  readonly fromCache: number;
  /** Answered by the check of somebody who asked for the same at the same time. */
  readonly shared: number;
  /** Not answered in the time that a message may wait. */
  readonly givenUp: number;
  /** Over the checks that one person may spend in a day. */
  readonly overAllowance: number;
  /** Not accepted, since too many messages were open. */
  readonly turnedAway: number;
  readonly waits: Readonly<Record<Priority, Waits>>;
}

/** Counts what becomes of checks. */
export function createTally() {
  const counts = { answeredByCheck: 0, fromCache: 0, shared: 0, givenUp: 0, overAllowance: 0, turnedAway: 0 };
  const waits: Record<Priority, number[]> = { single: [], batch: [] };
  /** All who share a check get the very same answer. */
  const given = new WeakSet<Answer>();
  const kindOf = (answer: Answer): keyof typeof counts => {
    if (answer.source !== 'service') return 'fromCache';
    if (given.has(answer)) return 'shared';
    given.add(answer);
    return 'answeredByCheck';
  };
  return {
    answered: (answer: Answer, { priority, waitedMs }: { priority: Priority; waitedMs: number }): void => {
      counts[kindOf(answer)] += 1;
      waits[priority].push(waitedMs);
    },
    gaveUp: (): void => {
      counts.givenUp += 1;
    },
    refused: (): void => {
      counts.overAllowance += 1;
    },
    turnedAway: (checks: number): void => {
      counts.turnedAway += checks;
    },
    sums: (): Tally => ({
      asked: Object.values(counts).reduce((sum, count) => sum + count, 0),
      ...counts,
      waits: { single: summaryOf(waits.single), batch: summaryOf(waits.batch) },
    }),
  };
}

function summaryOf(waits: readonly number[]): Waits {
  const sorted = Float64Array.from(waits).sort();
  const at = (part: number): number => sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)] ?? 0;
  return { count: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) };
}
