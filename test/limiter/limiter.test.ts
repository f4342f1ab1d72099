import { describe, expect, it } from 'vitest';
import { RunEnding } from '../../src/core/lifetime/lifetime.ts';
import { allowUnheard } from '../../src/core/promises.ts';
import type { SendPermit } from '../../src/limiter/job.ts';
import { createLimiterBench, named, TIMEOUT_MS, WINDOW_MS } from './bench.ts';

type Bench = ReturnType<typeof createLimiterBench>;

const LATENCY_MS = 300;
const HELD_MS = WINDOW_MS + 500;

describe('a job', () => {
  it('a job settles at once, and its slot is held for a window and a margin', async () => {
    const { clock, limiter, schedule } = createLimiterBench();
    const answer = schedule('s1');
    await clock.advance(LATENCY_MS);
    expect(await answer).toBe('s1');
    await clock.advance(HELD_MS - 1);
    expect(limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 0 });
    await clock.advance(1);
    expect(limiter.usage()).toMatchObject({ windowUsed: 0, windowLimit: 19, windowMs: WINDOW_MS });
  });

  it('a failed job rejects at once, and its slot is held half a window longer', async () => {
    const { clock, limiter, schedule } = createLimiterBench();
    const send = async (permit: SendPermit): Promise<string> => {
      permit.canSend();
      await clock.sleep(LATENCY_MS);
      throw new Error('reset');
    };
    const failure = expect(schedule('s1', { send })).rejects.toThrow('reset');
    await clock.advance(LATENCY_MS);
    await failure;
    await clock.advance(HELD_MS + 29_999);
    expect(limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 0 });
    await clock.advance(1);
    expect(limiter.usage().windowUsed).toBe(0);
  });

  it('a job that has not left holds no slot', async () => {
    const { clock, limiter, schedule } = createLimiterBench();
    const send = (): Promise<string> => Promise.reject(new Error('refused'));
    await expect(clock.advanceUntil(schedule('s1', { send }))).rejects.toThrow('refused');
    expect(limiter.usage()).toMatchObject({ windowUsed: 0, inFlight: 0 });
  });

  it('an answered job holds a slot, even if nobody asked whether it may leave', async () => {
    const { clock, limiter, schedule } = createLimiterBench();
    await clock.advanceUntil(schedule('s1', { send: async () => 'an answer' }));
    expect(limiter.usage().windowUsed).toBe(1);
  });

  it('a job that needs no call holds no slot, and does not change the forecast', async () => {
    const { clock, limiter, schedule } = createLimiterBench();
    const before = limiter.estimate(1);
    const send = async (permit: SendPermit): Promise<string> => {
      permit.giveBack();
      return 'known by now';
    };
    for (const name of named('s', 30)) await clock.advanceUntil(schedule(name, { send }));
    expect(limiter.usage()).toMatchObject({ windowUsed: 0, inFlight: 0 });
    expect(limiter.estimate(1)).toEqual(before);
  });

  it('a job that timed out stays in flight as long again, since the service may still work on it', async () => {
    const { clock, limiter, schedule } = createLimiterBench();
    const send = async (permit: SendPermit): Promise<string> => {
      permit.canSend();
      await clock.sleep(TIMEOUT_MS);
      throw new Error('timeout');
    };
    for (const name of named('s', 4)) schedule(name, { send }).catch(() => undefined);
    await clock.advance(2 * TIMEOUT_MS - 1);
    expect(limiter.usage().inFlight).toBe(4);
    await clock.advance(1);
    expect(limiter.usage().inFlight).toBe(0);
  });

  it('a job of a batch becomes a single when somebody asks for that job alone', async () => {
    const { clock, schedule, promote, sent } = createLimiterBench();
    for (const name of named('a', 5)) void schedule(name);
    void schedule('a6');
    await clock.settle();
    promote('a6', 'somebody');
    await clock.settle();
    expect(sent.map(({ name }) => name)).toEqual(['a1', 'a2', 'a3', 'a6']);
    promote('a6', 'somebody');
    await clock.advance(2 * LATENCY_MS);
    expect(sent.map(({ name }) => name)).toEqual(['a1', 'a2', 'a3', 'a6', 'a4', 'a5']);
  });
});

it('a single is sent when the first of those who asked for it would be', async () => {
  const { clock, limiter, schedule, promote, sent } = createLimiterBench();
  limiter.halt(1_000);
  for (const name of named('s', 5)) void schedule(name, { account: 'ann' });
  promote('s4', 'bob');
  promote('s4', 'ann');
  await clock.advance(WINDOW_MS);
  expect(sent.map(({ name }) => name).join(' ')).toBe('s4 s1 s2 s3 s5');
});

describe('a job that is aborted', () => {
  it('an aborted job leaves the queue at once, with the reason', async () => {
    const { clock, limiter, schedule, sent } = createLimiterBench();
    const abort = new AbortController();
    limiter.halt(1_000);
    void schedule('a1');
    const job = expect(schedule('a2', { signal: abort.signal })).rejects.toBe('changed my mind');
    void schedule('a3');
    await clock.settle();
    abort.abort('changed my mind');
    await job;
    await expect(schedule('a4', { signal: abort.signal })).rejects.toBe('changed my mind');
    expect(limiter.usage().waiting).toBe(2);
    await clock.advance(1_000);
    expect(sent.map(({ name }) => name)).toEqual(['a1', 'a3']);
  });

  it('a job that is aborted after it was sent is still answered: it may have been paid for', async () => {
    const { clock, schedule } = createLimiterBench();
    const abort = new AbortController();
    const job = schedule('s1', { signal: abort.signal });
    await clock.advance(LATENCY_MS / 2);
    abort.abort('too late');
    expect(await clock.advanceUntil(job)).toBe('s1');
  });
});

