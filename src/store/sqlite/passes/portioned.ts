import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../core/clock.ts';
import type { Opened, SqliteConnection } from '../connection.ts';
import type { WriteQueue } from '../writes.ts';
import { inPortions } from './portions.ts';

/**
 * What a portion has written goes from the log into the file at once. Else SQLite does so for a thousand pages together,
 * strewn over a large file, and the one whose write comes to it waits for them all.
 */
const INTO_THE_FILE = 'PRAGMA wal_checkpoint(PASSIVE)';

/** Does on the connections what could take long: see `inPortions`. */
export type Portioned = (work: (opened: Opened, most: number) => Promise<number>) => Promise<number>;

export interface PortionedNeeds {
  readonly guard: SqliteConnection['guard'];
  readonly inTurn: WriteQueue;
  readonly clock: Clock;
}

export function createPortioned({ guard, inTurn, clock }: PortionedNeeds): Portioned {
  return (work) =>
    inPortions({
      work: (most) =>
        guard(async (opened) => {
          const done = await work(opened, most);
          if (done > 0) await opened.database.all(INTO_THE_FILE);
          return done;
        }),
      inTurn,
      elapsed: clock.elapsed,
      // As long as the portion took: whoever else needs the disk gets half of it. It keeps no process alive.
      rest: (ms) => delay(ms, undefined, { ref: false }),
    });
}
