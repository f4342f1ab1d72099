/** How many requests of one address are too many (interface section 8). */
export interface SandboxLimits {
  /** The most at the same time; one more blocks the address. */
  readonly concurrent: number;
  /** The most arrivals in any rolling window; one more blocks the address. */
  readonly perWindow: number;
  readonly windowMs: number;
  /** How long the block lasts from the last time the limit was crossed. Default: until the sandbox is restarted. */
  readonly blockMs?: number;
}

/** At most 4 at the same time, and under 20 a minute. */
export const INTERFACE_LIMITS: SandboxLimits = { concurrent: 4, perWindow: 19, windowMs: 60_000 };

/** One request, from its arrival until its connection has the whole answer or is gone. */
interface Visit {
  /** Whether it may be answered; otherwise its address is blocked. */
  readonly admitted: boolean;
  leave(): void;
}

export interface Gate {
  /** @param elapsedMs when the request arrived, as `Clock.elapsed()` */
  enter(address: string, elapsedMs: number): Visit;
  /** Whether any address is blocked. */
  isBlocked(elapsedMs: number): boolean;
  readonly inFlight: number;
  /** The most requests that have been here at the same time, of all addresses. */
  readonly mostAtOnce: number;
}

interface Address {
  inFlight: number;
  /** Arrivals in the latest window, oldest first. */
  arrivals: number[];
  blockedUntil: number;
}

/** Counts every request that arrives, blocked or not. */
export function createGate(limits: SandboxLimits | 'none'): Gate {
  const addresses = new Map<string, Address>();
  let inFlight = 0;
  let mostAtOnce = 0;

  const enter = (name: string, elapsedMs: number): Visit => {
    const address = addresses.get(name) ?? {
      inFlight: 0,
      arrivals: [],
      blockedUntil: Number.NEGATIVE_INFINITY,
    };
    addresses.set(name, address);
    address.inFlight += 1;
    inFlight += 1;
    mostAtOnce = Math.max(mostAtOnce, inFlight);
    if (limits !== 'none') judge(address, limits, elapsedMs);
    let gone = false;
    const leave = (): void => {
      if (gone) return;
      gone = true;
      address.inFlight -= 1;
      inFlight -= 1;
    };
    return { admitted: address.blockedUntil <= elapsedMs, leave };
  };
  return {
    enter,
    isBlocked: (elapsedMs) => [...addresses.values()].some(({ blockedUntil }) => blockedUntil > elapsedMs),
    get inFlight() {
      return inFlight;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
  };
}

function judge(address: Address, limits: SandboxLimits, elapsedMs: number): void {
  address.arrivals.push(elapsedMs);
  address.arrivals = address.arrivals.filter((at) => elapsedMs - at < limits.windowMs);
  if (address.inFlight > limits.concurrent || address.arrivals.length > limits.perWindow) {
    address.blockedUntil = elapsedMs + (limits.blockMs ?? Number.POSITIVE_INFINITY);
  }
}
