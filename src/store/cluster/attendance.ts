/** What a row says of its process. */
export const HERE = '';
export const LEAVING = 'leaving';

/** Who is there, by what their rows say from one look to the next. */
export interface Attendance {
  /**
   * Takes the rows as they stand, and answers who counts as living: whoever was heard of within the last `lateMs`. One of
   * `names` of which nothing is known counts as heard of now.
   * @param nowMs on a clock that nobody sets
   */
  look(
    rows: readonly (readonly [name: string, word: string])[],
    names: readonly string[],
    nowMs: number,
  ): ReadonlySet<string>;
}

/**
 * A row that is gone may have expired because the store's clock was set forward: whoever lives writes it again with the
 * next beat, so one that has not said that it leaves counts for a few beats more.
 */
export function createAttendance(lateMs: number): Attendance {
  /** When each was heard of last, and those that are gone. */
  const seen = new Map<string, number>();
  const gone = new Set<string>();

  const hear = (name: string, word: string, nowMs: number): void => {
    if (word === LEAVING) {
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
      const known = new Set([...names, ...rows.map(([name]) => name)]);
      for (const name of gone) if (!known.has(name)) gone.delete(name);
      return new Set(seen.keys());
    },
  };
}
