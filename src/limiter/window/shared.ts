import { randomUUID } from 'node:crypto';
import { NEVER } from '../../core/async/promises.ts';
import type { Clock } from '../../core/clock.ts';
import type { Priority } from '../../core/priority.ts';
import type { LimitState, PermitAnswer, PermitSettings, Permits } from '../../store/cluster/permits.ts';
import type { StoreHealth } from '../../store/health.ts';
import {
  filledUp,
  type Hold,
  inFlightHoldAfterHangUp,
  NO_HOLD,
  type Slots,
  type SlotsSettings,
} from './slots.ts';

/** A permit is polled for at most this often in a window. */
const ASKS_IN_A_WINDOW = 300;
/** A permit older than this part of the window is not used, but requested anew: 6 s of a minute. */
const FRESH = 1 / 10;

export interface SharedSlotsNeeds extends SlotsSettings {
  readonly permits: Permits;
  readonly health: StoreHealth;
}

/** A permit that the store has granted. */
interface Permit {
  readonly token: string;
  readonly priority: Priority;
  /** Milliseconds since it was requested. */
  readonly ageMs: () => number;
}

/** The oldest permit on which a request may be sent: a fresh one, plus the time its connection may take. */
function sentWithin({ windowMs, requestTimeoutMs }: SlotsSettings): number {
  return windowMs * FRESH + requestTimeoutMs;
}

/** How long a permit lasts that is never given back: as long as its request can still be under way. */
export function leasesFor(settings: SlotsSettings): PermitSettings {
  const { concurrent, perWindow, windowMs, everyMs, holdMs, failureHoldMs } = settings;
  const sentWithinMs = sentWithin(settings);
  return {
    ...{ concurrent, perWindow, windowMs, batchEveryMs: everyMs },
    leaseMs: {
      windowSlot: Math.ceil(sentWithinMs + holdMs + failureHoldMs),
      inFlight: Math.ceil(sentWithinMs + inFlightHoldAfterHangUp(settings)),
    },
  };
}

/**
 * The slots of all processes together, kept in the store. While the store is unreachable there are no permits, since a limit
 * that cannot be kept must not be risked. An old permit (the process was frozen, the store slow) is not used: it may have been
 * granted to another process meanwhile.
 */
export function createSharedSlots(needs: SharedSlotsNeeds): Slots {
  const { permits, health, clock, windowMs, concurrent, perWindow } = needs;
  const pollMs = Math.max(windowMs / ASKS_IN_A_WINDOW, 1);
  const freshMs = windowMs * FRESH;
  const stopped = new AbortController();
  let known: { readonly state: LimitState; readonly at: number } = {
    state: NOTHING_TAKEN,
    at: clock.uptime(),
  };
  const returns = createReturns(needs);
  /** One request of each priority polls at a time; a single never waits behind a batch. */
  const queue: Record<Priority, Promise<unknown>> = { single: Promise.resolve(), batch: Promise.resolve() };
  /** Ends the naps of those that poll, since a permit was given back here. */
  let nudge = new AbortController();
  let isLooking = false;
  let onChange = (): void => undefined;

  const remember = (state: LimitState): void => {
    const opensLater = state.closedForMs > 0 !== known.state.closedForMs > 0;
    known = { state, at: clock.uptime() };
    if (opensLater) onChange();
    void lookWhileTaken();
  };
  const look = (): Promise<void> => permits.look().then(remember, health.report);
  /** The store's permit time may only advance as fast as somebody looks. */
  async function lookWhileTaken(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    while (isTaken(known.state) && !stopped.signal.aborted) {
      await clock.sleep(permits.lookEveryMs, stopped.signal, { ref: false }).catch(() => undefined);
      if (!stopped.signal.aborted && !health.failing()) await look();
    }
    isLooking = false;
  }
  const nap = async (ms: number): Promise<void> => {
    if (!stopped.signal.aborted) await clock.sleep(ms, nudge.signal, { ref: false }).catch(() => undefined);
    if (stopped.signal.aborted) await NEVER;
  };
  const askOnce = async (permit: Permit, priority: Priority): Promise<PermitAnswer | undefined> => {
    try {
      await returns.settle();
      const answer = await permits.ask(permit.token, priority);
      remember(answer);
      return answer;
    } catch (error) {
      // The store may have granted it before it failed.
      returns.add(permit, NO_HOLD);
      if (!health.failing()) {
        health.report(error);
        onChange();
      }
      return undefined;
    }
  };
  const ask = async (priority: Priority): Promise<Permit> => {
    for (;;) {
      if (health.failing()) {
        await health.healthy(stopped.signal).catch(() => NEVER);
        onChange();
      }
      const permit = { token: randomUUID(), priority, ageMs: createAge(clock) };
      const answer = await askOnce(permit, priority);
      if (answer?.granted) return permit;
      await nap(answer === undefined ? FAILED_PAUSE_MS : Math.min(Math.max(answer.retryInMs, 1), pollMs));
    }
  };
  const obtain = (priority: Priority): Promise<Permit> => {
    const permit = queue[priority].then(() => ask(priority));
    queue[priority] = permit;
    return permit;
  };
  const giveBack = async (permit: Permit, hold: Hold): Promise<void> => {
    returns.add(permit, hold);
    await returns.settle().catch(health.report);
    nudge.abort();
    nudge = new AbortController();
  };

  return {
    acquire: async (priority, use) => {
      let permit = await obtain(priority);
      let wasSent = false;
      const hold = await use({
        markSent: () => {
          wasSent = true;
        },
        confirm: async () => {
          while (permit.ageMs() > freshMs) {
            await giveBack(permit, NO_HOLD);
            permit = await obtain(priority);
          }
        },
        canSend: () => permit.ageMs() <= sentWithin(needs),
      });
      await giveBack(permit, wasSent ? hold : NO_HOLD);
    },
    restore: () => {
      throw new Error('what was sent before a restart stands in the store itself');
    },
    pause: (ms) => {
      returns.pause(ms);
      void returns.settle().catch(health.report);
    },
    blocked: () => (health.failing() ? 'store' : undefined),
    refresh: async () => {
      if (!health.failing()) await look();
    },
    used: () => stillTaken(known.state.slotsFreeIn, clock.uptime() - known.at).length,
    inFlight: () => known.state.inFlight,
    vacancies: ({ latencyMs, holdMs }) => {
      const agoMs = clock.uptime() - known.at;
      const taken = stillTaken(known.state.slotsFreeIn, agoMs);
      return {
        windowFreeIn: filledUp(
          taken.map((ms) => ms ?? latencyMs + holdMs),
          perWindow,
        ),
        inFlightFreeIn: filledUp(
          Array.from({ length: Math.min(known.state.inFlight, concurrent) }, () => latencyMs),
          concurrent,
        ),
        closedForMs: Math.max(known.state.closedForMs - agoMs, 0),
      };
    },
    watch: (listener) => {
      onChange = listener;
    },
    stop: () => {
      stopped.abort();
      nudge.abort();
    },
  };
}

