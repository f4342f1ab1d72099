import { createUnchangedSince } from './unchanged.ts';

/** The value of a process's row when it is about to leave. Any other changes with each heartbeat. */
export const LEAVING = 'leaving';
/** The value that earlier versions write with every heartbeat. */
const OF_BEFORE = '';

export interface AttendanceTimes {
  /** How long a process without a row counts as alive. */
  readonly lateMs: number;
  /** How long a process counts as alive whose row stays the same. */
  readonly unchangedMs: number;
}

/** Tells which processes are alive, by comparing their rows from one look to the next. */
export interface Attendance {
  /**
   * Takes the rows as they are now and returns which processes count as alive: those heard of within the last `lateMs`. One
   * of `names` that was never heard of counts as heard of now.
   * @param nowMs on a clock that nobody sets
   */
  look(
    rows: readonly (readonly [name: string, word: string])[],
    names: readonly string[],
    nowMs: number,
  ): ReadonlySet<string>;
}

/**
 * A missing row may have expired because the store's clock was set forward. A living process writes it again with its next
 * heartbeat, so a process that has not announced its leaving counts as alive for a few heartbeats more. A row may also stay
 * for long after its process has died because that clock was set back, so one that no heartbeat changes counts as missing.
 */
export function createAttendance({ lateMs, unchangedMs }: AttendanceTimes): Attendance {
  /** When each process was heard of last. */
  const seen = new Map<string, number>();
  const gone = new Set<string>();
  const words = createUnchangedSince();

  const isDead = (name: string, word: string, nowMs: number): boolean =>
    word === LEAVING || (word !== OF_BEFORE && words.unchangedMs(name, word, nowMs) > unchangedMs);
  const hear = (name: string, word: string, nowMs: number): void => {
    if (isDead(name, word, nowMs)) {
      seen.delete(name);
      gone.add(name);
    } else {
      seen.set(name, nowMs);
      gone.delete(name);
    }
  };
  const missTheLate = (nowMs: number): void => {
    for (const [name, at] of seen) {
      if (nowMs - at <= lateMs) continue;
      seen.delete(name);
      gone.add(name);
    }
  };
  return {
    look: (rows, names, nowMs) => {
      for (const [name, word] of rows) hear(name, word, nowMs);
      for (const name of names) if (!seen.has(name) && !gone.has(name)) seen.set(name, nowMs);
      missTheLate(nowMs);
      words.keepOnly(rows.map(([name]) => name));
      const known = new Set([...names, ...rows.map(([name]) => name)]);
      for (const name of gone) if (!known.has(name)) gone.delete(name);
      return new Set(seen.keys());
    },
  };
}
