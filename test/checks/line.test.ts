import { describe, expect, it } from 'vitest';
import { createLine, type Line } from '../../src/checks/line.ts';

const PATIENCE_MS = 60_000;

/** `s…` is a single; `a…`, `b…` are batch checks of these requests. */
function lineOf(...names: readonly string[]): Line<string> {
  const line = createLine<string>(PATIENCE_MS);
  for (const name of names) add(line, name);
  return line;
}

function add(line: Line<string>, name: string, now = 0): void {
  line.add(name, { rank: name.startsWith('s') ? 'single' : 'batch', fairnessKey: name.charAt(0), now });
}

function takeAll(line: Line<string>, now = 0): string[] {
  const taken: string[] = [];
  for (let left = line.length; left > 0; left -= 1) {
    taken.push(line.take({ now, batchMayGo: true })?.item ?? 'nobody');
  }
  return taken;
}

describe('the line', () => {
  it('lets singles go before batches, in the order they came', () => {
    const line = lineOf('a1', 's1', 'a2', 's2', 's3');
    expect(takeAll(line)).toEqual(['s1', 's2', 's3', 'a1', 'a2']);
  });

  it('gives the turn to another request after each batch check', () => {
    const line = lineOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    expect(takeAll(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('foretells the order in which all will go', () => {
    const line = lineOf('a1', 'a2', 'a3', 'b1', 's1', 'c1', 'c2', 's2');
    const foretold = line.inOrder().map(({ item }) => item);
    expect(takeAll(line)).toEqual(foretold);
  });

  it('keeps a batch check where it is until batches may go', () => {
    const line = lineOf('a1');
    expect(line.take({ now: 0, batchMayGo: false })).toBeUndefined();
    expect(line.ready({ now: 0, batchMayGo: false })).toBe(0);
    expect(line.take({ now: 0, batchMayGo: true })).toEqual({ item: 'a1', rank: 'batch' });
  });

  it('counts a batch check as a single once it has been next for longer than the patience', () => {
    const line = lineOf('a1', 'a2', 's1');
    const late = { now: PATIENCE_MS + 1, batchMayGo: false };
    expect(line.take({ now: PATIENCE_MS, batchMayGo: false })?.item).toBe('s1');
    expect(line.take(late)).toEqual({ item: 'a1', rank: 'single' });
    // Only now is the second one next, and its patience begins.
    expect(line.take(late)).toBeUndefined();
  });

  it('puts a promoted batch check behind the singles that are there', () => {
    const line = lineOf('a1', 'a2', 'b1', 's1');
    line.promote('a2', 0);
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
    expect(line.batchesBefore(2)).toBe(3);
    for (const more of ['c1', 'c2']) add(line, more);
    const order = line.inOrder().map(({ item }) => item);
    expect(order.indexOf('c2')).toBe(1 + 3 + 1);
  });
});
