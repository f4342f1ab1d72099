import { describe, expect, it } from 'vitest';
import { createAttendance, HERE, LEAVING } from '../../../src/store/cluster/attendance.ts';

const LATE_MS = 6_000;
const here = (...names: readonly string[]) => names.map((name) => [name, HERE] as const);

describe('who is there', () => {
  it('is whoever was heard of within the time that a word may be late', () => {
    const { look } = createAttendance(LATE_MS);
    expect([...look(here('a', 'b'), [], 0)]).toEqual(['a', 'b']);
    expect([...look(here('a'), [], LATE_MS)]).toEqual(['a', 'b']);
    expect([...look(here('a'), [], LATE_MS + 1)]).toEqual(['a']);
  });

  it('is nobody who has said that it leaves, until it is heard of again', () => {
    const { look } = createAttendance(LATE_MS);
    look(here('a', 'b'), [], 0);
    expect([...look([...here('a'), ['b', LEAVING]], ['b'], 1)]).toEqual(['a']);
    expect([...look(here('a'), ['b'], 2)]).toEqual(['a']);
    expect([...look(here('a', 'b'), [], 3)]).toEqual(['a', 'b']);
  });

  it('is one of whom nothing is known, for as long as a word may be late, and once', () => {
    const { look } = createAttendance(LATE_MS);
    expect([...look([], ['new'], 0)]).toEqual(['new']);
    expect([...look([], ['new'], LATE_MS)]).toEqual(['new']);
    expect([...look([], ['new'], LATE_MS + 1)]).toEqual([]);
    expect([...look([], ['new'], 2 * LATE_MS)]).toEqual([]);
  });

  it('is told anew of one that nobody has asked about meanwhile: no name is kept for ever', () => {
    const { look } = createAttendance(LATE_MS);
    look(here('a'), ['gone'], 0);
    expect([...look(here('a'), ['gone'], LATE_MS + 1)]).toEqual(['a']);
    look(here('a'), [], LATE_MS + 2);
    expect([...look(here('a'), ['gone'], LATE_MS + 3)]).toEqual(['a', 'gone']);
  });
});
