import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAnnouncer, type Listener, type Wait } from '../../src/limiter/announcer.ts';
import type { QueueForecast } from '../../src/limiter/forecast.ts';
import { createJobQueue, type Standing } from '../../src/limiter/queue.ts';

/** So many at the head of the line are told of every change. */
const NEAR = 25;
const SINGLE_MS = 1_000;
const BATCH_MS = 10_000;

/** As if each single took a second from the one before it, and each batch check ten. */
function forecast(): QueueForecast {
  let atMs = 0.4;
  return {
    next: (priority) => {
      atMs += priority === 'single' ? SINGLE_MS : BATCH_MS;
      return atMs;
    },
    last: (priority, count) => {
      atMs += count * (priority === 'single' ? SINGLE_MS : BATCH_MS);
      return atMs;
    },
  };
}

/** A line, and what each of those who wait in it has been told. */
function stage(forecastNow: () => QueueForecast = forecast) {
  const line = createJobQueue<Listener>(60_000);
  const heard = new Map<Listener, Wait[]>();
  let held: Wait['held'];
  const announcer = createAnnouncer(line, { forecastNow, held: () => held });
  const join = (priority: Standing['priority'], person = 'one'): Listener => {
    const waits: Wait[] = [];
    const listener: Listener = { onWait: (wait) => waits.push(wait) };
    heard.set(listener, waits);
    const as = { priority, person, list: person };
    line.add(listener, { ...as, elapsedMs: 0 });
    announcer.joined(listener, as);
    return listener;
  };
  const many = (count: number, priority: Standing['priority'] = 'single'): readonly Listener[] =>
    Array.from({ length: count }, () => join(priority));
  return {
    ...{ line, announcer, join, many },
    hold: (why: Wait['held']) => {
      held = why;
    },
    told: (listener: Listener | undefined) => (listener === undefined ? [] : (heard.get(listener) ?? [])),
    /** Tells, and lets it arrive. */
    update: async () => {
      announcer.update();
      await Promise.resolve();
    },
    leave: (listener: Listener | undefined) => {
      if (listener !== undefined) line.remove(listener, 0);
    },
  };
}

describe('who waits', () => {
  it('is told its place and when its turn comes, in whole milliseconds, and of nothing that holds it up where nothing does', async () => {
    const { join, update, told } = stage();
    const [single, batch] = [join('single'), join('batch')];
    await update();
    expect(told(single)).toStrictEqual([{ position: 1, startsInMs: SINGLE_MS }]);
    expect(told(batch)).toStrictEqual([{ position: 2, startsInMs: SINGLE_MS + BATCH_MS }]);
  });

  it('is told what holds it up, also where it would go at once otherwise', async () => {
    const { join, update, told, hold } = stage(() => ({ next: () => 0, last: () => 0 }));
    const listener = join('single');
    await update();
    expect(told(listener)).toEqual([]);
    hold('store');
    await update();
    expect(told(listener)).toStrictEqual([{ position: 1, startsInMs: 0, held: 'store' }]);
  });

  it('is not told the same place twice, but is told anew when the times of all have changed', async () => {
    const { join, update, announcer, told } = stage();
    const listener = join('single');
    await update();
    await update();
    expect(told(listener)).toHaveLength(1);
    announcer.updateAll();
    await Promise.resolve();
    expect(told(listener)).toHaveLength(2);
  });

  it('need not listen for the others to be told', async () => {
    const { line, join, update, told } = stage();
    const as = { priority: 'single', person: 'deaf', list: 'deaf' } as const;
    line.add({ onWait: undefined }, { ...as, elapsedMs: 0 });
    const listener = join('single');
    await update();
    expect(told(listener)).toMatchObject([{ position: 2 }]);
  });
});

