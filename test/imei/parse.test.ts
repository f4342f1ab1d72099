import { describe, expect, it } from 'vitest';
import { parseImei } from '../../src/imei/find/parse.ts';
import { NONE_KNOWN, repairsOf } from '../../src/imei/number/read.ts';

const A = '490154203237518';

describe('one number that was given as an IMEI', () => {
  it.each([
    A,
    ` ${A}\n`,
    '49-015420-323751-8',
    '4 9 0 1 5 4 2 0 3 2 3 7 5 1 8',
    '4٩0154203237518',
    '490154\u200b203237518',
    `(${A})`,
    `IMEI ${A}`,
    `IMEI: ${A}`,
    `imeisv:${A}`,
    `IMEI (slot 2): ${A}`,
    `IMEI slot 2: ${A}`,
    `my IMEI: ${A}`,
    `Номер ИМЕИ: ${A}`,
    `串号：${A}`,
    `the imei of the phone: ${A}`,
    `IMEI:${A}:`,
  ])('%j is read', (text) => {
    const result = parseImei(text);
    expect(result).toMatchObject({ ok: true, reading: { imei: A, from: 'imei' } });
    expect(result).not.toHaveProperty('reading.softwareVersion');
  });

  it.each([
    `${A}/04`,
    `${A} / 04 `,
    `IMEI: 49-015420-323751-8 / 04`,
    '49-015420-323751/04',
    `IMEI2: ${A} /04`,
  ])('%j brings its software version', (text) => {
    expect(parseImei(text)).toMatchObject({ ok: true, reading: { imei: A, softwareVersion: '04' } });
  });

  it('has no software version where what stands behind the slash is none', () => {
    const reading = { imei: A, from: 'imei', warning: 'sample' };
    expect(parseImei('4901542032375/18')).toEqual({ ok: true, reading });
    expect(parseImei(`${A}/4`)).toMatchObject({ reading: { from: 'imeisv', softwareVersion: '84' } });
    expect(parseImei(`${A}/045`)).toMatchObject({ problem: { kind: 'too-long', digits: 18 } });
  });

  it('has what is wrong with it told, whatever software version stands behind it', () => {
    expect(parseImei('490154203237517/04')).toMatchObject({
      problem: { kind: 'check-digit', expected: '8' },
    });
  });

  it.each([
    [`+${A}`, 'looks-like'],
    ['+49 151 23456789', 'looks-like'],
    [`+x${A}`, 'letter'],
    [`${A}+`, undefined],
    [`serial ${A}`, 'letter'],
    [`x: ${A}`, 'letter'],
    ['IMEI', 'empty'],
    ['IMEI:', 'empty'],
    ['', 'empty'],
    ['49O154203237518', 'letter'],
  ])('%j: %s', (text, kind) => {
    const result = parseImei(text);
    expect(result.ok ? undefined : result.problem.kind).toBe(kind);
  });

  it('whose check digit is wrong is mended where its TAC is known', () => {
    const known = (tac: string): boolean => tac === '49015420';
    expect(parseImei('490154203237517', known)).toMatchObject({
      problem: { repairs: expect.arrayContaining([A]) },
    });
    expect(parseImei('490154203237517/04', known)).toMatchObject({
      problem: { repairs: expect.arrayContaining([A]) },
    });
    expect(parseImei('490154203237517')).toMatchObject({ problem: { repairs: [] } });
  });
});

describe('the repairs of a number', () => {
  const of = (digits: string, known: (tac: string) => boolean) => repairsOf(digits, known);

  it('are one swap of neighbours or one other digit, each an IMEI, swaps first', () => {
    const repairs = of('940154203237518', () => true);
    expect(repairs[0]).toBe(A);
    expect(new Set(repairs).size).toBe(repairs.length);
    for (const repair of repairs) {
      const at = [...repair].flatMap((digit, index) => (digit === '940154203237518'[index] ? [] : [index]));
      expect(at.length === 1 || (at.length === 2 && at[1] === (at[0] ?? 0) + 1)).toBe(true);
    }
  });

  it('behind the TAC are those of a known type', () => {
    // The last two digits before the check digit are swapped, or one of them is mistyped.
    const repairs = of('490154203237158', (tac) => tac === '49015420');
    expect(repairs).toContain(A);
    for (const repair of repairs) expect(repair.slice(0, 8)).toBe('49015420');
    expect(of('490154203237158', (tac) => tac === '49015421')).toEqual([]);
  });

  it('in the TAC are those whose own TAC is known', () => {
    const known = (tac: string): boolean => tac === '49015420';
    expect(of('490154303237518', known)).toEqual([A]);
    expect(of('490145203237518', known)).toEqual([A]);
    expect(of('490154023237518', known)).toEqual([A]);
    expect(of('940154203237518', known)).toEqual([A]);
    expect(of('590154203237518', known)).toEqual([A]);
  });

  it('are numbers that a phone can have', () => {
    for (const repair of of('790154203237518', () => true)) expect(repair).toMatch(/^(?!7)/);
  });

  it('are none where no type is known', () => {
    expect(of('490154203237517', NONE_KNOWN)).toEqual([]);
    expect(of('490154203237517', () => false)).toEqual([]);
  });
});
