import Bottleneck from 'bottleneck';
import type { Clock } from '../core/clock.ts';

/**
 * How long the slots of a request stay taken after its end, in milliseconds; 0 if it was not sent.
 */
export interface Hold {
  readonly windowSlotMs: number;
  /** Above 0 only if the service may still be working on it. */
  readonly inFlightMs: number;
}

/** The limits of the service and of the client, with the clock they are measured by. */
export interface Limits {
  /** Requests in flight at the same time. */
  readonly concurrent: number;
  /** Requests that may arrive in any window. */
  readonly perWindow: number;
  readonly windowMs: number;
  /** When the client gives up on a request. */
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  /** How far apart batch checks are. */
  readonly everyMs: number;
  /** How long a window slot is held after an answer: the window and a margin. */
  readonly holdMs: number;
  /** How much longer it is held if there was no answer. */
  readonly failureHoldMs: number;
}

/** If we hung up, the service may work on the request as long again before it notices. */
export function inFlightHoldAfterHangUp(limits: Omit<Limits, 'clock'>): number {
  return Math.min(limits.requestTimeoutMs, limits.failureHoldMs);
}

/** Bottleneck's priorities: slots for requests from before a restart are taken first. */
const PRIORITY = { past: 0, next: 5 } as const;

/** A taken slot. Times are as `Clock.elapsed()`; `until` is known once the request is over. */
interface Taken {
  readonly since: number;
  until?: number;
}

export type Slots = ReturnType<typeof createSlots>;

/**
 * The two limits that are never exceeded: `perWindow` window slots, each held until a window after
 * the answer, and `concurrent` in-flight slots.
 */
export function createSlots({ concurrent, perWindow, requestTimeoutMs, clock, holdMs }: Limits) {
  const window = createBottleneck(perWindow);
  const flight = createBottleneck(concurrent);
  const windowSlots = new Set<Taken>();
  const inFlightSlots = new Set<Taken>();

  const hold = async (where: Set<Taken>, taken: Taken, ms: number): Promise<void> => {
    taken.until ??= clock.elapsed() + ms;
    if (ms > 0) await clock.sleep(ms, undefined, { ref: false });
    where.delete(taken);
  };
  const take = (where: Set<Taken>, ms?: number): Taken => {
    const since = clock.elapsed();
    const taken = ms === undefined ? { since } : { since, until: since + ms };
    where.add(taken);
    return taken;
  };
  return {
    /**
     * Calls `send` when a window slot and an in-flight slot are free, and frees each after the hold
     * that it resolves with. It must not reject; it returns undefined if there is nothing to send
     * any more.
     */
    acquire: (send: () => Promise<Hold> | undefined): Promise<void> =>
      window.schedule({ priority: PRIORITY.next }, async () => {
        let slotFree: Promise<void> | undefined;
        await flight.schedule({ priority: PRIORITY.next }, async () => {
          const sent = send();
          if (sent === undefined) return;
          const [slot, flightSlot] = [take(windowSlots), take(inFlightSlots)];
          const { windowSlotMs, inFlightMs } = await sent;
          slotFree = hold(windowSlots, slot, windowSlotMs);
          await hold(inFlightSlots, flightSlot, inFlightMs);
        });
        await slotFree;
      }),
    /** Takes a window slot at once, and an in-flight slot if `inFlightMs` is above 0. */
    restore: ({ windowSlotMs, inFlightMs }: Hold): void => {
      const slot = take(windowSlots, windowSlotMs);
      void window.schedule({ priority: PRIORITY.past }, () =>
        hold(windowSlots, slot, windowSlotMs),
      );
      if (inFlightMs <= 0) return;
      const flightSlot = take(inFlightSlots, inFlightMs);
      void flight.schedule({ priority: PRIORITY.past }, () =>
        hold(inFlightSlots, flightSlot, inFlightMs),
      );
    },
    used: (): number => windowSlots.size,
    inFlight: (): number => inFlightSlots.size,
    /**
     * In how many milliseconds each slot is expected to be free, if an answer takes `latencyMs`; 0
     * is now.
     */
    vacancies: (latencyMs: number) => {
      const now = clock.elapsed();
      const backIn = ({ since, until }: Taken): number =>
        until === undefined
          ? expectedIn(now - since, latencyMs, requestTimeoutMs)
          : Math.max(until - now, 0);
      const freeIn = (slot: Taken): number =>
        backIn(slot) + (slot.until === undefined ? holdMs : 0);
      return {
        windowFreeIn: withFree(Array.from(windowSlots, freeIn), perWindow),
        inFlightFreeIn: withFree(Array.from(inFlightSlots, backIn), concurrent),
      };
    },
  };
}

/**
 * Bottleneck starts no job before the time of day at which it started the last one: a clock set
 * back by an hour would stop everything for an hour. With a negative `minTime` no job has to wait.
 * The first job is started here, since it counts from the time at which Bottleneck was created.
 */
function createBottleneck(maxConcurrent: number): Bottleneck {
  const bottleneck = new Bottleneck({ maxConcurrent, minTime: Number.NEGATIVE_INFINITY });
  // Without a listener Bottleneck drops its errors; a listener that throws makes it recurse until
  // the stack overflows. A failed job rejects anyway, so nothing is lost.
  bottleneck.on('error', () => undefined);
  void bottleneck.schedule({ priority: PRIORITY.past }, async () => undefined);
  return bottleneck;
}

/** A request that is late is expected to take as long again, up to the time-out. */
function expectedIn(ageMs: number, latencyMs: number, timeoutMs: number): number {
  return ageMs < latencyMs ? latencyMs - ageMs : Math.max(Math.min(ageMs, timeoutMs - ageMs), 0);
}

/** Appends the free slots (0) up to the number there is. */
function withFree(taken: readonly number[], length: number): number[] {
  return [...taken, ...Array<number>(Math.max(length - taken.length, 0)).fill(0)];
}
