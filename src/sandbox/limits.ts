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
  /** @param now when the request arrived, in milliseconds */
  enter(address: string, now: number): Visit;
  /** Whether any address is blocked. */
  isBlocked(now: number): boolean;
  readonly inFlight: number;
  /** The most requests that have been here at the same time, of all addresses. */
  readonly mostAtOnce: number;
}

/** So many are looked through for those that need not be remembered. */
const MANY_ADDRESSES = 1_000;

interface Address {
  inFlight: number;
  /** Arrivals in the latest window, oldest first. */
  arrivals: number[];
  blockedUntil: number;
}

/** Counts every request that arrives, blocked or not. */
export function createGate(limits: SandboxLimits | 'none'): Gate {
  const windowMs = limits === 'none' ? 0 : limits.windowMs;
  const addresses = new Map<string, Address>();
  let inFlight = 0;
  let mostAtOnce = 0;

  const enter = (name: string, now: number): Visit => {
    if (addresses.size >= MANY_ADDRESSES) forgetIdle(addresses, now, windowMs);
    const address = addresses.get(name) ?? { inFlight: 0, arrivals: [], blockedUntil: 0 };
    addresses.set(name, address);
    address.inFlight += 1;
    inFlight += 1;
    mostAtOnce = Math.max(mostAtOnce, inFlight);
    if (limits !== 'none') judge(address, limits, now);
    let gone = false;
    const leave = (): void => {
      if (gone) return;
      gone = true;
      address.inFlight -= 1;
      inFlight -= 1;
    };
    return { admitted: address.blockedUntil <= now, leave };
  };
  return {
    enter,
    isBlocked: (now) => [...addresses.values()].some(({ blockedUntil }) => blockedUntil > now),
    get inFlight() {
      return inFlight;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
  };
}

function judge(address: Address, limits: SandboxLimits, now: number): void {
  address.arrivals.push(now);
  address.arrivals = address.arrivals.filter((at) => now - at < limits.windowMs);
  if (address.inFlight > limits.concurrent || address.arrivals.length > limits.perWindow) {
    address.blockedUntil = now + (limits.blockMs ?? Number.POSITIVE_INFINITY);
  }
}

/** Forgets addresses that nothing is known of but what no longer counts. */
function forgetIdle(addresses: Map<string, Address>, now: number, windowMs: number): void {
  for (const [name, { inFlight, arrivals, blockedUntil }] of addresses) {
    const latest = arrivals.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (inFlight === 0 && now - latest >= windowMs && blockedUntil <= now) addresses.delete(name);
  }
}
