import Bottleneck from 'bottleneck';
import type { Slots, SlotsSettings } from './slots.ts';

/** Bottleneck's priorities: slots of what was sent before a restart are taken first. */
const PRIORITY = { past: 0, turn: 5 } as const;

/** A taken slot. Times are as `Clock.elapsed()`; `until` is known once the request is over. */
interface Taken {
  readonly since: number;
  until?: number;
}

/** The slots of this process, which has the limit to itself. */
export function createSlots({ concurrent, perWindow, requestTimeoutMs, clock }: SlotsSettings): Slots {
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
    acquire: (use) =>
      window.schedule({ priority: PRIORITY.turn }, async () => {
        let slotFree: Promise<void> | undefined;
        await flight.schedule({ priority: PRIORITY.turn }, async () => {
          let slot: Taken | undefined;
          let flightSlot: Taken | undefined;
          const { windowSlotMs, inFlightMs } = await use({
            markSent: () => {
              slot = take(windowSlots);
              flightSlot = take(inFlightSlots);
            },
          });
          if (slot !== undefined) slotFree = hold(windowSlots, slot, windowSlotMs);
          if (flightSlot !== undefined) await hold(inFlightSlots, flightSlot, inFlightMs);
        });
        await slotFree;
      }),
    restore: ({ windowSlotMs, inFlightMs }) => {
      const slot = take(windowSlots, windowSlotMs);
      void window.schedule({ priority: PRIORITY.past }, () => hold(windowSlots, slot, windowSlotMs));
      if (inFlightMs <= 0) return;
      const flightSlot = take(inFlightSlots, inFlightMs);
      void flight.schedule({ priority: PRIORITY.past }, () => hold(inFlightSlots, flightSlot, inFlightMs));
    },
    used: () => windowSlots.size,
    inFlight: () => inFlightSlots.size,
    vacancies: ({ latencyMs, holdMs }) => {
      const now = clock.elapsed();
      const backIn = ({ since, until }: Taken): number =>
        until === undefined ? expectedIn(now - since, latencyMs, requestTimeoutMs) : Math.max(until - now, 0);
      const freeIn = (slot: Taken): number => backIn(slot) + (slot.until === undefined ? holdMs : 0);
      return {
        windowFreeIn: withFree(Array.from(windowSlots, freeIn), perWindow),
        inFlightFreeIn: withFree(Array.from(inFlightSlots, backIn), concurrent),
      };
    },
  };
}

/**
 * Bottleneck begins no job before the time of day at which it began the last one, so that a clock set back by an hour would stop
 * everything for an hour. With no least time between two jobs but a negative one, it never has a job wait; the first one is
 * begun here, since it counts from the time at which Bottleneck was made.
 */
function createBottleneck(maxConcurrent: number): Bottleneck {
  const bottleneck = new Bottleneck({ maxConcurrent, minTime: Number.NEGATIVE_INFINITY });
  // Without a listener Bottleneck drops its errors; a listener that throws makes it recurse until the stack overflows. A
  // failed job rejects anyway, so nothing is lost.
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
