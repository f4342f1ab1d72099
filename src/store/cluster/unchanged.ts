/** A value that somebody watches, and since when it has been the same. */
interface Watched {
  readonly value: string;
  readonly sinceMs: number;
}

/** Remembers since when the values of rows have been the same. */
export interface UnchangedSince {
  /**
   * For how many milliseconds a row has had this value, as far as was seen; 0 if it is new.
   * @param nowMs on a clock that nobody sets
   */
  unchangedMs(id: string, value: string, nowMs: number): number;
}

/**
 * Whoever holds a row changes its value again and again while it lives. A dead holder's row expires by the store's clock,
 * and where that is set back, much later than it should; a value that stays the same for too long tells it as well.
 */
export function createUnchangedSince(): UnchangedSince {
  const watched = new Map<string, Watched>();
  return {
    unchangedMs: (id, value, nowMs) => {
      const known = watched.get(id);
      if (known?.value === value) return nowMs - known.sinceMs;
      watched.set(id, { value, sinceMs: nowMs });
      return 0;
    },
  };
}
