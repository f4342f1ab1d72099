import { createLimiter } from '../../../src/checks/limiter.ts';
import { createSimulatedClock } from '../../../src/simulation/clock.ts';
import { heapInUse } from '../figures.ts';

const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 60_000, requestTimeoutMs: 20_000 };

export interface LineCosts {
  /** The processor's time for each check sent, in microseconds. */
  readonly sendUs: number;
  /** The time for each that joins, in microseconds. */
  readonly joinUs: number;
  /** On the heap, for each that waits. */
  readonly bytes: number;
}

/** Sends some checks while so many wait, each of whom listens for its place. */
export async function sendAmong(waiting: number, sent: number): Promise<LineCosts> {
  const clock = createSimulatedClock(0);
  const limiter = createLimiter({ ...LIMITS, clock });
  let left = LIMITS.perWindow;
  let enough: (() => void) | undefined;
  const { signal } = new AbortController();
  let told = 0;
  const job = (index: number) => ({
    // Every other one is of a list.
    priority: index % 2 === 0 ? ('single' as const) : ('batch' as const),
    fairnessKey: `list ${index % 200}`,
    signal,
    onWait: () => {
      told += 1;
    },
    send: async () => {
      await clock.sleep(300);
      left -= 1;
      if (left === 0) enough?.();
    },
  });
  const sendSome = (count: number): Promise<void> => {
    left = count;
    return clock.run(
      new Promise((resolve) => {
        enough = resolve;
      }),
    );
  };
  // The first window's requests go at once; after them, all wait.
  for (let index = 0; index < LIMITS.perWindow; index += 1) ignored(limiter.schedule(job(2 * index)));
  await sendSome(LIMITS.perWindow);
  const before = heapInUse();
  const joinedAt = performance.now();
  for (let index = 0; index < waiting; index += 1) ignored(limiter.schedule(job(index)));
  await clock.run(clock.sleep(0));
  const joinUs = ((performance.now() - joinedAt) * 1_000) / waiting;
  const bytes = (heapInUse() - before) / waiting;
  const count = Math.min(sent, waiting);
  const startedAt = process.cpuUsage();
  await sendSome(count);
  const { user, system } = process.cpuUsage(startedAt);
  limiter.stop();
  if (told === 0) throw new Error('nobody was told of a place');
  return { sendUs: (user + system) / count, joinUs, bytes };
}

/** Those that still wait when the limiter is stopped are told so, which is of no concern here. */
function ignored(job: Promise<unknown>): void {
  job.catch(() => undefined);
}