/** Pause before a store that just failed, but counts as healthy, is asked again. */
const FAILED_PAUSE_MS = 100;
const NOTHING_TAKEN: LimitState = { slotsFreeIn: [], inFlight: 0, closedForMs: 0 };

function isTaken({ slotsFreeIn, inFlight, closedForMs }: LimitState): boolean {
  return slotsFreeIn.length > 0 || inFlight > 0 || closedForMs > 0;
}

/** Uses two clocks: one stands still while the machine sleeps, the other goes in steps. */
function createAge(clock: Clock): () => number {
  const since = { elapsed: clock.elapsed(), uptime: clock.uptime() };
  return () => Math.max(clock.elapsed() - since.elapsed, clock.uptime() - since.uptime);
}

/** When each taken slot is free, in milliseconds from now; undefined for a request under way, whose end is unknown. */
function stillTaken(slotsFreeIn: LimitState['slotsFreeIn'], agoMs: number): (number | undefined)[] {
  return slotsFreeIn
    .map((ms) => (ms === undefined ? undefined : ms - agoMs))
    .filter((ms) => ms === undefined || ms > 0);
}

/** Permits to be given back as soon as the store can be written. None is lost, and their holds run meanwhile. */
function createReturns({ permits, clock }: Pick<SharedSlotsNeeds, 'permits' | 'clock'>) {
  const owed = new Map<string, { readonly priority: Priority; readonly hold: Hold; readonly at: number }>();
  let pausedUntil = 0;
  let settling: Promise<void> | undefined;
  const settleAll = async (): Promise<void> => {
    const pauseMs = pausedUntil - clock.elapsed();
    if (pauseMs > 0) await permits.pause(pauseMs);
    pausedUntil = 0;
    for (const [token, { priority, hold, at }] of [...owed]) {
      const agoMs = clock.elapsed() - at;
      const left = (ms: number): number => Math.max(ms - agoMs, 0);
      await permits.giveBack(token, priority, {
        windowSlotMs: left(hold.windowSlotMs),
        inFlightMs: left(hold.inFlightMs),
      });
      owed.delete(token);
    }
  };
  return {
    add: ({ token, priority }: Permit, hold: Hold): void => {
      owed.set(token, { priority, hold, at: clock.elapsed() });
    },
    pause: (ms: number): void => {
      pausedUntil = Math.max(pausedUntil, clock.elapsed() + ms);
    },
    /** Gives all of them back. A call that comes meanwhile waits for the one before, and gives back what is left. */
    settle: async (): Promise<void> => {
      await settling?.catch(() => undefined);
      if (owed.size === 0 && pausedUntil === 0) return;
      settling ??= settleAll().finally(() => {
        settling = undefined;
      });
      await settling;
    },
  };
}
