import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { createLimiter, type Limiter } from '../../src/limiter/limiter.ts';
import type { PastSend } from '../../src/limiter/past.ts';
import { createRecorder, type Recorder, requestOnce } from '../support/recorder.ts';

const WINDOW_MS = 1_000;
const TIMEOUT_MS = 250;
const LIMITS = { concurrent: 4, perWindow: 19, windowMs: WINDOW_MS, requestTimeoutMs: TIMEOUT_MS } as const;
/** For a window to be crossed; on a busy machine some hang up before they have arrived. */
const ENOUGH = 2 * LIMITS.perWindow;
/** Longer than a request takes that is not given up. */
const STOOD_STILL_MS = 125;
const TRIES = 5;
/** Nothing for most of a window, then so many at once. */
const BEFORE_RUSH_MS = WINDOW_MS * 0.7;
const RUSH = 60;

function startRecorder(): Promise<Recorder> {
  return createRecorder({ networkDelayMs: 100, workMs: 25, hangs: 0.06, resets: 0.06 });
}

/**
 * Tries again where too many arrived while this process stood still, as on a busy machine: the recorder lives in it as well, and notes
 * an arrival when it goes on, be it after the time within which the limiter knows a request to arrive.
 */
async function recorded(rush: (recorder: Recorder) => Promise<void>): Promise<Recorder> {
  for (let tries = 1; ; tries += 1) {
    const recorder = await startRecorder();
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    await rush(recorder);
    delay.disable();
    await recorder.close();
    const stoodStill = delay.max / 1e6 > STOOD_STILL_MS;
    if (!stoodStill || tries === TRIES || recorder.mostArrivalsIn(WINDOW_MS) <= LIMITS.perWindow)
      return recorder;
  }
}

function runIn(limiter: Limiter) {
  return (send: () => Promise<void>): Promise<void> =>
    limiter.schedule(
      { priority: 'single', fairnessKey: 'rush', signal: new AbortController().signal },
      { send },
    );
}

describe.concurrent('what arrives at the service', () => {
  it('is never more than 19 in any window and 4 at once', async () => {
    const recorder = await recorded(async ({ url, arrivals }) => {
      const run = runIn(createLimiter({ ...LIMITS, clock: systemClock }));
      const send = (): Promise<void> => requestOnce(url, AbortSignal.timeout(TIMEOUT_MS));
      while (arrivals.length <= ENOUGH) {
        await systemClock.sleep(BEFORE_RUSH_MS);
        await Promise.allSettled(Array.from({ length: RUSH }, () => run(send)));
      }
    });

    expect(recorder.mostArrivalsIn(WINDOW_MS)).toBeLessThanOrEqual(19);
    expect(recorder.mostInFlight).toBeLessThanOrEqual(4);
  });

  it('is no more when the bot is killed and started again in the middle of a window', async () => {
    const recorder = await recorded(async ({ url, arrivals }) => {
      const sends: Written[] = [];
      for (const windows of [0.5, 0.4, 0.6, 1.5]) await live({ url, sends, lifeMs: windows * WINDOW_MS });
      while (arrivals.length <= ENOUGH) await live({ url, sends, lifeMs: WINDOW_MS * 1.5 });
    });

    expect(recorder.mostArrivalsIn(WINDOW_MS)).toBeLessThanOrEqual(19);
    expect(recorder.mostInFlight).toBeLessThanOrEqual(4);
  });
});

type Written = { -readonly [Part in keyof PastSend]: PastSend[Part] };

interface Life {
  /** Of the recorder. */
  readonly url: string;
  /** What one life leaves to the next: written before a request is sent, and when its answer came. */
  readonly sends: Written[];
  readonly lifeMs: number;
}

/** A process that sends as much as it may and is cut off in the midst of it. */
async function live({ url, sends, lifeMs }: Life): Promise<void> {
  const limiter = createLimiter({ ...LIMITS, clock: systemClock });
  limiter.seed(sends);
  const killed = new AbortController();
  const send = async (): Promise<void> => {
    const row: Written = { sent: systemClock.uptime() };
    sends.push(row);
    await requestOnce(url, AbortSignal.any([killed.signal, AbortSignal.timeout(TIMEOUT_MS)]));
    row.answered = systemClock.uptime();
  };
  const jobs = Array.from({ length: 40 }, () => runIn(limiter)(send));
  const ended = Promise.allSettled(jobs);
  await systemClock.sleep(lifeMs);
  limiter.stop();
  killed.abort();
  await ended;
}
