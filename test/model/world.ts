import type { RequestEvent } from '../../src/core/adapter/request.ts';
import type { ShownReply } from '../../src/core/reply.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import type { StoreFault } from '../support/store/brittle.ts';
import { createMemorySql, type MemorySql } from '../support/store/memory-sql.ts';
import { createModelService, type ModelService } from './service.ts';

const START = Date.UTC(2026, 0, 15);
/** After so long on a store that works, all that a process had to write is written. */
export const WRITTEN_MS = 5_000;
/** A process finds out within so long that the store works again. */
const HEALS_MS = 5_000;

/** The reply to somebody who has too many open requests. */
export const BUSY = sayIn('en')('notices.busy.title');

/**
 * A span of true time, which no life sees: it has `timeOfDayShiftMs` on top. All times here are
 * true.
 */
interface Span {
  readonly from: number;
  to: number;
}

/** A last state of a reply that people have seen. */
export interface Shown {
  readonly life: number;
  readonly at: number;
  readonly reply: ShownReply;
}

/** One thing a person sent, and what the platform knows of it. */
export interface Event {
  readonly request: RequestEvent;
  readonly imeis: readonly string[];
  readonly sentAt: number;
  /** When the bot first said that it is stored. */
  acknowledgedAt?: number;
  /** When the bot first said that it knows that its person has taken it back. */
  takenBackAt?: number;
  /** The bot has said that it does not take it. */
  isRefused: boolean;
  /** Last states only, oldest first. */
  readonly shown: Shown[];
}

/** The chat platform: it delivers again what was not acknowledged, and keeps what was shown. */
interface Platform {
  readonly events: Event[];
  isDown: boolean;
  /** States are shown after up to so long, whatever order they came in. */
  slowMs: number;
  /** When nothing could be shown. */
  readonly downs: Span[];
}

/** What a process that ends leaves behind: the store, and the mark in a file next to it. */
interface Disk {
  sql: MemorySql;
  mark: string | undefined;
}

/** Everything that outlives a process, and what the outside does to it. */
export interface World {
  readonly time: FakeClock;
  readonly random: () => number;
  readonly disk: Disk;
  readonly service: ModelService;
  readonly platform: Platform;
  /** A request is open for so long at most, in all lives. */
  readonly requestMaxAgeMs: number;
  storeFault: StoreFault;
  /** When the store did not work as it should. */
  readonly storeTroubles: Span[];
  /**
   * How far the time of day is from the truth, when it was set, and what it was off from then on.
   */
  timeOfDayShiftMs: number;
  readonly timesSet: { readonly at: number; readonly shiftMs: number }[];
  /** When each life began and ended, by its number. */
  readonly starts: Map<number, number>;
  readonly ends: Map<number, { readonly at: number; readonly orderly: boolean }>;
  /** When the store was swapped: nobody can read what was written before. */
  readonly losses: number[];
  /**
   * When what was accepted had to be answered; what comes after it shows whether it is answered
   * again.
   */
  settledAt: number;
}

export function createDisk(): Disk {
  return { sql: createMemorySql(), mark: undefined };
}

export function createWorld(seed: number, requestMaxAgeMs: number): World {
  const time = createFakeClock(START);
  const random = createRandom(seed);
  return {
    time,
    random,
    requestMaxAgeMs,
    disk: createDisk(),
    service: createModelService(time, random),
    platform: { events: [], isDown: false, slowMs: 0, downs: [] },
    storeFault: 'none',
    storeTroubles: [],
    timeOfDayShiftMs: 0,
    timesSet: [],
    starts: new Map(),
    ends: new Map(),
    losses: [],
    settledAt: Number.POSITIVE_INFINITY,
  };
}

/** Whether the store worked all through a span. */
export function storeWorked({ storeTroubles }: World, from: number, to: number): boolean {
  return storeTroubles.every((trouble) => trouble.to < from || trouble.from > to);
}

/** Whether the store worked for long enough at some time between. */
export function hadGoodTime({ storeTroubles }: World, from: number, to: number): boolean {
  let good = from;
  for (const trouble of storeTroubles) {
    if (Math.min(trouble.from, to) - good > WRITTEN_MS) return true;
    good = Math.max(good, trouble.to + HEALS_MS);
  }
  return to - good > WRITTEN_MS;
}

/** Whether what was written was lost in a span. */
export function wasLost({ losses }: World, from: number, to: number): boolean {
  return losses.some((at) => at >= from && at <= to);
}

/** Whether a life led its whole life between. */
export function wasThere({ starts, ends }: World, life: number, from: number, to: number): boolean {
  const [start, end] = [starts.get(life), ends.get(life)?.at];
  return (start ?? Number.POSITIVE_INFINITY) <= from && (end ?? Number.POSITIVE_INFINITY) >= to;
}

/** Whether the time of day was set in a span. */
export function wasTimeSet({ timesSet }: World, from: number, to: number): boolean {
  return timesSet.some(({ at }) => at >= from && at <= to);
}
