import { describe, expect, it } from 'vitest';
import { mapJsonTokens } from '../../src/ops/log/json-tokens.ts';
import { createMask } from '../../src/ops/log/mask.ts';

describe('what is logged', () => {
  const { line } = createMask([]);

  it('shows no more of an IMEI than its TAC', () => {
    expect(line('{"msg":"IMEI: 490154203237518 not found"}')).toBe('{"msg":"IMEI: 49015420… not found"}');
    expect(line('49015420323751 4901542032375101')).toBe('"49015420…" "49015420…"');
  });

  it('leaves other numbers as they are: times, ids of people and servers', () => {
    const kept = '"discord:user:80351110224678912 1763722800000 89014103211118510720"';
    expect(line(kept)).toBe(kept);
  });
});

describe('mapJsonTokens', () => {
  const marked = (line: string): string =>
    mapJsonTokens(line, (text) => (/\d/.test(text) ? `<${text}>` : text));

  it('changes what strings say, names and whole numbers, and nothing else', () => {
    const line = '{"a1":"2\\n\\"3","b":[4,-5,6.5,7e8,true,null],"c":"\\\\"}';
    const changed = marked(line);
    expect(JSON.parse(changed)).toEqual({
      '<a1>': '<2\n"3>',
      b: ['<4>', '<-5>', 6.5, 7e8, true, null],
      c: '\\',
    });
    expect(changed).toContain('"c":"\\\\"');
  });

  it('leaves a line as it is, character by character, when there is nothing to change', () => {
    const line = '{"a":"\\u00e9\\/","b":[true, 1.50]}\n';
    expect(marked(line)).toBe(line);
  });

  it('changes what is no JSON as well: it is nothing that could be trusted', () => {
    expect(marked('a "1" and "2')).toBe('a "<1>" and <"2>');
    expect(marked('"\\x1"')).toBe('<"\\x1">');
  });
});
