import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../src/ops/log.ts';

describe('what is logged', () => {
  it('never holds a secret, in whatever form a library may have put it', () => {
    const key = 'k&y "with" spaces/+';
    const line = `GET /api/status?key=${encodeURIComponent(key)} ${key} ${JSON.stringify({ key })}`;
    const cleaned = withoutSecrets(line, [key]);
    expect(cleaned).not.toContain(key);
    expect(cleaned).not.toContain(encodeURIComponent(key));
    expect(cleaned).not.toContain('with');
  });

  it('shows no more of an IMEI than its TAC', () => {
    expect(withoutSecrets('{"msg":"IMEI: 490154203237518 not found"}', [])).toBe(
      '{"msg":"IMEI: 49015420… not found"}',
    );
    expect(withoutSecrets('49015420323751 4901542032375101', [])).toBe('49015420… 49015420…');
  });

  it('leaves other numbers as they are: times, ids of people and servers', () => {
    const line = 'discord:user:80351110224678912 1763722800000 89014103211118510720';
    expect(withoutSecrets(line, [])).toBe(line);
  });

  it('is not confused by an empty secret', () => {
    expect(withoutSecrets('text', [''])).toBe('text');
  });
});
