import { expect, it } from 'vitest';
import { createUnchangedSince } from '../../../src/store/cluster/attendance.ts';

it('a value is unchanged since it was first seen, by itself, until it changes', () => {
  const rows = createUnchangedSince();
  expect(rows.unchangedMs('a', 'one', 1_000)).toBe(0);
  expect(rows.unchangedMs('b', 'one', 1_200)).toBe(0);
  expect(rows.unchangedMs('a', 'one', 1_500)).toBe(500);
  expect(rows.unchangedMs('a', 'two', 1_600)).toBe(0);
  expect(rows.unchangedMs('a', 'two', 2_000)).toBe(400);
  expect(rows.unchangedMs('b', 'one', 2_200)).toBe(1_000);
});
