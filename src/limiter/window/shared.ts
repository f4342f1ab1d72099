import { randomUUID } from 'node:crypto';
import { NEVER } from '../../core/async/never.ts';
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

/** What is asked again and again is asked so often in a window at most. */
const ASKS_IN_A_WINDOW = 300;
/** A permit is used within this part of the window, or asked for anew: 6 s of a minute. */
const FRESH = 1 / 10;

export interface SharedSlotsNeeds extends SlotsSettings {
  readonly permits: Permits;
  readonly health: StoreHealth;
}

/** The permit of a turn. */
interface Permit {
  readonly token: string;
  readonly priority: Priority;
  /** Milliseconds since it was asked for. */
  readonly ageMs: () => number;
}

/** The age up to which a request may leave on a permit: a fresh one, and as long as its connection may take. */
function sentWithin({ windowMs, requestTimeoutMs }: SlotsSettings): number {
  return windowMs * FRESH + requestTimeoutMs;
}

/** How long a permit lasts that nobody gives back: as long as what it is for can still be on its way. */
export function leasesFor(settings: SlotsSettings): PermitSettings {
  const { concurrent, perWindow, windowMs, everyMs, holdMs, failureHoldMs } = settings;
  const sentWithinMs = sentWithin(settings);
  return {
    ...{ concurrent, perWindow, windowMs, batchEveryMs: everyMs },
    leaseMs: {
      slot: Math.ceil(sentWithinMs + holdMs + failureHoldMs),
      place: Math.ceil(sentWithinMs + inFlightHoldAfterHangUp(settings)),
    },
  };
}

/**
 * The two numbers, kept in the store for all processes together. A turn is a permit; while the store is away there are
 * none, since a limit that cannot be kept is not risked. A permit that has grown old (the process was frozen, the store
 * slow) is not used: it may have been given to somebody else.
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
  /** One of each priority asks at a time; a single never stands behind a batch. */
  const queue: Record<Priority, Promise<unknown>> = { single: Promise.resolve(), batch: Promise.resolve() };
  /** Wakes whoever waits to ask again, since something was given back here. */
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
  /** The time of the permits may go on only as fast as somebody asks. */
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
      // It may have been granted all the same.
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
      let departed = false;
      const hold = await use({
        markSent: () => {
          departed = true;
        },
        confirm: async () => {
          while (permit.ageMs() > freshMs) {
            await giveBack(permit, NO_HOLD);
            permit = await obtain(priority);
          }
        },
        canSend: () => permit.ageMs() <= sentWithin(needs),
      });
      await giveBack(permit, departed ? hold : NO_HOLD);
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

/** Before the store is asked again that just failed, should it be taken for healthy. */
const FAILED_PAUSE_MS = 100;
const NOTHING_TAKEN: LimitState = { slotsFreeIn: [], inFlight: 0, closedForMs: 0 };

function isTaken({ slotsFreeIn, inFlight, closedForMs }: LimitState): boolean {
  return slotsFreeIn.length > 0 || inFlight > 0 || closedForMs > 0;
}

/** By two clocks: one stands still while a machine sleeps, and the other goes in steps. */
function createAge(clock: Clock): () => number {
  const since = { elapsed: clock.elapsed(), uptime: clock.uptime() };
  return () => Math.max(clock.elapsed() - since.elapsed, clock.uptime() - since.uptime);
}

/** Milliseconds from now on; nothing for those under way, whose end nobody knows. */
function stillTaken(slotsFreeIn: LimitState['slotsFreeIn'], agoMs: number): (number | undefined)[] {
  return slotsFreeIn
    .map((ms) => (ms === undefined ? undefined : ms - agoMs))
    .filter((ms) => ms === undefined || ms > 0);
}

/** What is owed to the others, told as soon as the store takes it: none is forgotten, and what it holds runs on meanwhile. */
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
        slotMs: left(hold.windowSlotMs),
        placeMs: left(hold.inFlightMs),
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
    /** Tells all of it; whoever comes meanwhile waits for those before, and tells what is left. */
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