describe('who joins a long line', () => {
  it('is told at once where it stands, behind all singles and all batch checks before it', async () => {
    const { many, join, update, told } = stage();
    many(30);
    many(40, 'batch');
    await update();
    const [single, batch] = [join('single'), join('batch')];
    await update();
    expect(told(single)).toStrictEqual([{ position: 31, startsInMs: 31 * SINGLE_MS }]);
    // The single that came just now goes before it.
    expect(told(batch)).toStrictEqual([{ position: 72, startsInMs: 31 * SINGLE_MS + 41 * BATCH_MS }]);
  });

  it('is told once for its joining, and so is the next one', async () => {
    const { many, join, update, told } = stage();
    many(60);
    await update();
    const first = join('single');
    await update();
    const second = join('single');
    await update();
    expect(told(first)).toMatchObject([{ position: 61 }]);
    expect(told(second)).toMatchObject([{ position: 62 }]);
  });

  it('is told with all who join in the same turn, by one look at what is to come', async () => {
    let looks = 0;
    const { many, join, update, told } = stage(() => {
      looks += 1;
      return forecast();
    });
    many(30);
    await update();
    looks = 0;
    const batch = join('batch');
    const singles = many(1_000);
    await update();
    // One for the head of the line, one for all who are new.
    expect(looks).toBe(2);
    expect(told(singles.at(-1))).toStrictEqual([{ position: 1_030, startsInMs: 1_030 * SINGLE_MS }]);
    expect(told(singles[0])).toStrictEqual([{ position: 31, startsInMs: 31 * SINGLE_MS }]);
    // Told by its place as it joined, of a line that has the later singles before it.
    expect(told(batch)).toHaveLength(1);
  });

  it('is told in a later turn of the event loop where very many join at once, foremost first, so that it never stands still', async () => {
    const { many, update, told, leave } = stage();
    many(30);
    await update();
    const singles = many(10_000);
    const toldNow = (): number => singles.filter((one) => told(one).length > 0).length;
    await update();
    const [gone] = singles.slice(-1);
    leave(gone);
    for (let before = 0; toldNow() < 9_999; await turn()) {
      const now = toldNow();
      expect(now - before).toBeGreaterThan(0);
      expect(now - before).toBeLessThanOrEqual(2_000);
      expect(told(singles[now - 1])).toHaveLength(1);
      expect(told(singles[now])).toHaveLength(0);
      before = now;
    }
    // Whoever has left the line meanwhile is told nothing.
    expect(told(gone)).toHaveLength(0);
    expect(told(singles[9_998])).toStrictEqual([{ position: 10_029, startsInMs: 10_029 * SINGLE_MS }]);
    expect(singles.every((one) => told(one).length <= 1)).toBe(true);
  });

  it('is told by the queue itself where it stands near its head', async () => {
    const { many, update, told } = stage();
    const listeners = many(NEAR);
    await update();
    const last = listeners.at(-1);
    expect(told(last)).toStrictEqual([{ position: NEAR, startsInMs: NEAR * SINGLE_MS }]);
  });
});

describe('a long line that moves', () => {
  it('is told near its head each time, and as a whole when it has moved by a part of its length', async () => {
    const { many, update, leave, told } = stage();
    const listeners = many(103);
    await update();
    const [near, far] = [listeners[10], listeners[100]];
    expect(told(far)).toMatchObject([{ position: 101 }]);
    for (const gone of listeners.slice(0, 2)) {
      leave(gone);
      await update();
    }
    expect(told(near)).toMatchObject([{ position: 11 }, { position: 10 }, { position: 9 }]);
    expect(told(far)).toHaveLength(1);
    // The fourth change in a line of 100.
    leave(listeners[2]);
    await update();
    expect(told(far)).toMatchObject([{ position: 101 }, { position: 98 }]);
    leave(listeners[3]);
    await update();
    expect(told(far)).toHaveLength(2);
  });

  it('is told once of changes that come together', async () => {
    let forecasts = 0;
    const { many, update, leave, announcer, told } = stage(() => {
      forecasts += 1;
      return forecast();
    });
    const listeners = many(100);
    await update();
    forecasts = 0;
    leave(listeners[0]);
    for (let times = 0; times < 10; times += 1) announcer.update();
    await Promise.resolve();
    expect(forecasts).toBe(1);
    expect(told(listeners[99])).toHaveLength(1);
  });

  it('is told as a whole at once when the times of all have changed', async () => {
    const { many, update, announcer, told } = stage();
    const listeners = many(100);
    await update();
    announcer.updateAll();
    await Promise.resolve();
    expect(told(listeners[99])).toHaveLength(2);
  });
});
