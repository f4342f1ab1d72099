import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJobQueue, type JobQueue } from '../../src/limiter/queue.ts';

const PATIENCE_MS = 60_000;

/** `s…` and `t…` are singles of two people; `a…`, `b…` are batch checks of these lists, of a person each. */
function lineOf(...names: readonly string[]): JobQueue<string> {
  const line = createJobQueue<string>(PATIENCE_MS);
  for (const name of names) add(line, name);
  return line;
}

function add(line: JobQueue<string>, name: string, elapsedMs = 0): void {
  const list = name.charAt(0);
  line.add(name, { priority: list >= 's' ? 'single' : 'batch', person: list, list, elapsedMs });
}

function takeAll(line: JobQueue<string>, elapsedMs = 0): string[] {
  const taken: string[] = [];
  for (let left = line.length; left > 0; left -= 1) {
    taken.push(line.take({ elapsedMs, batchMayGo: true })?.item ?? 'nobody');
  }
  return taken;
}

const PEOPLE = ['ann', 'bob', 'eve'];
const LISTS = ['one', 'two'];
const someoneOf = (...lists: readonly string[]) =>
  fc.record({
    priority: fc.constantFrom<'single' | 'batch'>('single', 'batch'),
    person: fc.constantFrom(...PEOPLE),
    list: fc.constantFrom(...lists),
  });
const someone = someoneOf(...LISTS);

