import { setImmediate as turn } from 'node:timers/promises';
import { createLimiter } from '../../src/limiter/limiter.ts';
import { createSimulatedClock } from '../../test/support/clocks/simulated.ts';
import { heapInUse } from '../figures.ts';

const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 60_000, requestTimeoutMs: 20_000 };

export interface LineCosts {
  /** The processor's time for each check sent, in microseconds. */
  readonly sendUs: number;
  /** The time for each that joins, in microseconds. */
  readonly joinUs: number;
  /** The longest that the event loop stands still while all of them join in one turn, and are told of their places. */
  readonly blockedMs: number;
  /** On the heap, for each that waits. */
  readonly bytes: number;
}

/** So many rounds of {@link sendOnce}, and one before that does not count. */
export async function sendAmong(
  waiting: number,
  { sent, rounds }: { readonly sent: number; readonly rounds: number },
): Promise<readonly LineCosts[]> {
  const costs: LineCosts[] = [];
  for (let round = 0; round <= rounds; round += 1) costs.push(await sendOnce(waiting, sent));
  return costs.slice(1);
}

/** Sends some checks while so many wait, each of whom listens for its place. Whoever leaves the line is replaced. */
async function sendOnce(waiting: number, sent: number): Promise<LineCosts> {
  const clock = createSimulatedClock(0);
  const limiter = createLimiter({ ...LIMITS, clock });
  let asked = 0;
  let told = 0;
  let left = 0;
  let enough: () => void = () => undefined;
  const join = (): void => {
    asked += 1;
    // Every other one is of a list.
    const [priority, fairnessKey] = asked % 2 === 0 ? (['single', 'one'] as const) : listOf(asked);
    // Every check has one of its own, of the flight it is on.
    const { signal } = new AbortController();
    const send = async (): Promise<void> => {
      join();
      await clock.sleep(300);
      left -= 1;
      if (left === 0) enough();
    };
    const onWait = (): void => {
      told += 1;
    };
    const job = limiter.schedule({ priority, fairnessKey, signal, onWait }, { send });
    // Those that still wait when the limiter is stopped are told so, which is of no concern here.
    job.catch(() => undefined);
  };
  const sendSome = (count: number): Promise<void> => {
    left = count;
    return clock.run(
      new Promise((resolve) => {
        enough = resolve;
      }),
    );
  };
  // The first window's requests go at once; after them, all wait.
  join();
  await sendSome(LIMITS.perWindow);
  const before = heapInUse();
  const joinedAt = performance.now();
  const pauses = watchPauses();
  for (let index = 1; index < waiting; index += 1) join();
  await clock.run(clock.sleep(0));
  // Those far behind are told in turns of the event loop of their own.
  for (let before = -1; before < told; await turn()) before = told;
  const joinUs = ((performance.now() - joinedAt) * 1_000) / waiting;
  const blockedMs = pauses.longestMs();
  const bytes = (heapInUse() - before) / waiting;
  await sendSome(Math.ceil(sent / 10));
  const startedAt = process.cpuUsage();
  await sendSome(sent);
  const { user, system } = process.cpuUsage(startedAt);
  limiter.stop();
  return { sendUs: (user + system) / sent, joinUs, blockedMs, bytes };
}

/** Watches how long each turn of the event loop takes. */
function watchPauses(): { readonly longestMs: () => number } {
  let longestMs = 0;
  let isOver = false;
  let since = performance.now();
  const look = (): void => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - since);
    since = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    longestMs: () => {
      isOver = true;
      return longestMs;
    },
  };
}

const LISTS = 200;

function listOf(asked: number): readonly ['batch', string] {
  return ['batch', `list ${asked % LISTS}`];
}
