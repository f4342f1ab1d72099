import Bottleneck from 'bottleneck';
import { filledUp, type Slots, type SlotsSettings } from './slots.ts';

/** Bottleneck's priorities: what was sent before a restart is there already. */
const PRIORITY = { past: 0, turn: 5 } as const;

/** Something taken: until when, once that is known, or since when; both as `Clock.elapsed()`. */
interface Taken {
  readonly since: number;
  until?: number;
}

/** Keeps the two numbers for this process alone. */
export function createSlots({ concurrent, perWindow, requestTimeoutMs, clock }: SlotsSettings): Slots {
  const window = createBottleneck(perWindow);
  const flight = createBottleneck(concurrent);
  const slots = new Set<Taken>();
  const places = new Set<Taken>();

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
    acquire: (_rank, use) =>
      window.schedule({ priority: PRIORITY.turn }, async () => {
        let slotFree: Promise<void> | undefined;
        await flight.schedule({ priority: PRIORITY.turn }, async () => {
          let slot: Taken | undefined;
          let place: Taken | undefined;
          const { windowSlotMs: slotMs, inFlightMs: placeMs } = await use({
            markSent: () => {
              slot = take(slots);
              place = take(places);
            },
            // A turn of this process' own does not grow old.
            confirm: async () => undefined,
            canSend: () => true,
          });
          if (slot !== undefined) slotFree = hold(slots, slot, slotMs);
          if (place !== undefined) await hold(places, place, placeMs);
        });
        await slotFree;
      }),
    restore: ({ windowSlotMs: slotMs, inFlightMs: placeMs }) => {
      const slot = take(slots, slotMs);
      void window.schedule({ priority: PRIORITY.past }, () => hold(slots, slot, slotMs));
      if (placeMs <= 0) return;
      const place = take(places, placeMs);
      void flight.schedule({ priority: PRIORITY.past }, () => hold(places, place, placeMs));
    },
    pause: () => undefined,
    blocked: () => undefined,
    refresh: async () => undefined,
    // Its own turns come when Bottleneck gives them, and it never changes its mind.
    watch: () => undefined,
    stop: () => undefined,
    used: () => slots.size,
    inFlight: () => places.size,
    vacancies: ({ latencyMs, holdMs }) => {
      const now = clock.elapsed();
      const backIn = ({ since, until }: Taken): number =>
        until === undefined ? expectedIn(now - since, latencyMs, requestTimeoutMs) : Math.max(until - now, 0);
      const freeIn = (slot: Taken): number => backIn(slot) + (slot.until === undefined ? holdMs : 0);
      return {
        windowFreeIn: filledUp(Array.from(slots, freeIn), perWindow),
        inFlightFreeIn: filledUp(Array.from(places, backIn), concurrent),
        closedForMs: 0,
      };
    },
  };
}

function createBottleneck(maxConcurrent: number): Bottleneck {
  const bottleneck = new Bottleneck({ maxConcurrent });
  // Without a listener its errors vanish, with one that throws it calls itself until the stack is full. A failed job
  // rejects its turn all the same, so nothing is lost here.
  bottleneck.on('error', () => undefined);
  return bottleneck;
}

/** What is later than usual is expected to take as long again, up to the time-out. */
function expectedIn(ageMs: number, latencyMs: number, timeoutMs: number): number {
  return ageMs < latencyMs ? latencyMs - ageMs : Math.max(Math.min(ageMs, timeoutMs - ageMs), 0);
}
