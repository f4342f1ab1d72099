import { expect, it } from 'vitest';
import { createLimiter } from '../../src/limiter/limiter.ts';
import type { PastSend } from '../../src/limiter/past.ts';
import { createRandom } from '../../src/sandbox/faults/random.ts';
import { TIMEOUT_MS, WINDOW_MS } from '../support/checks/limiter-bench.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { mostWithin } from '../support/recorder.ts';

const LIMITS = { concurrent: 4, perWindow: 19, windowMs: WINDOW_MS, requestTimeoutMs: TIMEOUT_MS };
/** On its way a request is late by 0 to so many milliseconds. */
const NETWORK_MS = 6_000;
const WORK_MS = 1_500;

type Written = { -readonly [Part in keyof PastSend]: PastSend[Part] };

it.each([1, 2, 3, 4])(
  'never more than 19 arrive in any window and 4 at once, also when the bot is killed (seed %i)',
  async (seed) => {
    const clock = createFakeClock();
    const random = createRandom(seed);
    const arrivals: number[] = [];
    let [inFlight, mostInFlight] = [0, 0];
    /** What one life leaves to the next: written before a request is sent, and when its answer came. */
    const sends: Written[] = [];
    /** The service: some requests it never answers, some it breaks off. */
    const serve = async (): Promise<void> => {
      const fate = random();
      await clock.sleep(random() * NETWORK_MS);
      arrivals.push(clock.elapsed());
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      await clock.sleep(fate < 0.06 ? TIMEOUT_MS : WORK_MS);
      inFlight -= 1;
      if (fate > 0.94) throw new Error('reset');
    };
    /** A process that sends as much as it may and is cut off in the midst of it. */
    const live = async (lifeMs: number): Promise<void> => {
      const limiter = createLimiter({ ...LIMITS, clock });
      limiter.seed(sends);
      let isDead = false;
      const send = async (): Promise<void> => {
        const row: Written = { sent: clock.uptime() };
        sends.push(row);
        const timeout = clock.sleep(TIMEOUT_MS).then(() => Promise.reject(new Error('timeout')));
        await Promise.race([serve(), timeout]);
        if (!isDead) row.answered = clock.uptime();
      };
      for (let jobs = 0; jobs < 60; jobs += 1) {
        const { signal } = new AbortController();
        const job = { priority: 'single', fairnessKey: 'rush', signal } as const;
        limiter.schedule(job, { send }).catch(() => undefined);
      }
      await clock.advance(lifeMs);
      limiter.stop();
      isDead = true;
    };

    for (const windows of [0.5, 0.4, 0.6, 1.5, 5]) await live(windows * WINDOW_MS);
    expect(arrivals.length).toBeGreaterThan(2 * LIMITS.perWindow);
    expect(mostWithin(arrivals, WINDOW_MS)).toBeLessThanOrEqual(19);
    expect(mostInFlight).toBeLessThanOrEqual(4);
  },
);