describe('the queue', () => {
  it('lets singles go before batches, in the order they came', () => {
    const line = lineOf('a1', 's1', 'a2', 's2', 's3');
    expect(takeAll(line)).toEqual(['s1', 's2', 's3', 'a1', 'a2']);
  });

  it('gives the turn to another request after each batch check', () => {
    const line = lineOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    expect(takeAll(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('gives the turn to another person after each single: a first comes before a tenth', () => {
    const line = lineOf(...Array.from({ length: 10 }, (_, index) => `s${index + 1}`), 't1', 'u1', 't2');
    expect(takeAll(line).join(' ')).toBe('s1 t1 u1 s2 t2 s3 s4 s5 s6 s7 s8 s9 s10');
  });

  it('gives the turn to another person after each batch check, however many lists somebody has', () => {
    const line = lineOf();
    const lists = [
      ['ann', 'a'],
      ['ann', 'b'],
      ['ann', 'c'],
      ['bob', 'd'],
    ] as const;
    for (const [person, list] of lists) {
      for (const item of [`${list}1`, `${list}2`])
        line.add(item, { priority: 'batch', person, list, elapsedMs: 0 });
    }
    expect(takeAll(line).join(' ')).toBe('a1 d1 b1 d2 c1 a2 b2 c2');
  });

  it('lets a single that somebody else asks for as well go at the turn of whoever has the sooner one', () => {
    const line = lineOf('s1', 's2', 's3', 't1', 't2', 't3');
    line.promote('s3', 'v', 0);
    line.promote('s2', 't', 0);
    expect(takeAll(line).join(' ')).toBe('s1 t1 s3 s2 t2 t3');
  });

  it('foretells every position in any queue', () => {
    fc.assert(
      fc.property(fc.array(someone, { maxLength: 60 }), fc.integer({ min: 0, max: 40 }), (people, gone) => {
        const line = createJobQueue<string>(PATIENCE_MS);
        people.forEach((as, index) => void line.add(`${index}`, { ...as, elapsedMs: 0 }));
        for (let taken = 0; taken < gone; taken += 1) line.take({ elapsedMs: 0, batchMayGo: true });
        const foretold = line.inOrder().map(({ item }) => item);
        expect(takeAll(line)).toEqual(foretold);
      }),
    );
  });

  it('knows the place of whoever joins, at most one turn of each person off', () => {
    fc.assert(
      fc.property(
        fc.array(someone, { maxLength: 60 }),
        fc.integer({ min: 0, max: 20 }),
        someoneOf(...LISTS, 'new'),
        (people, gone, newcomer) => {
          const line = createJobQueue<string>(PATIENCE_MS);
          people.forEach((as, index) => void line.add(`${index}`, { ...as, elapsedMs: 0 }));
          for (let taken = 0; taken < gone; taken += 1) line.take({ elapsedMs: 0, batchMayGo: true });
          const before = line.before(newcomer.priority, 1, newcomer.person);
          const isNewList = newcomer.priority === 'single' || newcomer.list === 'new';
          line.add('newcomer', { ...newcomer, elapsedMs: 0 });
          const place = line.lastPosition(newcomer);
          const order = line.inOrder();
          const actual = order.findIndex(({ item }) => item === 'newcomer') + 1;
          const singles =
            newcomer.priority === 'single' ? 0 : order.filter(({ priority }) => priority === 'single').length;
          if (isNewList) expect(place).toBe(singles + before + 1);
          expect(place).toBeGreaterThanOrEqual(actual);
          expect(place - actual).toBeLessThanOrEqual(PEOPLE.length * LISTS.length);
        },
      ),
    );
  });

  it('foretells the order in which all will go', () => {
    const line = lineOf('a1', 'a2', 'a3', 'b1', 's1', 'c1', 'c2', 's2');
    const foretold = line.inOrder().map(({ item }) => item);
    expect(takeAll(line)).toEqual(foretold);
  });

  it('keeps a batch check where it is until batches may go', () => {
    const line = lineOf('a1');
    expect(line.take({ elapsedMs: 0, batchMayGo: false })).toBeUndefined();
    expect(line.ready({ elapsedMs: 0, batchMayGo: false })).toBe(0);
    expect(line.take({ elapsedMs: 0, batchMayGo: true })).toEqual({ item: 'a1', priority: 'batch' });
  });

  it('counts a batch check as a single once it has been next for longer than the patience', () => {
    const line = lineOf('a1', 'a2', 's1');
    const late = { elapsedMs: PATIENCE_MS + 1, batchMayGo: false };
    expect(line.take({ elapsedMs: PATIENCE_MS, batchMayGo: false })?.item).toBe('s1');
    expect(line.take(late)).toEqual({ item: 'a1', priority: 'single' });
    // Only now is the second one next, and its patience begins.
    expect(line.take(late)).toBeUndefined();
  });

  it('puts a promoted batch check behind the singles that are there', () => {
    const line = lineOf('a1', 'a2', 'b1', 's1');
    line.promote('a2', 's', 0);
    add(line, 's2');
    expect(takeAll(line)).toEqual(['s1', 'a2', 's2', 'a1', 'b1']);
  });

  it('closes up when somebody leaves', () => {
    const line = lineOf('s1', 's2', 'a1', 'b1', 'b2');
    expect(line.remove('s1', 0)).toBe(true);
    expect(line.remove('a1', 0)).toBe(true);
    expect(line.remove('a1', 0)).toBe(false);
    expect(line.length).toBe(3);
    expect(takeAll(line)).toEqual(['s2', 'b1', 'b2']);
  });

  it('knows how many would go before the last of another batch', () => {
    const line = lineOf('s1', 'a1', 'a2', 'a3', 'b1');
    expect(line.before('batch', 2)).toBe(3);
    for (const more of ['c1', 'c2']) add(line, more);
    const order = line.inOrder().map(({ item }) => item);
    expect(order.indexOf('c2')).toBe(1 + 3 + 1);
  });

  it.each(['single', 'batch'] as const)(
    'foretells how many would go before the last of so many more (%s)',
    (priority) => {
      const person = fc.constantFrom<string | undefined>(undefined, ...PEOPLE);
      fc.assert(
        fc.property(
          fc.array(someone, { maxLength: 12 }),
          person,
          fc.integer({ min: 1, max: 6 }),
          (all, who, count) => {
            const line = createJobQueue<string>(PATIENCE_MS);
            all.forEach((as, index) => void line.add(`${index}`, { ...as, elapsedMs: 0 }));
            const before = line.before(priority, count, who);
            for (let added = 1; added <= count; added += 1)
              line.add(`new ${added}`, {
                priority,
                person: who ?? 'somebody new',
                list: 'new',
                elapsedMs: 0,
              });
            const order = line.inOrder().filter((waiting) => waiting.priority === priority);
            const actual = order.findIndex(({ item }) => item === `new ${count}`) - (count - 1);
            // Whose turn it is among the others is not foretold: each of them may be one turn behind.
            const others = new Set(
              all.filter((as) => as.priority === priority && as.person !== who).map((as) => as.person),
            );
            const isKnown = all.some((as) => as.priority === priority && as.person === who);
            expect(before).toBeGreaterThanOrEqual(actual);
            expect(before - actual).toBeLessThanOrEqual(isKnown ? others.size : 0);
          },
        ),
      );
    },
  );

  it('shows as many of the first as are asked for', () => {
    const line = lineOf('s1', 's2', 'a1', 'a2');
    const whole = line.inOrder();
    for (const most of [0, 1, 2, 3, 4, 5]) expect(line.inOrder(most)).toEqual(whole.slice(0, most));
  });

  it('keeps its counts while people come and go', () => {
    const step = fc.record({ as: someone, leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (steps, count) => {
        const [lived, fresh] = [createJobQueue<string>(PATIENCE_MS), createJobQueue<string>(PATIENCE_MS)];
        steps.forEach(({ as }, index) => void lived.add(`${index}`, { ...as, elapsedMs: 0 }));
        steps.forEach(({ leaves }, index) => {
          if (leaves) lived.remove(`${index}`, 0);
        });
        steps.forEach(({ as, leaves }, index) => {
          if (!leaves) fresh.add(`${index}`, { ...as, elapsedMs: 0 });
        });
        for (const priority of ['single', 'batch'] as const)
          expect(lived.before(priority, count)).toBe(fresh.before(priority, count));
        expect([lived.length, lived.batchLength]).toEqual([fresh.length, fresh.batchLength]);
      }),
    );
  });
});
