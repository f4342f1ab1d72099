import { expect, it } from 'vitest';
import { createMask } from '../../src/ops/log/mask.ts';

it.each([
  ['"IMEI: 490154203237518 not found"', '"IMEI: …7518 not found"'],
  ['[49015420323751,"4901542032375101"]', '["…3751","…5101"]'],
  ['"discord:user:80351110224678912 at 1763722800000"', '"discord:user:…8912 at 1763722800000"'],
  ['"2026-11-22T03:56:14.123Z"', '"2026-11-22T03:56:14.123Z"'],
  ['"e4c01542-3237-4518-8abc-123456789012"', '"e4c01542-3237-4518-8abc-123456789012"'],
])('the log leaves the last four digits of a number of 14 digits or more: %s', (line, masked) => {
  expect(createMask([]).line(line)).toBe(`${masked}\n`);
});
