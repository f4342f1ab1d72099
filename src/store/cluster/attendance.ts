/** The value of a process's row when it is about to leave. Any other changes with each heartbeat. */
export const LEAVING = 'leaving';

export interface AttendanceTimes {
  /** How long a process counts as alive of which nothing was ever heard. */
  readonly lateMs: number;
  /** How long a process counts as alive of which no new heartbeat is heard. */
  readonly silentMs: number;
  /** How long a row lives: between two looks that are further apart, a heartbeat may have come and gone unseen. */
  readonly rowMs: number;
}

/** A process and the word in a row of it, which is another one with each sign of its life. */
export type Sign = readonly [name: string, word: string];

/** Tells which processes are alive, by comparing their rows from one look to the next. */
export interface Attendance {
  /**
   * Takes the rows as they are now and returns which processes count as alive: those whose heartbeat was heard within the last
   * `silentMs`, and for `lateMs` from now those that have listed themselves since the last look.
   * @param heartbeats their rows, which expire soon
   * @param listed the rows of those that may own something, which last for days
   * @param nowMs on a clock that nobody sets
   */
  look(heartbeats: readonly Sign[], listed: readonly Sign[], nowMs: number): ReadonlySet<string>;
}

interface Heard {
  readonly word: string | undefined;
  readonly atMs: number;
}

/**
 * Rows expire by the store's clock, which may be set: forward, and the row of a living process is missing until its next
 * heartbeat; back, and the row of a dead one stays for long. So a process counts as dead only when its row was missing or the
 * same for some time by the clock of whoever looks. One that was silent for longer lives again with its next heartbeat, which may
 * expire unseen as well; it lists itself before it owns anything, and that is heard too.
 */
export function createAttendance({ lateMs, silentMs, rowMs }: AttendanceTimes): Attendance {
  const heard = new Map<string, Heard>();
  /** What was listed at the last look. */
  let listedLast: ReadonlyMap<string, string> = new Map();
  let lookedMs = Number.NEGATIVE_INFINITY;

  /** Who has not looked for long may have missed heartbeats of all of them. */
  const hearAll = (): void => {
    for (const [name, { word }] of heard) heard.set(name, { word, atMs: lookedMs });
  };
  /** Counts it as alive for `lateMs` more, unless more is heard of it. */
  const expectSoon = (name: string, word: string | undefined): void =>
    void heard.set(name, { word, atMs: lookedMs - silentMs + lateMs });
  const hear = (name: string, word: string): void => {
    if (heard.get(name)?.word !== word) heard.set(name, { word, atMs: lookedMs });
  };
  const isAlive = ({ word, atMs }: Heard): boolean => word !== LEAVING && lookedMs - atMs <= silentMs;
  const hearOfListed = (name: string, word: string): void => {
    const last = heard.get(name);
    const isListedAnew = listedLast.get(name) !== word;
    if (isListedAnew && (last === undefined || !isAlive(last))) expectSoon(name, last?.word);
  };
  const forgetTheDead = (known: ReadonlySet<string>): void => {
    for (const [name, last] of heard) if (!known.has(name) && !isAlive(last)) heard.delete(name);
  };
  return {
    look: (heartbeats, listed, nowMs) => {
      const hasPaused = nowMs - lookedMs > rowMs;
      lookedMs = nowMs;
      if (hasPaused) hearAll();
      for (const [name, word] of heartbeats) hear(name, word);
      for (const [name, word] of listed) hearOfListed(name, word);
      listedLast = new Map(listed);
      forgetTheDead(new Set([...listed, ...heartbeats].map(([name]) => name)));
      return new Set([...heard].flatMap(([name, last]) => (isAlive(last) ? [name] : [])));
    },
  };
}

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
