import { describe, expect, it } from 'vitest';
import { createAttendance, LEAVING, type Sign } from '../../../src/store/cluster/attendance.ts';

const LATE_MS = 6_000;
const SILENT_MS = 16_500;
const ROW_MS = 15_000;
const TIMES = { lateMs: LATE_MS, silentMs: SILENT_MS, rowMs: ROW_MS };
let beats = 0;
/** These processes as they list themselves, and as they do when they list themselves again. */
const listed = (...names: readonly string[]) => names.map((name): Sign => [name, '1']);
const listedAgain = (...names: readonly string[]) => names.map((name): Sign => [name, '2']);
/** The rows of these processes, each with another heartbeat than before. */
const here = (...names: readonly string[]) => {
  beats += 1;
  return names.map((name) => [name, String(beats)] as const);
};

describe('who is there', () => {
  it('is whoever was heard of within the time that a heartbeat may be late, whether its row is there or not', () => {
    const { look } = createAttendance(TIMES);
    expect([...look(here('a', 'b'), [], 0)]).toEqual(['a', 'b']);
    expect([...look(here('a'), [], SILENT_MS / 2)]).toEqual(['a', 'b']);
    expect([...look(here('a'), [], SILENT_MS)]).toEqual(['a', 'b']);
    expect([...look(here('a'), [], SILENT_MS + 1)]).toEqual(['a']);
    expect([...look(here('a', 'b'), [], SILENT_MS + 2)]).toEqual(['a', 'b']);
  });

  it('is everybody who was there before a pause in which heartbeats came and went unseen', () => {
    const { look } = createAttendance(TIMES);
    look(here('a', 'b'), [], 0);
    expect([...look(here('a'), [], 10 * ROW_MS)]).toEqual(['a', 'b']);
    expect([...look(here('a'), [], 10 * ROW_MS + SILENT_MS / 2)]).toEqual(['a', 'b']);
    expect([...look(here('a'), [], 10 * ROW_MS + SILENT_MS + 1)]).toEqual(['a']);
    look(here('a', 'b'), [], 20 * ROW_MS);
    expect([...look(here('a'), [], 21 * ROW_MS)]).toEqual(['a', 'b']);
    expect([...look(here('a'), [], 20 * ROW_MS + SILENT_MS + 1)]).toEqual(['a']);
  });

  it('is nobody who has said that it leaves, until it is heard of again', () => {
    const { look } = createAttendance(TIMES);
    look(here('a', 'b'), [], 0);
    expect([...look([...here('a'), ['b', LEAVING]], listed('b'), 1)]).toEqual(['a']);
    expect([...look(here('a'), listed('b'), 2)]).toEqual(['a']);
    expect([...look(here('a', 'b'), [], 3)]).toEqual(['a', 'b']);
  });

  it('is one of whom nothing is known, for as long as a word may be late, and once', () => {
    const { look } = createAttendance(TIMES);
    expect([...look([], listed('new'), 0)]).toEqual(['new']);
    expect([...look([], listed('new'), LATE_MS)]).toEqual(['new']);
    expect([...look([], listed('new'), LATE_MS + 1)]).toEqual([]);
    expect([...look([], listed('new'), 2 * LATE_MS)]).toEqual([]);
  });

  it('is told anew of one that nobody has asked about meanwhile: no name is kept for ever', () => {
    const { look } = createAttendance(TIMES);
    look(here('a'), listed('gone'), 0);
    expect([...look(here('a'), listed('gone'), LATE_MS + 1)]).toEqual(['a']);
    look(here('a'), [], LATE_MS + 2);
    expect([...look(here('a'), listed('gone'), LATE_MS + 3)]).toEqual(['a', 'gone']);
  });

  it('is one that lists itself again after a long silence, whether it was taken off the list before or not', () => {
    const { look } = createAttendance(TIMES);
    const stale = here('back');
    look([...here('a'), ...stale], listed('back'), 0);
    look([...here('a'), ...stale], listed('back'), SILENT_MS / 2);
    expect([...look([...here('a'), ...stale], listed('back'), SILENT_MS + 1)]).toEqual(['a']);
    expect([...look(here('a'), listedAgain('back'), SILENT_MS + 2)]).toEqual(['a', 'back']);
    const lateMs = SILENT_MS + 2 + LATE_MS;
    expect([...look(here('a'), listedAgain('back'), lateMs)]).toEqual(['a', 'back']);
    expect([...look([...here('a'), ...stale], listedAgain('back'), lateMs + 1)]).toEqual(['a']);
    look([...here('a'), ...stale], [], lateMs + 2);
    expect([...look(here('a'), listedAgain('back'), lateMs + 3)]).toEqual(['a', 'back']);
  });

  it('is nobody who lists itself and says that it leaves', () => {
    const { look } = createAttendance(TIMES);
    look(here('a', 'b'), listed('b'), 0);
    expect([...look([...here('a'), ['b', LEAVING]], listedAgain('b'), 1)]).toEqual(['a']);
  });

  it('is nobody whose row no heartbeat changes, though the clock by which it expires was set back', () => {
    const { look } = createAttendance(TIMES);
    const dead = here('dead');
    look([...here('a'), ...dead], [], 0);
    look([...here('a'), ...dead], listed('dead'), SILENT_MS / 2);
    expect([...look([...here('a'), ...dead], listed('dead'), SILENT_MS)]).toEqual(['a', 'dead']);
    expect([...look([...here('a'), ...dead], listed('dead'), SILENT_MS + 1)]).toEqual(['a']);
    expect([...look([...here('a'), ...dead], listed('dead'), SILENT_MS + 2)]).toEqual(['a']);
    expect([...look(here('a', 'dead'), [], SILENT_MS + 3)]).toEqual(['a', 'dead']);
  });
});
