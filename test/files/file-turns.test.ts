import { describe, expect, it } from 'vitest';
import { type QueueTicket, Turns } from '../../src/files/work/file-turns.ts';

/** Of somebody who does not give up; each has one of their own, as in the bot. */
const never = (): AbortSignal => new AbortController().signal;

function entered(turns: Turns, person: string): QueueTicket {
  const place = turns.enter(person);
  if (place === undefined) throw new Error('too many');
  return place;
}

/** Lets everything go on that can. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are taken by person: the first of one comes before the second of another', async () => {
    const turns = new Turns({ perAccount: 5, atOnce: 1 });
    const order: string[] = [];
    const ask = (person: string, name: string) =>
      entered(turns, person).turn(async () => {
        order.push(name);
        await settled();
      }, never());

    await Promise.all(
      ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name.charAt(0), name)),
    );
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('are as many at once as are allowed, also behind work that fails or is given up', async () => {
    const turns = new Turns({ perAccount: 50, atOnce: 2 });
    let [now, most] = [0, 0];
    const given = new AbortController();
    const work = (index: number, signal: AbortSignal) =>
      entered(turns, `person ${index % 4}`).turn(async () => {
        now += 1;
        most = Math.max(most, now);
        await settled();
        now -= 1;
        if (index % 3 === 0) throw new Error('broken');
      }, signal);

    const all = Array.from({ length: 30 }, (_, index) =>
      work(index, index % 5 === 4 ? given.signal : never()),
    );
    given.abort(new Error('given up'));
    const results = await Promise.allSettled(all);
    expect(most).toBe(2);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(10);
    expect(await entered(turns, 'the last').turn(async () => 'served', never())).toBe('served');
  });

  it('are refused to a person who already has as many files here as are allowed, but not to operators', () => {
    const turns = new Turns({ perAccount: 2, atOnce: 1 });
    const place = entered(turns, 'a');
    entered(turns, 'a');
    expect(turns.enter('a')).toBeUndefined();
    entered(turns, 'b');
    place.leave();
    entered(turns, 'a');
    for (let count = 0; count < 10; count += 1) expect(turns.enter('operator', true)).toBeDefined();
  });
});
