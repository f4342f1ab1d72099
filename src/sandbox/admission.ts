import type { ServiceLimits } from '../core/service-limits.ts';

/** The most requests of one IP address. One more blocks the address (interface section 8). */
export interface SandboxLimits extends ServiceLimits {
  /**
   * Time for which the block lasts after the limit was last crossed. Default: until the sandbox is
   * restarted.
   */
  readonly blockMs?: number;
}

/** At most 4 at the same time, and under 20 a minute. */
export const SERVICE_LIMITS: SandboxLimits = { concurrent: 4, perWindow: 19, windowMs: 60_000 };

/** Counts the requests of each IP address, and blocks those that send too many. */
export interface Admission {
  /**
   * Counts a request that arrives, blocked or not. Returns whether it may be answered.
   * @param elapsedMs when the request arrived, as `Clock.elapsed()`
   */
  admit(address: string, elapsedMs: number): boolean;
  /** Called once the whole answer was sent or the connection was closed. */
  leave(address: string): void;
  /** Whether any IP address is blocked. */
  isBlocked(elapsedMs: number): boolean;
  readonly inFlight: number;
  /** The most requests that were in flight at the same time, of all IP addresses. */
  readonly mostAtOnce: number;
}

interface Address {
  inFlight: number;
  /** Arrivals in the latest window, oldest first. */
  arrivals: number[];
  blockedUntil: number;
}

export function createAdmission(limits: SandboxLimits | 'none'): Admission {
  const addresses = new Map<string, Address>();
  const addressOf = (name: string): Address => {
    const address = addresses.get(name) ?? { inFlight: 0, arrivals: [], blockedUntil: -Infinity };
    addresses.set(name, address);
    return address;
  };
  const inFlight = (): number =>
    [...addresses.values()].reduce((sum, address) => sum + address.inFlight, 0);
  let mostAtOnce = 0;
  return {
    admit: (name, elapsedMs) => {
      const address = addressOf(name);
      address.inFlight += 1;
      mostAtOnce = Math.max(mostAtOnce, inFlight());
      if (limits === 'none') return true;
      const { concurrent, perWindow, windowMs, blockMs = Infinity } = limits;
      address.arrivals = [
        ...address.arrivals.filter((arrivedMs) => elapsedMs - arrivedMs < windowMs),
        elapsedMs,
      ];
      if (address.inFlight > concurrent || address.arrivals.length > perWindow) {
        address.blockedUntil = elapsedMs + blockMs;
      }
      return address.blockedUntil <= elapsedMs;
    },
    leave: (name) => {
      addressOf(name).inFlight -= 1;
    },
    isBlocked: (elapsedMs) =>
      [...addresses.values()].some(({ blockedUntil }) => blockedUntil > elapsedMs),
    get inFlight() {
      return inFlight();
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
  };
}
