import { describe, expect, it } from 'vitest';
import { createMask, maskNumbers } from '../../src/ops/log/mask.ts';

describe('what is logged', () => {
  const { line } = createMask([]);

  it('shows the last four digits of an IMEI', () => {
    expect(line('{"msg":"IMEI: 490154203237518 not found"}\n')).toBe('{"msg":"IMEI: …7518 not found"}\n');
    expect(line('[49015420323751,"4901542032375101"]')).toBe('["…3751","…5101"]\n');
  });

  it('leaves of other numbers of 14 digits or more the last four', () => {
    expect(line('"discord:user:80351110224678912 at 1763722800000"')).toBe(
      '"discord:user:…8912 at 1763722800000"\n',
    );
  });

  it.each([
    ['35-693803-564380-9', '…3809'],
    ['35693803564380', '…4380'],
    ['٣٥٦٩٣٨٠٣٥٦٤٣٨٠٩', '…3809'],
    ['4111 1111 1111 1111', '…1111'],
    ['80351110224678912', '…8912'],
    ['1763722800000', '1763722800000'],
    ['2026-11-22T03:56:14.123Z', '2026-11-22T03:56:14.123Z'],
    ['e4c01542-3237-4518-8abc-123456789012', 'e4c01542-3237-4518-8abc-123456789012'],
  ])('masks each group of 14 digits or more: %s', (text, masked) => {
    expect(maskNumbers(text)).toBe(masked);
  });
});
