import type { LimitState, PermitAnswer, PermitSettings, Permits } from '../../src/store/cluster/permits.ts';
import type { Gate } from './gate.ts';
import type { World } from './world.ts';

/** The limit as Redis keeps it for all processes: every method is one step there, on a clock of its own. */
export interface PermitBook {
  /** When each permit's slot and place are free again, in true time. */
  readonly slots: Map<string, number>;
  readonly places: Map<string, number>;
  readonly underWay: Set<string>;
  pausedUntil: number;
  nextBatchAt: number;
}

export function createPermitBook(): PermitBook {
  return { slots: new Map(), places: new Map(), underWay: new Set(), pausedUntil: 0, nextBatchAt: 0 };
}

export function createModelPermits(world: World, gate: Gate, settings: PermitSettings): Permits {
  const { permits: book, time } = world;
  const dropEnded = (): number => {
    const now = time.now();
    for (const taken of [book.slots, book.places])
      for (const [token, until] of taken) if (until <= now) taken.delete(token);
    return now;
  };
  const stateAt = (now: number): LimitState => ({
    slotsFreeIn: [...book.slots].map(([token, until]) =>
      book.underWay.has(token) ? undefined : until - now,
    ),
    inFlight: book.places.size,
    closedForMs: Math.max(book.pausedUntil - now, 0),
  });
  const ask = (token: string, isBatch: boolean): PermitAnswer => {
    const now = dropEnded();
    const opensAt = Math.max(
      book.pausedUntil,
      isBatch ? book.nextBatchAt : 0,
      book.slots.size >= settings.perWindow ? Math.min(...book.slots.values()) : 0,
      // One place is left to singles.
      book.places.size >= settings.concurrent - (isBatch ? 1 : 0) ? Math.min(...book.places.values()) : 0,
    );
    if (opensAt > now) return { granted: false, retryInMs: opensAt - now, ...stateAt(now) };
    book.slots.set(token, now + settings.leaseMs.windowSlot);
    book.places.set(token, now + settings.leaseMs.inFlight);
    book.underWay.add(token);
    if (isBatch) book.nextBatchAt = now + settings.batchEveryMs;
    return { granted: true, retryInMs: 0, ...stateAt(now) };
  };
  const hold = (taken: Map<string, number>, token: string, ms: number): void => {
    if (ms <= 0) taken.delete(token);
    else taken.set(token, time.now() + ms);
  };
  return {
    ask: (token, priority) => gate.onDisk('write', () => ask(token, priority === 'batch')),
    giveBack: (token, priority, { windowSlotMs: slotMs, inFlightMs: placeMs }) =>
      gate.onDisk('write', () => {
        // A turn that was not used costs the batches none, as in Redis.
        if (priority === 'batch' && slotMs <= 0 && book.slots.has(token))
          book.nextBatchAt -= settings.batchEveryMs;
        book.underWay.delete(token);
        hold(book.slots, token, slotMs);
        hold(book.places, token, placeMs);
      }),
    pause: (ms) =>
      gate.onDisk('write', () => {
        book.pausedUntil = Math.max(book.pausedUntil, time.now() + ms);
      }),
    // Asked several times a second, and of no consequence, so that it takes no time here.
    look: async () => stateAt(dropEnded()),
    lookEveryMs: 200,
  };
}
