import { Lifetime } from '../../src/core/lifetime/lifetime.ts';
import type { Job, SendPermit } from '../../src/limiter/job.ts';
import { Limiter } from '../../src/limiter/limiter.ts';
import type { PastSend } from '../../src/limiter/past.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

export const WINDOW_MS = 60_000;
export const SLOT_MS = WINDOW_MS / 19;
export const TIMEOUT_MS = 20_000;

/**
 * The service's limits, and a clock that is moved by hand.
 * @param latencyMs how long an answer takes
 * @param perWindow less than the service allows, as an operator may set it
 */
export function createLimiterBench(
  latencyMs: () => number = () => 300,
  past: readonly PastSend[] | 'unknown' = [],
  clock = createFakeClock(),
  perWindow = 19,
) {
  const limits = {
    concurrent: 4,
    perWindow,
    windowMs: WINDOW_MS,
    callTimeoutMs: TIMEOUT_MS,
  };
  const lifetime = new Lifetime((error) => {
    throw error;
  }, clock);
  const limiter = new Limiter({ ...limits, clock, lifetime });
  limiter.restore(past);
  const startedAt = clock.now();
  /**
   * The names of the jobs in the order in which they were sent, and when, from the bench's
   * beginning.
   */
  const sent: { name: string; atMs: number }[] = [];
  const jobs = new Map<string, Job>();
  return {
    clock,
    lifetime,
    limiter,
    sent,
    /**
     * Schedules a job by its name: `s…` is a single, `a…` and `b…` are batch checks of these
     * requests.
     */
    schedule: (
      name: string,
      { send, ...job }: Partial<Job & { send: (permit: SendPermit) => Promise<string> }> = {},
    ) => {
      const group = job.group ?? name.charAt(0);
      const named: Job = {
        priority: name.startsWith('s') ? 'single' : 'batch',
        account: group,
        group,
        signal: new AbortController().signal,
        ...job,
      };
      jobs.set(name, named);
      return limiter.schedule<string>(named, async (permit) => {
        sent.push({ name, atMs: clock.now() - startedAt });
        if (send !== undefined) return send(permit);
        permit.canSend();
        await clock.sleep(latencyMs());
        return name;
      });
    },
    /** Somebody asks for the same as this job. */
    promote: (name: string, account: string): void => {
      const job = jobs.get(name);
      if (job !== undefined) limiter.promote(job, account);
    },
  };
}

/** `named('a', 3)`: a1, a2, a3. */
export function named(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
