import { describe, expect, it } from 'vitest';
import { createMask } from '../../src/ops/log/mask.ts';

describe('what is logged', () => {
  const { line } = createMask([]);

  it('shows no more of an IMEI than its TAC', () => {
    expect(line('{"msg":"IMEI: 490154203237518 not found"}\n')).toBe('{"msg":"IMEI: 49015420… not found"}\n');
    expect(line('[49015420323751,"4901542032375101"]')).toBe('["49015420…","49015420…"]\n');
  });

  it('leaves other numbers as they are: times, ids of people and servers', () => {
    const kept = '"discord:user:80351110224678912 1763722800000 89014103211118510720"';
    expect(line(kept)).toBe(`${kept}\n`);
  });
});
