import { describe, expect, it } from 'vitest';
import type { Priority } from '../../src/core/priority.ts';
import { createDispatcher, type QueuedJob } from '../../src/limiter/dispatcher.ts';
import { createBatchGate, createPause } from '../../src/limiter/gates.ts';
import { createJobQueue } from '../../src/limiter/queue.ts';
import { type Hold, NO_HOLD, type Permit, type Slots } from '../../src/limiter/window/slots.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const WINDOW_MS = 60_000;
const EVERY_MS = 3_000;
const AHEAD = 4;

/** A turn that was asked for, which a test lets come, or fail. */
interface AskedTurn {
  /** Resolves with what is held after it. */
  come(): Promise<Hold>;
  fail(why: Error): void;
}

function stage() {
  const clock = createFakeClock();
  const line = createJobQueue<QueuedJob>(WINDOW_MS);
  const gate = createBatchGate({ everyMs: EVERY_MS, windowMs: WINDOW_MS, concurrent: AHEAD, clock });
  const asked: AskedTurn[] = [];
  const permit: Permit = { markSent: () => undefined };
  const notInThisTest = (): never => {
    throw new Error('not in this test');
  };
  const slots: Slots = {
    acquire: (use) =>
      new Promise((resolve, reject) => {
        asked.push({
          come: async () => {
            const held = await use(permit);
            resolve();
            return held;
          },
          fail: reject,
        });
      }),
    ...{ restore: notInThisTest, vacancies: notInThisTest, used: () => 0, inFlight: () => 0 },
  };
  const pause = createPause(clock);
  let changes = 0;
  const dispatcher = createDispatcher({
    ...{ queue: line, slots, batchGate: gate, pause, clock, turnsAhead: AHEAD, watchEveryMs: WINDOW_MS },
    onChange: () => {
      changes += 1;
    },
  });
  pause.watch(dispatcher.update);
  const events: string[] = [];
  /** Queues a job that is sent as soon as it has its turn, and is under way until it is let go. */
  const queue = (name: string, priority: Priority = 'single') => {
    let letGo = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const job: QueuedJob = {
      go: async (turn) => {
        turn.markSent();
        events.push(name);
        await over;
        return { windowSlotMs: 1, inFlightMs: 0 };
      },
      reject: (reason) => events.push(`${name}: ${reason}`),
    };
    line.add(job, { priority, person: name, list: name, elapsedMs: clock.elapsed() });
    dispatcher.update();
    return { job, over: letGo };
  };
  return {
    ...{ clock, line, gate, pause, dispatcher, asked, events, queue },
    changes: () => changes,
  };
}

describe('turns', () => {
  it('are asked for as many as could be used, and so many ahead at most', () => {
    const { queue, asked } = stage();
    queue('a', 'batch');
    queue('s1');
    expect(asked).toHaveLength(2);
    for (const name of ['s2', 's3', 's4', 's5']) queue(name);
    expect(asked).toHaveLength(AHEAD);
  });

  it('are asked for anew when one has come, and are not asked for twice meanwhile', async () => {
    const { queue, asked, dispatcher, events } = stage();
    for (const name of ['s1', 's2', 's3', 's4', 's5', 's6']) queue(name);
    dispatcher.update();
    expect(asked).toHaveLength(AHEAD);
    void asked[0]?.come();
    expect(events).toEqual(['s1']);
    expect(asked).toHaveLength(AHEAD + 1);
  });

  it('that come when nobody waits any more are given back unused', async () => {
    const { queue, asked, line, events } = stage();
    const { job } = queue('s1');
    line.remove(job, 0);
    expect(await asked[0]?.come()).toEqual(NO_HOLD);
    expect(events).toEqual([]);
    // Nor does it ask for more: nobody would use them.
    expect(asked).toHaveLength(1);
  });

  it('that fail are told to whoever would have had them, and the next is asked for', async () => {
    const { queue, asked, clock, events, dispatcher } = stage();
    for (const name of ['s1', 's2', 's3', 's4', 's5']) queue(name);
    asked[0]?.fail(new Error('the library failed'));
    await clock.settle();
    expect(events).toEqual(['s1: Error: the library failed']);
    dispatcher.update();
    expect(asked).toHaveLength(AHEAD + 1);
  });

  it('that fail after they were used are told to nobody else', async () => {
    const { queue, asked, clock, events } = stage();
    queue('s1');
    queue('s2');
    void asked[0]?.come();
    asked[0]?.fail(new Error('the library failed'));
    await clock.settle();
    expect(events).toEqual(['s1']);
  });

  it('are not asked for during a pause, and one that comes in it is given back', async () => {
    const { queue, asked, clock, pause, events } = stage();
    queue('s1');
    pause.begin(5_000);
    queue('s2');
    expect(asked).toHaveLength(1);
    expect(await asked[0]?.come()).toEqual(NO_HOLD);
    expect(events).toEqual([]);
    await clock.advance(5_000);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('are nobody’s once it has stopped', async () => {
    const { queue, asked, clock, dispatcher, events } = stage();
    queue('s1');
    dispatcher.stop();
    queue('s2');
    expect(await asked[0]?.come()).toEqual(NO_HOLD);
    expect(asked).toHaveLength(1);
    expect(events).toEqual([]);
    expect(clock.keepingAlive).toBe(0);
  });
});

describe('what has gone', () => {
  it('tells that things have changed when it is over', async () => {
    const { queue, asked, clock, changes } = stage();
    const { over } = queue('s1');
    void asked[0]?.come();
    await clock.settle();
    const before = changes();
    over();
    await clock.settle();
    expect(changes()).toBe(before + 1);
  });

  it('costs the batch its pace where it is a batch check, or overtakes one', async () => {
    const { queue, asked, gate, clock } = stage();
    queue('a1', 'batch');
    void asked[0]?.come();
    expect(gate.waitMs()).toBe(EVERY_MS);
    queue('a2', 'batch');
    await clock.advance(EVERY_MS - 1);
    queue('s1');
    void asked.at(-1)?.come();
    // A millisecond is left, and a turn on top of it.
    expect(gate.waitMs()).toBe(EVERY_MS + 1);
  });

  it('costs the batch nothing where none waits', async () => {
    const { queue, asked, gate } = stage();
    queue('s1');
    void asked[0]?.come();
    expect(gate.waitMs()).toBe(0);
  });
});

describe('the next look', () => {
  it('is when the pace lets a batch check go', async () => {
    const { queue, asked, clock } = stage();
    const first = queue('a1', 'batch');
    queue('a2', 'batch');
    void asked[0]?.come();
    first.over();
    await clock.advance(EVERY_MS - 1);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(asked).toHaveLength(2);
  });

  it('keeps the process alive as long as somebody waits', async () => {
    const { queue, line, clock, dispatcher } = stage();
    const { job } = queue('s1');
    await clock.settle();
    expect(clock.keepingAlive).toBe(1);
    line.remove(job, 0);
    dispatcher.update();
    await clock.settle();
    expect(clock.keepingAlive).toBe(0);
  });

  it('is in a window’s time at the latest, and one is enough', async () => {
    const { queue, clock, changes } = stage();
    for (const name of ['s1', 's2', 's3']) queue(name);
    expect(clock.sleeping).toBe(1);
    const before = changes();
    await clock.advance(WINDOW_MS);
    expect(changes()).toBe(before + 1);
    expect(clock.sleeping).toBe(1);
  });
});
