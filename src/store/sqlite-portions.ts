import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { inPortions } from './portions.ts';
import type { Opened, SqliteConnection } from './sqlite-connection.ts';
import type { WriteQueue } from './sqlite-writes.ts';

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
      work: (most) => guard((opened) => work(opened, most)),
      inTurn,
      elapsed: clock.elapsed,
      // As long as the portion took: whoever else needs the disk gets half of it. It keeps no process alive.
      rest: (ms) => delay(ms, undefined, { ref: false }),
    });
}
