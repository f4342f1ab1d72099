import { describe, expect, it } from 'vitest';
import { createMask } from '../../src/ops/log/mask.ts';

describe('what is logged', () => {
  const { line } = createMask([]);

  it('shows no more of an IMEI than its TAC', () => {
    expect(line('{"msg":"IMEI: 490154203237518 not found"}\n')).toBe('{"msg":"IMEI: 49015420… not found"}\n');
    expect(line('[49015420323751,"4901542032375101"]')).toBe('["49015420…","49015420…"]\n');
  });

  it('leaves of other numbers of 14 digits or more the last four', () => {
    expect(line('"discord:user:80351110224678912 at 1763722800000"')).toBe(
      '"discord:user:…8912 at 1763722800000"\n',
    );
  });
});
