import type { Job, Sending } from '../../../src/limiter/job.ts';
import { createLimiter, type Limiter } from '../../../src/limiter/limiter.ts';
import type { PastSend } from '../../../src/limiter/past.ts';
import { createFakeClock, type FakeClock } from '../clocks/fake.ts';

/** The service's limits, and a clock that is moved by hand. */
export interface LimiterBench {
  readonly clock: FakeClock;
  readonly limiter: Limiter;
  /** The names of the jobs in the order in which they were sent, and when, from the bench's beginning. */
  readonly sent: { readonly name: string; readonly atMs: number }[];
  /** Schedules a job by its name: `s…` is a single, `a…` and `b…` are batch checks of these requests. */
  schedule(name: string, job?: Partial<Job & Sending<string>>): Promise<string | undefined>;
  /** Somebody asks for what this job asks for. */
  promote(name: string, person: string): void;
}

export const WINDOW_MS = 60_000;
export const SLOT_MS = WINDOW_MS / 19;
export const TIMEOUT_MS = 20_000;

/** @param latencyMs how long an answer takes */
export function createLimiterBench(
  latencyMs: () => number = () => 300,
  past: readonly PastSend[] = [],
  clock: FakeClock = createFakeClock(),
): LimiterBench {
  const limits = { concurrent: 4, perWindow: 19, windowMs: WINDOW_MS, requestTimeoutMs: TIMEOUT_MS };
  const limiter = createLimiter({ ...limits, clock });
  limiter.seed(past);
  const startedAt = clock.now();
  const sent: { name: string; atMs: number }[] = [];
  const jobs = new Map<string, Job>();
  return {
    clock,
    limiter,
    sent,
    schedule: (name, { send, arrived, ...job } = {}) => {
      const named: Job = {
        priority: name.startsWith('s') ? 'single' : 'batch',
        fairnessKey: name.charAt(0),
        signal: new AbortController().signal,
        ...job,
      };
      jobs.set(name, named);
      return limiter.schedule<string>(named, {
        send: async (turn) => {
          sent.push({ name, atMs: clock.now() - startedAt });
          if (send !== undefined) return send(turn);
          await clock.sleep(latencyMs());
          return name;
        },
        ...(arrived && { arrived }),
      });
    },
    promote: (name, person) => {
      const job = jobs.get(name);
      if (job !== undefined) limiter.promote(job, person);
    },
  };
}

/** `named('a', 3)`: a1, a2, a3. */
export function named(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
