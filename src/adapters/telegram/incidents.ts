import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../ops/log/log.ts';

/** Logs each incident once until it is over, since nobody reads a log that repeats itself. Each process has its own log. */
export interface Incidents {
  /** Reports an incident; `incident` is its key: `conflict`, `unreachable:-100123`. */
  tell(incident: string, words: string, details?: Readonly<Record<string, unknown>>): void;
  /** Ends an incident, and logs `words` if it had been reported. */
  over(incident: string, words?: string): void;
  /** Whether an incident is reported and not over. */
  isPresent(incident: string): boolean;
}

/** Most incidents remembered: each unreachable chat is one. */
const MOST_REMEMBERED = 1_000;
/** A recurring incident is logged at most this often. */
const TOLD_AGAIN_MS = 600_000;

interface KnownIncident {
  present: boolean;
  readonly toldAt: number;
}

/** Creates the incidents of this process. */
export function createIncidents(log: Log, clock: Clock): Incidents {
  const known = new Map<string, KnownIncident>();
  const forgetOldest = (): void => {
    const [oldest] = known.keys();
    if (known.size >= MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
  };
  return {
    tell: (incident, words, details = {}) => {
      const before = known.get(incident);
      if (before !== undefined && (before.present || clock.elapsed() - before.toldAt < TOLD_AGAIN_MS)) {
        before.present = true;
        return;
      }
      forgetOldest();
      known.set(incident, { present: true, toldAt: clock.elapsed() });
      log.warn(details, words);
    },
    over: (incident, words) => {
      const before = known.get(incident);
      if (before === undefined || !before.present) return;
      before.present = false;
      if (words !== undefined) log.info(words);
    },
    isPresent: (incident) => known.get(incident)?.present ?? false,
  };
}
