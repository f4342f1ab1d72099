import { describe, expect, it } from 'vitest';
import type { Wait } from '../../src/checks/answer.ts';
import { createLimiter, type Job, type Limiter } from '../../src/checks/limiter.ts';
import { createRandom, mostInAnyWindow, percentile } from '../support/arrivals.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

const WINDOW_MS = 60_000;
const SLOT_MS = WINDOW_MS / 19;
const LATENCY_MS = 300;

/** A limiter at real scale on a clock moved by hand, and a service that answers after a while. */
function createBench(parts: Partial<Parameters<typeof createLimiter>[0]> = {}) {
  const clock = createFakeClock();
  const limiter = createLimiter({
    concurrent: 4,
    perWindow: 19,
    windowMs: WINDOW_MS,
    requestTimeoutMs: 20_000,
    clock,
    ...parts,
  });
  const sent: number[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const send = async (): Promise<number> => {
    sent.push(clock.now());
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    await clock.sleep(LATENCY_MS);
    inFlight -= 1;
    return sent.length;
  };
  const schedule = (job: Partial<Job<number>> = {}) => {
    const result = limiter.schedule({
      priority: 'single',
      fairnessKey: 'a',
      send,
      signal: new AbortController().signal,
      ...job,
    });
    result.catch(() => undefined);
    return result;
  };
  return { clock, limiter, sent, schedule, send, mostInFlight: () => mostInFlight };
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Runs the clock until everything given has settled. */
async function runAll(clock: FakeClock, jobs: readonly Promise<unknown>[]): Promise<void> {
  let open = jobs.length;
  for (const job of jobs)
    job
      .catch(() => undefined)
      .finally(() => {
        open -= 1;
      });
  while (open > 0) await clock.advance(1_000);
}

describe('the limiter at real scale', () => {
  it('sends 4 at once and 19 in a window of a burst of singles, and holds every slot for a window after its answer', async () => {
    const { clock, schedule, sent, mostInFlight } = createBench();
    const jobs = times(40, () => schedule());
    await clock.advance(5_000);
    expect(sent).toHaveLength(19);
    expect(mostInFlight()).toBe(4);
    await runAll(clock, jobs);
    expect(mostInAnyWindow(sent, WINDOW_MS + LATENCY_MS)).toBe(19);
  });

  it('sustains at least 97 % of 19 per window on a long queue', async () => {
    const { clock, schedule, sent } = createBench();
    const jobs = times(19 * 6, () => schedule());
    await runAll(clock, jobs);
    const steady = sent.filter((at) => at >= (sent[19] ?? 0));
    const perWindow = ((steady.length - 1) * WINDOW_MS) / ((steady.at(-1) ?? 0) - (steady[0] ?? 0));
    // Whole windows: from the 20th to the 115th there are five rounds of 19.
    const rounds = ((sent[19 * 5] ?? 0) - (sent[19] ?? 0)) / 4;
    expect((19 * WINDOW_MS) / rounds / 19).toBeGreaterThanOrEqual(0.97);
    expect(perWindow / 19).toBeGreaterThanOrEqual(0.97);
  });

  it('spreads a batch evenly, also when nothing else is to do', async () => {
    const { clock, schedule, sent } = createBench();
    await runAll(
      clock,
      times(30, () => schedule({ priority: 'batch' })),
    );
    const gaps = sent.slice(1).map((at, i) => at - (sent[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(SLOT_MS - 1);
    expect(Math.max(...gaps)).toBeLessThan(SLOT_MS * 1.3);
  });

  it('starts a single check that comes during a batch of 200 within 1.1 slots at the 95th percentile', async () => {
    const { clock, schedule } = createBench();
    const random = createRandom(7);
    const batch = times(200, () => schedule({ priority: 'batch' }));
    const waits: number[] = [];
    while (waits.length < 60) {
      await clock.advance(3_000 + random() * 12_000);
      const cameAt = clock.now();
      await runAll(clock, [schedule({ send: async () => waits.push(clock.now() - cameAt) })]);
    }
    expect(percentile(waits, 0.95)).toBeLessThanOrEqual(1.1 * SLOT_MS);
    void batch;
  });

  it('lets batches take turns', async () => {
    const { clock, schedule } = createBench();
    const order: string[] = [];
    const from = (key: string) =>
      schedule({ priority: 'batch', fairnessKey: key, send: async () => order.push(key) });
    await runAll(clock, [
      ...times(4, () => from('a')),
      ...times(4, () => from('b')),
      ...times(2, () => from('c')),
    ]);
    expect(order.join('')).toMatch(/^abcabc(ab){2}$/);
  });

  it('lets nobody wait for ever: a batch goes on behind a flood of singles', async () => {
    const { clock, schedule } = createBench();
    let flooding = true;
    const flood = async (): Promise<void> => {
      while (flooding) await schedule();
    };
    const floods = times(30, flood);
    const done: number[] = [];
    times(3, () => schedule({ priority: 'batch', send: async () => done.push(clock.now()) }));
    await clock.advance(5 * WINDOW_MS);
    expect(done).toHaveLength(3);
    flooding = false;
    void floods;
  });

  it('makes a single of a batch check that somebody waits for', async () => {
    const { clock, schedule } = createBench();
    const order: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      schedule({
        priority: 'batch',
        send: async () => order.push(name),
        onTicket: ({ promote }) => {
          if (name === 'c') setImmediate(promote);
        },
      });
    }
    await clock.advance(10 * SLOT_MS);
    expect(order).toEqual(['a', 'c', 'b']);
  });

  it('gives a slot back unused when the job turns out needless, or fails before it is sent', async () => {
    const { clock, schedule, limiter, sent } = createBench();
    const needless = times(30, () => schedule({ needless: async () => true }));
    const broken = schedule({ needless: () => Promise.reject(new Error('broken')) });
    await clock.advance(1_000);
    await expect(broken).rejects.toThrow('broken');
    expect(await Promise.all(needless)).toEqual(times(30, () => undefined));
    expect(limiter.usage()).toMatchObject({ windowUsed: 0, waiting: 0, inFlight: 0 });
    times(19, () => schedule());
    await clock.advance(5_000);
    expect(sent).toHaveLength(19);
  });

  it('holds the slot of a request without an answer half a window longer, and of one that never left not at all', async () => {
    const { clock, schedule, limiter } = createBench();
    const lost = schedule({ send: () => Promise.reject(new Error('reset')) });
    const refused = schedule({ send: () => Promise.reject(new Error('refused')), arrived: () => false });
    await clock.settle();
    await expect(lost).rejects.toThrow('reset');
    await expect(refused).rejects.toThrow('refused');
    expect(limiter.usage().windowUsed).toBe(1);
    await clock.advance(WINDOW_MS * 1.49);
    expect(limiter.usage().windowUsed).toBe(1);
    await clock.advance(WINDOW_MS * 0.03);
    expect(limiter.usage().windowUsed).toBe(0);
  });

  it('sends nothing for a full window when told to pause', async () => {
    const { clock, schedule, limiter, sent } = createBench();
    limiter.pause();
    times(3, () => schedule());
    await clock.advance(WINDOW_MS);
    expect(sent).toEqual([]);
    await clock.advance(2_000);
    expect(sent).toHaveLength(3);
  });

  it('lets one that waits leave at once, and does not spend its slot', async () => {
    const { clock, schedule, limiter, sent } = createBench();
    times(19, () => schedule());
    await clock.advance(5_000);
    const leave = new AbortController();
    const left = times(3, () => schedule({ signal: leave.signal }));
    await clock.settle();
    leave.abort(new Error('cancelled'));
    for (const job of left) await expect(job).rejects.toThrow('cancelled');
    expect(limiter.usage().waiting).toBe(0);
    schedule();
    await clock.advance(WINDOW_MS);
    expect(sent).toHaveLength(20);
  });

  it('sends nothing more when drained, waits for what is on its way, and settles nothing that it did not send', async () => {
    const { clock, schedule, limiter, sent } = createBench();
    const settled: string[] = [];
    for (const name of ['1', '2', '3', '4', '5', '6'])
      schedule().then(
        () => settled.push(name),
        () => settled.push(name),
      );
    await clock.settle();
    let drained = false;
    const drain = limiter.drain().then(() => {
      drained = true;
    });
    await clock.settle();
    expect([sent.length, drained]).toEqual([4, false]);
    await clock.advance(LATENCY_MS);
    await drain;
    await clock.advance(WINDOW_MS * 2);
    expect(settled).toEqual(['1', '2', '3', '4']);
  });
});

describe('estimates', () => {
  it.each([1, 2, 3, 4, 5, 6])('come true within a fifth (situation %i)', async (seed) => {
    const random = createRandom(seed);
    const { clock, schedule, send, limiter } = createBench();
    const misses: string[] = [];
    const watch = (priority: 'single' | 'batch', fairnessKey: string): Promise<unknown> => {
      const cameAt = clock.now();
      let first: Wait | undefined;
      return schedule({
        priority,
        fairnessKey,
        onWait: (wait) => {
          first ??= wait;
        },
        send: () => {
          const waited = clock.now() - cameAt;
          const told = first?.startsInMs ?? 0;
          if (Math.abs(waited - told) > Math.max(0.2 * waited, 1_000))
            misses.push(`${priority}: told ${told}, waited ${waited}`);
          return send();
        },
      });
    };
    const singles = times(Math.floor(random() * 40), () => watch('single', 's'));
    await clock.advance(random() * 30_000);
    const batch = times(20 + Math.floor(random() * 60), () => watch('batch', 'b'));
    await clock.settle();
    const { batchMs } = limiter.estimate(10);
    const started = clock.now();
    const more = times(10, () => watch('batch', 'b'));
    await runAll(clock, [...singles, ...batch, ...more]);
    const took = clock.now() - started;
    expect(Math.abs(took - batchMs)).toBeLessThanOrEqual(Math.max(0.2 * took, 2_000));
    expect(misses).toEqual([]);
  });

  it('number the places from 1, and tell of every step forward', async () => {
    const { clock, schedule } = createBench();
    times(19, () => schedule());
    await clock.advance(5_000);
    const places: number[] = [];
    schedule();
    schedule();
    schedule({
      onWait: ({ place }) => {
        if (places.at(-1) !== place) places.push(place);
      },
    });
    await clock.advance(WINDOW_MS);
    expect(places).toEqual([3, 2, 1]);
  });
});

describe('a limiter after a restart', () => {
  const startedWith = async (past: (now: number) => Parameters<Limiter['seed']>[0]) => {
    const bench = createBench();
    bench.limiter.seed(past(bench.clock.now()));
    times(40, () => bench.schedule());
    return bench;
  };

  it('starts with the slots taken that the last process used', async () => {
    const { clock, sent } = await startedWith((now) =>
      times(15, (i) => ({ sentAt: now - 30_300 - i, answeredAt: now - 30_000 - i })),
    );
    await clock.advance(5_000);
    expect(sent).toHaveLength(4);
    await clock.advance(27_000);
    expect(sent.length).toBeGreaterThan(15);
  });

  it('takes what was sent without an answer as still on its way, for as long as the client would have waited', async () => {
    const { clock, sent } = await startedWith((now) => times(4, () => ({ sentAt: now - 5_000 })));
    await clock.advance(14_900);
    expect(sent).toEqual([]);
    await clock.advance(2_000);
    expect(sent.length).toBeGreaterThan(0);
  });

  it('is not misled by a clock that was set back, nor by more sends than there are slots', async () => {
    const { clock, sent } = await startedWith((now) =>
      times(30, (i) => ({ sentAt: now + 3_600_000, answeredAt: now + 3_600_000 + i })),
    );
    await clock.advance(WINDOW_MS);
    expect(sent).toEqual([]);
    await clock.advance(5_000);
    expect(sent).toHaveLength(19);
  });

  it('forgets what is older than a window', async () => {
    const { clock, sent } = await startedWith((now) =>
      times(19, () => ({ sentAt: now - 62_000, answeredAt: now - 61_000 })),
    );
    await clock.advance(5_000);
    expect(sent).toHaveLength(19);
  });
});
