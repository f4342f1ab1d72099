import { createRandom } from '../../src/sandbox/random.ts';
import { createSimulatedClock, type SimulatedClock } from '../../src/simulation/clock.ts';
import { createDisk, type Disk } from './disk.ts';
import { createPermitBook, type PermitBook } from './permits.ts';
import { createPlatform, type Platform } from './platform.ts';
import { createModelService, type ModelService } from './service.ts';

const START = Date.UTC(2026, 0, 15);

/** What a store can do to whoever uses it; it heals when it is told to. */
export type StoreFault = 'none' | 'fails' | 'read-only' | 'ambiguous' | 'stalls';

/** Everything that outlives a process, and what the outside does to it. */
export interface World {
  /** True time, which no life sees: it has `timeOfDayShiftMs` on top. */
  readonly time: SimulatedClock;
  readonly random: () => number;
  readonly disk: Disk;
  /** The limit that several processes share. */
  readonly permits: PermitBook;
  readonly service: ModelService;
  readonly platform: Platform;
  storeFault: StoreFault;
  /** How far the time of day is from the truth. */
  timeOfDayShiftMs: number;
  /** When each life ended, and in what way, by its number. */
  readonly ends: Map<number, { readonly at: number; readonly orderly: boolean }>;
  /** When a life stood still, in true time. */
  readonly freezes: { readonly life: number; readonly from: number; readonly to: number }[];
  /** When the secret was changed: what was sealed before cannot be read after it, by anybody. */
  readonly secretChanges: number[];
  /** Spans of true time in which the store did not work as it should. */
  readonly storeTroubles: { readonly from: number; to: number }[];
}

/** @param seed another one makes other latencies */
export function createWorld(seed: number, windowMs: number): World {
  const time = createSimulatedClock(START);
  const random = createRandom(seed);
  return {
    time,
    random,
    disk: createDisk(),
    permits: createPermitBook(),
    service: createModelService(time, random, windowMs),
    platform: createPlatform(),
    storeFault: 'none',
    timeOfDayShiftMs: 0,
    ends: new Map(),
    freezes: [],
    secretChanges: [],
    storeTroubles: [],
  };
}

/** Whether the store worked all through a span of true time. */
export function storeWorked({ storeTroubles }: World, from: number, to: number): boolean {
  return storeTroubles.every((trouble) => trouble.to < from || trouble.from > to);
}

/** Whether the secret was changed in a span of true time. */
export function secretChanged({ secretChanges }: World, from: number, to: number): boolean {
  return secretChanges.some((at) => at >= from && at <= to);
}
