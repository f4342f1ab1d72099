import Bottleneck from 'bottleneck';
import { describe, expect, it } from 'vitest';
import type { PastSend } from '../../src/checks/ledger.ts';
import { createLimiter, type Limiter } from '../../src/checks/limiter.ts';
import { momentOf } from '../../src/checks/moment.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createRecorder, type Recorder, requestOnce } from '../support/recorder.ts';

const WINDOW_MS = 1_500;
const TIMEOUT_MS = 250;
const LIMITS = { concurrent: 4, perWindow: 19, windowMs: WINDOW_MS, requestTimeoutMs: TIMEOUT_MS } as const;
/** For a window to be crossed; on a busy machine some hang up before they have arrived. */
const ENOUGH = 2 * LIMITS.perWindow;

type Run = (send: () => Promise<void>) => Promise<void>;

function startRecorder(): Promise<Recorder> {
  return createRecorder({ networkDelayMs: 100, workMs: 25, hangs: 0.06, resets: 0.06 });
}

/** Nothing for most of a window, then everything at once, over a network that delays, swallows and breaks off. */
async function rush(run: Run): Promise<Recorder> {
  const recorder = await startRecorder();
  await systemClock.sleep(WINDOW_MS * 0.7);
  const send = (): Promise<void> => requestOnce(recorder.url, AbortSignal.timeout(TIMEOUT_MS));
  await Promise.allSettled(Array.from({ length: 60 }, () => run(send)));
  await recorder.close();
  return recorder;
}

function runIn(limiter: Limiter): Run {
  return (send) =>
    limiter.schedule({ priority: 'single', fairnessKey: 'rush', signal: new AbortController().signal, send });
}

describe.concurrent('what arrives at the service', () => {
  it('is never more than 19 in any window and 4 at once', async () => {
    const recorder = await rush(runIn(createLimiter({ ...LIMITS, clock: systemClock })));

    expect(recorder.arrivals.length).toBeGreaterThan(ENOUGH);
    expect(recorder.mostArrivalsIn(WINDOW_MS)).toBeLessThanOrEqual(19);
    expect(recorder.mostInFlight).toBeLessThanOrEqual(4);
  });

  it('is more than that with a reservoir that is filled up once a window', async () => {
    const reservoir = new Bottleneck({
      maxConcurrent: 4,
      reservoir: 19,
      reservoirRefreshAmount: 19,
      reservoirRefreshInterval: WINDOW_MS,
      heartbeatInterval: 20,
    });
    const recorder = await rush((send) => reservoir.schedule(send));
    await reservoir.disconnect();

    expect(recorder.arrivals.length).toBeGreaterThan(ENOUGH);
    expect(recorder.mostArrivalsIn(WINDOW_MS)).toBeGreaterThan(19);
  });

  it('is no more when the bot is killed and started again in the middle of a window', async () => {
    const recorder = await startRecorder();
    const sends: Written[] = [];
    for (const lifeMs of [700, 500, 900, WINDOW_MS * 1.5]) {
      await live({ recorder, sends, lifeMs });
    }
    while (recorder.arrivals.length <= ENOUGH) await live({ recorder, sends, lifeMs: WINDOW_MS * 1.5 });
    await recorder.close();

    expect(recorder.mostArrivalsIn(WINDOW_MS)).toBeLessThanOrEqual(19);
    expect(recorder.mostInFlight).toBeLessThanOrEqual(4);
  });
});

type Written = { -readonly [Part in keyof PastSend]: PastSend[Part] };

interface Life {
  readonly recorder: Recorder;
  /** What one life leaves to the next: written before a request is sent, and when its answer came. */
  readonly sends: Written[];
  readonly lifeMs: number;
}

/** A process that sends as much as it may and is cut off in the midst of it. */
async function live({ recorder, sends, lifeMs }: Life): Promise<void> {
  const limiter = createLimiter({ ...LIMITS, clock: systemClock });
  limiter.seed(sends);
  const killed = new AbortController();
  const send = async (): Promise<void> => {
    const row: Written = { sent: momentOf(systemClock) };
    sends.push(row);
    await requestOnce(recorder.url, AbortSignal.any([killed.signal, AbortSignal.timeout(TIMEOUT_MS)]));
    row.answered = momentOf(systemClock);
  };
  const jobs = Array.from({ length: 40 }, () => runIn(limiter)(send));
  const ended = Promise.allSettled(jobs);
  await systemClock.sleep(lifeMs);
  limiter.stop();
  killed.abort();
  await ended;
}