it('a halt sends nothing for a window, however many slots are free', async () => {
  const { clock, limiter, schedule, sent } = createLimiterBench();
  limiter.halt();
  void schedule('s1');
  void schedule('a1');
  await clock.advance(WINDOW_MS - 1);
  expect(sent).toEqual([]);
  await clock.advance(1);
  expect(sent.map(({ name }) => name)).toEqual(['s1', 'a1']);
});

describe('right before the first byte leaves', () => {
  it.each([
    ['a halt begins', ({ limiter }: Bench) => limiter.halt()],
    ['the process ends', ({ lifetime }: Bench) => void lifetime.end(TIMEOUT_MS)],
  ])(
    'a request is held back if %s before its first byte, and the process can still end',
    async (_case, begin) => {
      const bench = createLimiterBench();
      const { clock, lifetime, schedule } = bench;
      const canSend: boolean[] = [];
      const job = schedule('s1', {
        send: async (permit) => {
          await permit.untilNoHalt();
          canSend.push(permit.canSend());
          begin(bench);
          canSend.push(permit.canSend());
          await permit.untilNoHalt();
          canSend.push(true);
          return '';
        },
      });
      allowUnheard(job);
      await clock.settle();
      lifetime.end(TIMEOUT_MS);
      await bench.limiter.drained;
      expect(canSend).toEqual([true, false]);
    },
  );

  it('a job that is held back when the run ends is rejected after the run has ended', async () => {
    const { clock, lifetime, schedule } = createLimiterBench();
    const job = schedule('s1', {
      send: async (permit) => {
        await clock.sleep(1_000);
        await permit.untilNoHalt();
        return '';
      },
    });
    let isRejected = false;
    job.catch(() => {
      isRejected = true;
    });
    await clock.settle();
    // Something else takes longer.
    lifetime.track(clock.sleep(5_000));
    void lifetime.end(TIMEOUT_MS);
    await clock.advance(4_000);
    expect(isRejected).toBe(false);
    await clock.advance(1_000);
    await expect(job).rejects.toThrow(RunEnding);
  });

  it('a job does not wait for a halt that begins while the process ends', async () => {
    const { clock, lifetime, limiter, schedule } = createLimiterBench();
    let isDrained = false;
    const job = schedule('s1', {
      send: async (permit) => {
        await permit.untilNoHalt();
        lifetime.end(TIMEOUT_MS);
        limiter.drained.then(() => {
          isDrained = true;
        });
        limiter.halt();
        await permit.untilNoHalt();
        return '';
      },
    });
    allowUnheard(job);
    await clock.settle();
    expect(isDrained).toBe(true);
  });

  it('a job waits for the whole halt that began before its first byte', async () => {
    const { clock, limiter, schedule } = createLimiterBench();
    let leftAt: number | undefined;
    void schedule('s1', {
      send: async (permit) => {
        limiter.halt(5_000);
        await permit.untilNoHalt();
        leftAt = clock.elapsed();
        return '';
      },
    });
    await clock.advance(10_000);
    expect(leftAt).toBe(5_000);
  });
});

describe('the end', () => {
  it('the end of the run rejects all waiting jobs, and sends no more jobs', async () => {
    const { clock, lifetime, schedule, sent } = createLimiterBench();
    const jobs = named('s', 25).map((name) => schedule(name));
    await clock.advance(10_000);
    const waiting = Promise.allSettled(jobs.slice(19));
    lifetime.end(0);
    await clock.settle();
    for (const outcome of await waiting) {
      expect(outcome).toMatchObject({ reason: expect.any(RunEnding) });
    }
    await expect(schedule('s26')).rejects.toThrow(RunEnding);
    await clock.advance(3 * WINDOW_MS);
    expect(sent).toHaveLength(19);
  });

  it('the end of the run waits for jobs in flight, and leaves waiting jobs to the next process', async () => {
    const { clock, lifetime, limiter, schedule, sent } = createLimiterBench();
    let settled = 0;
    const count = (): void => {
      settled += 1;
    };
    const jobs = named('s', 6).map((name) => schedule(name));
    for (const job of [...jobs, schedule('a1')]) job.then(count, count);
    await clock.settle();
    // Something else takes longer.
    lifetime.track(new Promise(() => undefined));
    const ended = lifetime.end(TIMEOUT_MS);
    await clock.advanceUntil(limiter.drained);
    expect(settled).toBe(4);
    expect(await Promise.all(jobs.slice(0, 4))).toEqual(named('s', 4));
    expect(clock.keepingAlive).toBe(0);
    expect(limiter.usage().waiting).toBe(3);
    await clock.advanceUntil(ended);
    await clock.advance(WINDOW_MS);
    expect(sent.length).toBe(4);
    expect(limiter.usage().waiting).toBe(0);
  });
});
