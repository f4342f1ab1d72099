import { createRandom } from '../../src/sandbox/faults/random.ts';
import { createSimulatedClock, type SimulatedClock } from '../support/clocks/simulated.ts';
import { createPlatform, type Platform } from './platform.ts';
import { createModelService, type ModelService } from './service.ts';
import { createDisk, type Disk } from './store.ts';

const START = Date.UTC(2026, 0, 15);

/** What a store can do to whoever uses it; it heals when it is told to. */
export type StoreFault = 'none' | 'fails' | 'read-only' | 'ambiguous' | 'stalls';

/** Everything that outlives a process, and what the outside does to it. */
export interface World {
  /** True time, which no life sees: it has `timeOfDayShiftMs` on top. */
  readonly time: SimulatedClock;
  readonly random: () => number;
  readonly disk: Disk;
  readonly service: ModelService;
  readonly platform: Platform;
  /** A request is open for so long at most, in all lives. */
  readonly requestMaxAgeMs: number;
  storeFault: StoreFault;
  /** What goes on when a store that stalls does. */
  readonly stalled: (() => void)[];
  /** How far the time of day is from the truth. */
  timeOfDayShiftMs: number;
  /** When each life ended, and in what way, by its number. */
  readonly ends: Map<number, { readonly at: number; readonly orderly: boolean }>;
  /** When a life stood still, in true time. */
  readonly freezes: { readonly life: number; readonly from: number; readonly to: number }[];
  /** When each life began. */
  readonly starts: Map<number, number>;
  /** How often the secret was changed. */
  secrets: number;
  /** When the secret was changed or the store swapped: what was written before cannot be read after it, by anybody. */
  readonly losses: number[];
  /** When the time of day was set, and what it was off from then on. */
  readonly timesSet: { readonly at: number; readonly shiftMs: number }[];
  /** When what was accepted had to be answered; what comes after it shows whether it is answered again. */
  settledAt: number;
  /** Spans of true time in which the store did not work as it should. */
  readonly storeTroubles: { readonly from: number; to: number }[];
}

export interface WorldSettings {
  /** Another one makes other latencies. */
  readonly seed: number;
  readonly windowMs: number;
  readonly requestMaxAgeMs: number;
}

export function createWorld({ seed, windowMs, requestMaxAgeMs }: WorldSettings): World {
  const time = createSimulatedClock(START);
  const random = createRandom(seed);
  return {
    time,
    random,
    disk: createDisk(),
    service: createModelService(time, random, windowMs),
    platform: createPlatform(),
    requestMaxAgeMs,
    storeFault: 'none',
    stalled: [],
    timeOfDayShiftMs: 0,
    ends: new Map(),
    freezes: [],
    starts: new Map(),
    secrets: 0,
    losses: [],
    timesSet: [],
    settledAt: Number.POSITIVE_INFINITY,
    storeTroubles: [],
  };
}

/** Whether the store worked all through a span of true time. */
export function storeWorked({ storeTroubles }: World, from: number, to: number): boolean {
  return storeTroubles.every((trouble) => trouble.to < from || trouble.from > to);
}

/** Whether what was written was lost in a span of true time. */
export function wasLost({ losses }: World, from: number, to: number): boolean {
  return losses.some((at) => at >= from && at <= to);
}
