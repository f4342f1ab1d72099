import { describe, expect, it } from 'vitest';
import { createFlights, type Flight, FlightAbandoned, type Waiter } from '../../src/checks/flights.ts';
import type { Wait } from '../../src/limiter/announcer.ts';

const KEY = 'imei';

/** Flights that a test lands, and what the flight under way is told. */
function stage() {
  const flights = createFlights<string>();
  const begun: Flight[] = [];
  let land = (_answer: string): void => undefined;
  let crash = (_why: unknown): void => undefined;
  const go = (flight: Flight): Promise<string> => {
    begun.push(flight);
    return new Promise((resolve, reject) => {
      land = resolve;
      crash = reject;
    });
  };
  let people = 0;
  const waiter = (parts: Partial<Waiter> = {}): Waiter => {
    people += 1;
    const { signal } = new AbortController();
    return { priority: 'batch', requestId: `r${people}`, requester: `test:user:${people}`, signal, ...parts };
  };
  return {
    ...{ flights, begun, waiter },
    start: (who = waiter()) => flights.start(KEY, who, go),
    join: (who = waiter()) => flights.join(KEY, who),
    land: (answer: string) => land(answer),
    crash: (why: unknown) => crash(why),
  };
}

const wait = (position: number): Wait => ({ position, startsInMs: position * 1_000 });

describe('a flight', () => {
  it('is one for all who come while it is under way, and there is none before and after', async () => {
    const { start, join, land, begun } = stage();
    expect(join()).toBeUndefined();
    const answers = [start(), join(), join()];
    land('answer');
    expect(await Promise.all(answers)).toEqual(['answer', 'answer', 'answer']);
    expect(begun).toHaveLength(1);
    expect(join()).toBeUndefined();
    const next = start();
    expect(begun).toHaveLength(2);
    land('anew');
    expect(await next).toBe('anew');
  });

  it('knows which requests wait for a check, until it is over for them', async () => {
    const { flights, start, join, land, waiter } = stage();
    const leaving = new AbortController();
    const gone = start(waiter({ priority: 'single', requestId: 'gone', signal: leaving.signal }));
    const both = [
      join(waiter({ priority: 'single', requestId: 'one' })),
      join(waiter({ priority: 'batch', requestId: 'list' })),
    ];
    const waiting = () => ['gone', 'one', 'list', 'another'].filter(flights.isWaiting);
    expect(waiting()).toEqual(['gone', 'one', 'list']);
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    expect(waiting()).toEqual(['one', 'list']);
    land('answer');
    await Promise.all(both);
    expect(waiting()).toEqual([]);
  });

  it('is over for all when it fails, and the next one begins anew', async () => {
    const { start, join, crash } = stage();
    const both = [start(), join()].map((one) => expect(one).rejects.toThrow('reset'));
    crash(new Error('reset'));
    await Promise.all(both);
    expect(join()).toBeUndefined();
  });

  it('is of one key', () => {
    const { flights, start, waiter } = stage();
    void start();
    expect(flights.join('another', waiter())).toBeUndefined();
  });
});

describe('who leaves a flight', () => {
  it('gets their own reason, and the others their answer', async () => {
    const { start, join, land, begun, waiter } = stage();
    const leaving = new AbortController();
    const left = expect(start(waiter({ signal: leaving.signal }))).rejects.toBe('changed my mind');
    const other = join();
    leaving.abort('changed my mind');
    await left;
    expect(begun[0]?.signal.aborted).toBe(false);
    land('answer');
    expect(await other).toBe('answer');
  });

  it('last abandons it', async () => {
    const { start, join, begun, waiter, crash } = stage();
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [start(waiter({ signal: one.signal })), join(waiter({ signal: other.signal }))];
    const left = Promise.allSettled(both);
    one.abort('one');
    await expect(both[0]).rejects.toBe('one');
    expect(begun[0]?.signal.aborted).toBe(false);
    other.abort('other');
    await left;
    expect(begun[0]?.signal.aborted).toBe(true);
    expect(begun[0]?.signal.reason).toBeInstanceOf(FlightAbandoned);
    // That nobody waits for it any more is no failure that nobody catches.
    crash(begun[0]?.signal.reason);
  });

  it('is told nothing of it any more', async () => {
    const { start, join, begun, waiter } = stage();
    const leaving = new AbortController();
    const heard: Wait[] = [];
    void start();
    const left = join(waiter({ signal: leaving.signal, onWait: (one) => heard.push(one) }));
    leaving.abort('gone');
    await expect(left).rejects.toBe('gone');
    begun[0]?.onWait(wait(3));
    expect(heard).toEqual([]);
  });
});

describe('who waits for a flight', () => {
  it('is told its place, and who joins later the latest one at once', async () => {
    const { start, join, begun, waiter, land } = stage();
    const heard: Record<string, number[]> = { first: [], second: [] };
    const listens = (name: string) => waiter({ onWait: ({ position: place }) => heard[name]?.push(place) });
    void start(listens('first'));
    void join();
    begun[0]?.onWait(wait(3));
    void join(listens('second'));
    // Who does not listen joins as well.
    const deaf = join();
    begun[0]?.onWait(wait(2));
    expect(heard).toEqual({ first: [3, 2], second: [3, 2] });
    land('answer');
    expect(await deaf).toBe('answer');
  });

  it('is told nothing before it has a position in the queue', () => {
    const { start, join, waiter } = stage();
    const heard: Wait[] = [];
    void start();
    void join(waiter({ onWait: (one) => heard.push(one) }));
    expect(heard).toEqual([]);
  });

  it('in a hurry has it go when one of theirs would, whenever it is asked who is', () => {
    const { start, join, begun, waiter } = stage();
    const promoted: string[] = [];
    void start();
    void join(waiter({ priority: 'single', requester: 'test:user:early' }));
    begun[0]?.onPromotion((requester) => promoted.push(requester));
    void join(waiter({ priority: 'batch', requester: 'test:user:patient' }));
    void join(waiter({ priority: 'single', requester: 'test:user:late' }));
    expect(promoted).toEqual(['test:user:early', 'test:user:late']);
  });
});
