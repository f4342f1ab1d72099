import { createLimiter } from '../../src/limiter/limiter.ts';
import { createRandom } from '../../src/sandbox/faults/random.ts';
import { createSimulatedClock } from '../../test/support/clocks/simulated.ts';
import { mostWithin } from '../../test/support/recorder.ts';
import { NETWORK_MS, PER_WINDOW, sustainedShare, WORK_MS } from './measure.ts';

const LIMITS = { concurrent: 4, perWindow: PER_WINDOW, windowMs: 60_000, requestTimeoutMs: 20_000 };
const MOST_WAITING = 40;

export interface MinuteFigures {
  readonly mostInAWindow: number;
  readonly mostAtOnce: number;
  /** Of the limit, and the same for a limiter that wastes nothing but the latency. */
  readonly sustained: number;
  readonly reachable: number;
}

/** Our limiter at the service's own minute, always with more to send than may be sent, on simulated time. */
export async function measureMinute(minutes: number, seed: number): Promise<MinuteFigures> {
  const clock = createSimulatedClock(0);
  const random = createRandom(seed);
  const limiter = createLimiter({ ...LIMITS, clock });
  const arrivals: number[] = [];
  let inFlight = 0;
  let mostAtOnce = 0;
  const send = async (): Promise<void> => {
    await clock.sleep(random() * NETWORK_MS);
    arrivals.push(clock.now());
    inFlight += 1;
    mostAtOnce = Math.max(mostAtOnce, inFlight);
    await clock.sleep(WORK_MS);
    inFlight -= 1;
  };
  const feed = async (): Promise<void> => {
    for (;;) {
      const { signal } = new AbortController();
      await limiter.schedule({ priority: 'single', fairnessKey: 'one', signal }, { send });
    }
  };
  // They end when the limiter is stopped.
  for (let feeder = 0; feeder < MOST_WAITING; feeder += 1) feed().catch(() => undefined);
  await clock.run(clock.sleep(minutes * LIMITS.windowMs));
  limiter.stop();
  return {
    mostInAWindow: mostWithin(arrivals, LIMITS.windowMs),
    mostAtOnce,
    sustained: sustainedShare(arrivals, LIMITS),
    reachable: LIMITS.windowMs / (LIMITS.windowMs + NETWORK_MS / 2 + WORK_MS),
  };
}
