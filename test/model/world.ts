import type { RequestEvent } from '../../src/core/adapter/request-event.ts';
import type { ReplyWithButtons } from '../../src/core/reply/reply.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import type { StoreFault } from '../support/store/brittle.ts';
import { createMemorySql, type MemorySql } from '../support/store/memory-sql.ts';
import { createModelService, type ModelService } from './service.ts';

const START = Date.UTC(2026, 0, 15);
/** The longest time that a process needs to write its state to a store that works. */
export const WRITTEN_MS = 5_000;
/** The longest time until a process notices that the store works again. */
const HEALS_MS = 5_000;

/** The reply to somebody who has too many open requests. */
export const BUSY = sayIn('en')('notices.busy.title');

/**
 * A span of true time. Processes see the true time plus `timeOfDayShiftMs`. All times in this file
 * are true.
 */
interface Span {
  readonly from: number;
  to: number;
}

/** The last state of a reply, as people saw it. */
export interface Shown {
  readonly life: number;
  readonly at: number;
  readonly reply: ReplyWithButtons;
}

/** An event that a person sent, and what the platform knows about it. */
export interface Event {
  readonly request: RequestEvent;
  readonly imeis: readonly string[];
  readonly sentAt: number;
  /** When the bot first acknowledged the event as stored. */
  acknowledgedAt?: number;
  /** When the bot first acknowledged that the person took the request back. */
  takenBackAt?: number;
  /** Whether the bot refused the event. */
  isRefused: boolean;
  /** Last states only, oldest first. */
  readonly shown: Shown[];
}

/** The chat platform: redelivers unacknowledged events, and keeps all shown states. */
interface Platform {
  readonly events: Event[];
  isDown: boolean;
  /** The longest delay before a state is shown. States may overtake each other. */
  slowMs: number;
  /** The spans in which the platform showed nothing. */
  readonly downs: Span[];
}

/** The files that outlive a process: the store, and the mark in a file next to it. */
interface Disk {
  sql: MemorySql;
  mark: string | undefined;
}

/** Everything that outlives a process, and the faults of the outside world. */
export interface World {
  readonly time: FakeClock;
  readonly random: () => number;
  readonly disk: Disk;
  readonly service: ModelService;
  readonly platform: Platform;
  /** The longest time that a request stays open, in all lives. */
  readonly requestMaxAgeMs: number;
  storeFault: StoreFault;
  /** The spans in which the store had a fault. */
  readonly storeTroubles: Span[];
  /** The difference between the time of day and the true time. */
  timeOfDayShiftMs: number;
  readonly timesSet: { readonly at: number; readonly shiftMs: number }[];
  /** When each life started and ended, by the number of the life. */
  readonly starts: Map<number, number>;
  readonly ends: Map<number, { readonly at: number; readonly orderly: boolean }>;
  /** When the store was replaced: earlier rows cannot be read any more. */
  readonly losses: number[];
  /** The deadline for all answers. The time after it shows whether a request is answered twice. */
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

/** Whether the store worked during a whole span. */
export function storeWorked({ storeTroubles }: World, from: number, to: number): boolean {
  return storeTroubles.every((trouble) => trouble.to < from || trouble.from > to);
}

/** Whether the store worked long enough at some time in a span to write everything. */
export function hadGoodTime({ storeTroubles }: World, from: number, to: number): boolean {
  let good = from;
  for (const trouble of storeTroubles) {
    if (Math.min(trouble.from, to) - good > WRITTEN_MS) return true;
    good = Math.max(good, trouble.to + HEALS_MS);
  }
  return to - good > WRITTEN_MS;
}

/** Whether the store was replaced in a span. */
export function wasLost({ losses }: World, from: number, to: number): boolean {
  return losses.some((at) => at >= from && at <= to);
}

/** Whether a life ran during a whole span. */
export function wasThere({ starts, ends }: World, life: number, from: number, to: number): boolean {
  const [start, end] = [starts.get(life), ends.get(life)?.at];
  return (start ?? Number.POSITIVE_INFINITY) <= from && (end ?? Number.POSITIVE_INFINITY) >= to;
}

/** Whether the time of day was set in a span. */
export function wasTimeSet({ timesSet }: World, from: number, to: number): boolean {
  return timesSet.some(({ at }) => at >= from && at <= to);
}
