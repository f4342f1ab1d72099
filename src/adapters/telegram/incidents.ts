import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../ops/log/log.ts';

/** Says each trouble once, until it is over: a log that repeats itself is not read. Each process has its own log. */
export interface Incidents {
  /** `trouble` tells one from another: `conflict`, `unreachable:-100123`. */
  tell(trouble: string, words: string, details?: Readonly<Record<string, unknown>>): void;
  /** It is over; says so with the words, if it had been told and there are any. */
  over(trouble: string, words?: string): void;
  /** Whether it has come and is not over. */
  isPresent(trouble: string): boolean;
}

/** Troubles remembered at most: every chat that cannot be reached is one. */
const MOST_REMEMBERED = 1_000;
/** A trouble that comes and goes is told no more often than this. */
const TOLD_AGAIN_MS = 600_000;

interface Trouble {
  present: boolean;
  readonly toldAt: number;
}

export function createIncidents(log: Log, clock: Clock): Incidents {
  const known = new Map<string, Trouble>();
  const forgetOldest = (): void => {
    const [oldest] = known.keys();
    if (known.size >= MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
  };
  return {
    tell: (trouble, words, details = {}) => {
      const before = known.get(trouble);
      if (before !== undefined && (before.present || clock.elapsed() - before.toldAt < TOLD_AGAIN_MS)) {
        before.present = true;
        return;
      }
      forgetOldest();
      known.set(trouble, { present: true, toldAt: clock.elapsed() });
      log.warn(details, words);
    },
    over: (trouble, words) => {
      const before = known.get(trouble);
      if (before === undefined || !before.present) return;
      before.present = false;
      if (words !== undefined) log.info(words);
    },
    isPresent: (trouble) => known.get(trouble)?.present ?? false,
  };
}
