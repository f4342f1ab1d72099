import type { Clock } from '../core/clock.ts';
import type { LookupProvider, ProviderLimits } from '../provider/contract.ts';
import { DEVICE_IDENTITY } from '../provider/device-identity/definition.ts';
import { UNKNOWN_TYPES } from './trace.ts';

/** How long a request is on its way, and its answer after it: between these, in milliseconds. */
const WAY_MS = { shortest: 20, longest: 400 };

/** A service without a network: every request arrives, and is answered, on simulated time. */
export interface SimulatedService {
  readonly provider: LookupProvider;
  /** Checks that arrived: each of them is paid for. */
  readonly paid: number;
  /** The most requests that arrived in any window, and the most that were under way at once. */
  readonly mostInWindow: number;
  readonly mostAtOnce: number;
}

/** @param limits their window is the one in which arrivals are counted */
export function createSimulatedService(
  clock: Clock,
  random: () => number,
  limits: ProviderLimits,
): SimulatedService {
  let paid = 0;
  let underWay = 0;
  let mostAtOnce = 0;
  let mostInWindow = 0;
  /** When the requests of the last window arrived, oldest first. */
  const recent: number[] = [];
  const goOneWay = (): Promise<void> =>
    clock.sleep(Math.round(WAY_MS.shortest + random() * (WAY_MS.longest - WAY_MS.shortest)));
  const arrive = (): void => {
    const now = clock.now();
    recent.push(now);
    while ((recent[0] ?? now) <= now - limits.windowMs) recent.shift();
    mostInWindow = Math.max(mostInWindow, recent.length);
  };
  return {
    provider: {
      ...DEVICE_IDENTITY,
      limits,
      check: async (imei) => {
        underWay += 1;
        mostAtOnce = Math.max(mostAtOnce, underWay);
        await goOneWay();
        arrive();
        paid += 1;
        await goOneWay();
        underWay -= 1;
        return { httpStatus: 200, body: JSON.stringify(bodyFor(imei)) };
      },
      status: nobodyAsks,
      readStatus: nobodyAsks,
      close: async () => undefined,
    },
    get paid() {
      return paid;
    },
    get mostInWindow() {
      return mostInWindow;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
  };
}

function nobodyAsks(): never {
  throw new Error('nobody asks for the status of the key in a simulation');
}

/** Interface sections 2.1 and 3. */
function bodyFor(imei: string): Readonly<Record<string, string>> {
  if (imei.startsWith(UNKNOWN_TYPES)) return { error: `IMEI: ${imei} not found` };
  return { imei, brand: 'ANY', model: imei.slice(0, 8) };
}
