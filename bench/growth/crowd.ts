import { createChecks } from '../../src/checks/checks.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { createRandom } from '../../src/sandbox/faults/random.ts';
import { createSimulatedClock } from '../../src/simulation/clock.ts';
import { createMemoryStore } from '../../src/simulation/memory-store.ts';
import { createSimulatedService } from '../../src/simulation/service.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { knownImei } from '../core.ts';
import { medianOf } from '../figures.ts';

const DAY_MS = 86_400_000;
const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 100 };
const TIMEOUT_MS = 20_000;

interface Asking {
  readonly seed: number;
  /** How often so many ask in a round, each time for another IMEI. */
  readonly repeats: number;
  readonly rounds: number;
}

/**
 * The time for each of so many requests at once for one IMEI, which is checked once, in microseconds: the median of each round,
 * after one that does not count.
 */
export async function askAtOnce(
  people: number,
  { seed, repeats, rounds }: Asking,
): Promise<readonly number[]> {
  const clock = createSimulatedClock(0);
  const service = createSimulatedService(clock, createRandom(seed), LIMITS);
  const nothing = (): undefined => undefined;
  const checks = await createChecks({
    provider: service.provider,
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
        requester: `bench:user:${person}`,
        admin: false,
        signal: new AbortController().signal,
      }),
    );
    await clock.run(Promise.all(all));
    times.push(((performance.now() - startedAt) * 1_000) / people);
  }
  if (service.paid !== asked) throw new Error(`${service.paid} were paid instead of one each time`);
  return Array.from({ length: rounds }, (_, round) =>
    medianOf(times.slice((round + 1) * repeats, (round + 2) * repeats)),
  );
}
