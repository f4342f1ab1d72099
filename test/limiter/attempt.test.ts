import { describe, expect, it } from 'vitest';
import { createPause } from '../../src/limiter/gates.ts';
import { type AttemptSettings, createAttempts, type Job, type Sending } from '../../src/limiter/job.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const HOLD_MS = 60_500;
const FAILURE_MS = 30_000;
const TIMEOUT_MS = 20_000;
const ANSWERED = { windowSlotMs: HOLD_MS, inFlightMs: 0 };
const UNANSWERED = { windowSlotMs: HOLD_MS + FAILURE_MS, inFlightMs: 0 };
const NOTHING = { windowSlotMs: 0, inFlightMs: 0 };

function stage(settings: Partial<AttemptSettings> = {}) {
  const clock = createFakeClock();
  const pause = createPause(clock);
  let draining = false;
  const attempts = createAttempts({
    ...{ holdMs: HOLD_MS, failureHoldMs: FAILURE_MS, requestTimeoutMs: TIMEOUT_MS, clock, pause },
    untilSendable: async () => undefined,
    isDraining: () => draining,
    ...settings,
  });
  const outcomes: unknown[] = [];
  let permitsSent = 0;
  /** Makes an attempt, and tells what is held after it; what came of the job is in `outcomes`. */
  const make = (sending: Sending<string>, job: Partial<Job> = {}) =>
    attempts.make(
      {
        job: { signal: new AbortController().signal, ...job },
        sending,
        resolve: (answer) => outcomes.push(answer),
        reject: (reason) => outcomes.push(reason),
      },
      {
        markSent: () => {
          permitsSent += 1;
        },
      },
    );
  const answersAfter = (ms: number): Sending<string> => ({
    send: async (turn) => {
      await turn.confirm();
      await clock.sleep(ms);
      return 'answer';
    },
  });
  const failsAfter = (ms: number): Sending<string> => ({
    send: async (turn) => {
      await turn.confirm();
      await clock.sleep(ms);
      throw new Error('reset');
    },
  });
  return {
    ...{ clock, attempts, pause, make, outcomes, answersAfter, failsAfter },
    permitsSent: () => permitsSent,
    drain: () => {
      draining = true;
    },
  };
}

describe('what is expected of an answer', () => {
  it('comes nearer to what answers take by a fifth with each', async () => {
    const { clock, attempts, make, answersAfter } = stage();
    expect(attempts.latencyMs).toBe(500);
    await clock.advanceUntil(make(answersAfter(1_000)));
    expect(attempts.latencyMs).toBe(600);
    await clock.advanceUntil(make(answersAfter(100)));
    expect(attempts.latencyMs).toBe(500);
  });

  it('is not what a process took that stood still: no answer takes longer than the time-out', async () => {
    const { clock, attempts, make, answersAfter } = stage();
    await clock.advanceUntil(make(answersAfter(100 * TIMEOUT_MS)));
    expect(attempts.latencyMs).toBe(500 + (TIMEOUT_MS - 500) / 5);
  });

  it('counts from when the request may leave, not from what is written down before', async () => {
    const { clock, attempts, make } = stage();
    const send: Sending<string>['send'] = async (turn) => {
      await clock.sleep(5_000);
      await turn.confirm();
      await clock.sleep(500);
      return 'answer';
    };
    await clock.advanceUntil(make({ send }));
    expect(attempts.latencyMs).toBe(500);
  });
});

describe('after an attempt', () => {
  it('that was answered a slot is held for a window', async () => {
    const { clock, make, answersAfter, outcomes } = stage();
    expect(await clock.advanceUntil(make(answersAfter(300)))).toEqual(ANSWERED);
    expect(outcomes).toEqual(['answer']);
  });

  it('that was broken off it is held longer, and nothing is in flight', async () => {
    const { clock, make, failsAfter, outcomes } = stage();
    expect(await clock.advanceUntil(make(failsAfter(300)))).toEqual(UNANSWERED);
    expect(outcomes).toEqual([new Error('reset')]);
  });

  it.each([
    ['a tenth before the time-out, since timers fire early', 0.9 * TIMEOUT_MS, TIMEOUT_MS],
    ['sooner', 0.9 * TIMEOUT_MS - 1, 0],
  ])('that failed %s counts as in flight only if it timed out', async (_when, afterMs, inFlightMs) => {
    const { clock, make, failsAfter } = stage();
    expect(await clock.advanceUntil(make(failsAfter(afterMs)))).toEqual({ ...UNANSWERED, inFlightMs });
  });

  it('that certainly did not arrive nothing is held', async () => {
    const { clock, make, failsAfter } = stage();
    const sending = { ...failsAfter(TIMEOUT_MS), arrived: () => false };
    expect(await clock.advanceUntil(make(sending))).toEqual(NOTHING);
  });

  it('that is skipped nothing is held, and no permit was used', async () => {
    const { clock, make, answersAfter, outcomes, permitsSent } = stage();
    const held = await clock.advanceUntil(make(answersAfter(300), { beforeSend: async () => 'skip' }));
    expect(held).toEqual(NOTHING);
    expect(outcomes).toEqual([undefined]);
    expect(permitsSent()).toBe(0);
  });

  it('that could not begin nothing is held, and whoever asked is told why', async () => {
    const why = new Error('stopped');
    const { clock, make, answersAfter, outcomes, permitsSent } = stage({
      untilSendable: () => Promise.reject(why),
    });
    expect(await clock.advanceUntil(make(answersAfter(300)))).toEqual(NOTHING);
    expect(outcomes).toEqual([why]);
    expect(permitsSent()).toBe(0);
  });
});

describe('an attempt that the end of the process comes before', () => {
  it('sends nothing, holds nothing, and leaves the outcome to the next process', async () => {
    const { clock, make, answersAfter, outcomes, attempts, drain } = stage();
    drain();
    expect(await clock.advanceUntil(make(answersAfter(300)))).toEqual(NOTHING);
    expect(outcomes).toEqual([]);
    await attempts.idle();
  });

  it('is waited for while it is under way, and the others with it', async () => {
    const { clock, make, answersAfter, attempts } = stage();
    void make(answersAfter(300));
    void make(answersAfter(900));
    await clock.settle();
    let isIdle = false;
    void attempts.idle().then(() => {
      isIdle = true;
    });
    await clock.advance(899);
    expect(isIdle).toBe(false);
    await clock.advance(1);
    expect(isIdle).toBe(true);
  });
});

describe('right before a request leaves', () => {
  it('a pause that has begun is waited for', async () => {
    const { clock, make, pause } = stage();
    pause.begin(5_000);
    let leftAt = 0;
    void make({
      send: async (turn) => {
        await turn.confirm();
        leftAt = clock.elapsed();
        return 'answer';
      },
    });
    await clock.advance(4_999);
    expect(leftAt).toBe(0);
    await clock.advance(1);
    expect(leftAt).toBe(5_000);
  });

  it('it may leave only while nothing pauses and the process goes on', async () => {
    const { clock, make, pause, drain } = stage();
    const answers: boolean[] = [];
    await make({
      send: async ({ canSend }) => {
        answers.push(canSend());
        pause.begin(1_000);
        answers.push(canSend());
        await clock.advance(1_000);
        answers.push(canSend());
        drain();
        answers.push(canSend());
        return 'answer';
      },
    });
    expect(answers).toEqual([true, false, true, false]);
  });
});
