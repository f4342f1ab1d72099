import { createChecks } from '../../src/checks/checks.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createSimulatedClock } from '../../test/support/clocks/simulated.ts';
import { createMemoryStore } from '../../test/support/store/memory-store.ts';
import { knownImei } from '../core.ts';
import { medianOf } from '../figures.ts';

const DAY_MS = 86_400_000;
const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 100 };
const TIMEOUT_MS = 20_000;
const ANSWER_MS = 400;

interface Asking {
  /** How often so many ask in a round, each time for another IMEI. */
  readonly repeats: number;
  readonly rounds: number;
}

/**
 * The time for each of so many requests at once for one IMEI, which is checked once, in microseconds: the median of each round,
 * after one that does not count.
 */
export async function askAtOnce(people: number, { repeats, rounds }: Asking): Promise<readonly number[]> {
  const clock = createSimulatedClock(0);
  const nothing = (): undefined => undefined;
  const nobodyAsks = (): never => {
    throw new Error('nobody asks for the status of the key in this bench');
  };
  let paid = 0;
  const checks = await createChecks({
    provider: {
      ...DEVICE_IDENTITY,
      limits: LIMITS,
      check: async (imei) => {
        await clock.sleep(ANSWER_MS);
        paid += 1;
        const body = JSON.stringify({ imei, brand: 'ANY', model: imei.slice(0, 8) });
        return { httpStatus: 200, body, reader: DEVICE_IDENTITY.name };
      },
      status: nobodyAsks,
      readStatus: nobodyAsks,
      close: async () => undefined,
    },
    store: createMemoryStore(clock),
    seal: createSeal('a bench keeps no secrets'),
    health: { failing: () => false, report: nothing, healthy: async () => undefined, stop: nothing },
    clock,
    raise: nothing,
    observer: NO_METRICS,
    settings: {
      requestTimeoutMs: TIMEOUT_MS,
      requestMaxAgeMs: DAY_MS,
      allowance: { checksPerDay: 1_000_000, reserve: 0 },
      cache: { scope: 'imei', foundTtlMs: DAY_MS, notFoundTtlMs: DAY_MS, realm: 'bench', sandbox: true },
    },
  });
  const times: number[] = [];
  const asked = repeats * (rounds + 1);
  for (let serial = 0; serial < asked; serial += 1) {
    const imei = knownImei(serial);
    const startedAt = performance.now();
    const all = Array.from({ length: people }, (_, person) =>
      checks.checker.check(imei, {
        priority: 'single',
        requestId: `${serial}/${person}`,
        acceptedAt: clock.now(),
        requester: `bench:user:${person}`,
        admin: false,
        signal: new AbortController().signal,
      }),
    );
    await clock.run(Promise.all(all));
    times.push(((performance.now() - startedAt) * 1_000) / people);
  }
  if (paid !== asked) throw new Error(`${paid} were paid instead of one each time`);
  return Array.from({ length: rounds }, (_, round) =>
    medianOf(times.slice((round + 1) * repeats, (round + 2) * repeats)),
  );
}
