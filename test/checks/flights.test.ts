import { describe, expect, it } from 'vitest';
import { createFlights, type Flight, FlightAbandoned, type Waiter } from '../../src/checks/flights.ts';
import type { Wait } from '../../src/limiter/announcer.ts';

/** Flights that a test lands, and what the flight under way is given. */
function stage() {
  const flights = createFlights<string>();
  const begun: Flight[] = [];
  let [land, crash] = [(_answer: string): void => undefined, (_why: unknown): void => undefined];
  const go = (flight: Flight): Promise<string> => {
    begun.push(flight);
    return new Promise((resolve, reject) => {
      [land, crash] = [resolve, reject];
    });
  };
  let people = 0;
  const waiter = (parts: Partial<Waiter> = {}): Waiter => {
    people += 1;
    const { signal } = new AbortController();
    return { priority: 'batch', requestId: `r${people}`, requester: `test:user:${people}`, signal, ...parts };
  };
  return {
    ...{ flights, begun },
    start: (parts?: Partial<Waiter>) => flights.start('imei', waiter(parts), go),
    join: (parts?: Partial<Waiter>, key = 'imei') => flights.join(key, waiter(parts)),
    land: (answer: string) => land(answer),
    crash: (why: unknown) => crash(why),
  };
}

const wait = (position: number): Wait => ({ position, startsInMs: position * 1_000 });

describe('a flight', () => {
  it('is one for all who come while it is under way, and there is none before and after', async () => {
    const { start, join, land, crash, begun } = stage();
    expect(join()).toBeUndefined();
    const answers = [start(), join(), join()];
    expect(join({}, 'another')).toBeUndefined();
    land('answer');
    expect(await Promise.all(answers)).toEqual(['answer', 'answer', 'answer']);
    expect(join()).toBeUndefined();
    const failing = [start(), join()].map((one) => expect(one).rejects.toThrow('reset'));
    crash(new Error('reset'));
    await Promise.all(failing);
    expect([begun.length, join()]).toEqual([2, undefined]);
  });

  it('knows which requests wait for a check, until it is over for them', async () => {
    const { flights, start, join, land } = stage();
    const leaving = new AbortController();
    const gone = start({ priority: 'single', requestId: 'gone', signal: leaving.signal });
    const both = [join({ priority: 'single', requestId: 'one' }), join({ requestId: 'list' })];
    const waiting = () => ['gone', 'one', 'list', 'another'].filter(flights.isWaiting);
    expect(waiting()).toEqual(['gone', 'one', 'list']);
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    expect(waiting()).toEqual(['one', 'list']);
    land('answer');
    await Promise.all(both);
    expect(waiting()).toEqual([]);
  });

  it('goes on without who leaves it, and is abandoned by the last one', async () => {
    const { start, join, begun, crash } = stage();
    const [one, other] = [new AbortController(), new AbortController()];
    const waits: Wait[] = [];
    const first = start({ signal: one.signal, onWait: (wait) => waits.push(wait) });
    const last = expect(join({ signal: other.signal })).rejects.toBe('other');
    one.abort('one');
    await expect(first).rejects.toBe('one');
    begun[0]?.onWait(wait(3));
    expect([begun[0]?.signal.aborted, waits]).toEqual([false, []]);
    other.abort('other');
    await last;
    expect(begun[0]?.signal.reason).toBeInstanceOf(FlightAbandoned);
    // That nobody waits for it any more is no failure that nobody catches.
    crash(begun[0]?.signal.reason);
  });

  it('tells all who wait their place, and who joins later the latest one at once', () => {
    const { start, join, begun } = stage();
    const places: Record<string, number[]> = { first: [], second: [] };
    const listens = (name: string) => ({ onWait: ({ position }: Wait) => places[name]?.push(position) });
    void start(listens('first'));
    void join();
    begun[0]?.onWait(wait(3));
    void join(listens('second'));
    begun[0]?.onWait(wait(2));
    expect(places).toEqual({ first: [3, 2], second: [3, 2] });
  });

  it('is promoted for each single check, whenever that comes', () => {
    const { start, join, begun } = stage();
    const promoted: string[] = [];
    void start();
    void join({ priority: 'single', requester: 'test:user:early' });
    begun[0]?.onPromotion((requester) => promoted.push(requester));
    void join({ priority: 'batch', requester: 'test:user:patient' });
    void join({ priority: 'single', requester: 'test:user:late' });
    expect(promoted).toEqual(['test:user:early', 'test:user:late']);
  });
});
