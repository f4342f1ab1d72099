import { describe, expect, it } from 'vitest';
import { sectionOf, withSection } from './page.ts';
import { type Equivalent, parseReport, scoreOf } from './score.ts';

const mutant = (status: string, line: number, replacement = 'false') => ({
  mutatorName: 'ConditionalExpression',
  replacement,
  status,
  location: { start: { line, column: 1 }, end: { line, column: 9 } },
});

const report = parseReport(
  JSON.stringify({
    files: {
      'src/imei/number/luhn.ts': {
        source: 'first\nif (a) b();\nlast',
        mutants: [
          mutant('Killed', 1),
          mutant('Timeout', 1),
          mutant('Survived', 2),
          mutant('Survived', 3, 'true'),
          mutant('NoCoverage', 3),
        ],
      },
    },
  }),
);
const equivalent: Equivalent = {
  file: 'src/imei/number/luhn.ts',
  line: 'last',
  replacement: 'true',
  because: 'nothing follows',
};
const circumstances = { date: '2026-11-22', machine: '2 × a processor', node: '20.19.0', tookMs: 120_000 };

describe('The score of mutation tests', () => {
  it('counts a mutant without end as killed, and leaves out what no test runs', () => {
    const { killed, timedOut, uncovered, percent } = scoreOf(report, []);
    expect({ killed, timedOut, uncovered, percent }).toEqual({
      killed: 1,
      timedOut: 1,
      uncovered: 1,
      percent: 50,
    });
  });

  it('names each survivor with its line', () => {
    expect(scoreOf(report, []).survivors[0]).toEqual({
      file: 'src/imei/number/luhn.ts',
      lineNumber: 2,
      line: 'if (a) b();',
      replacement: 'false',
    });
  });

  it('does not hold against the tests what cannot be told from the original', () => {
    const score = scoreOf(report, [equivalent]);
    expect(score.survivors).toHaveLength(1);
    expect(score.equivalent.map(({ because }) => because)).toEqual(['nothing follows']);
    expect(score.percent).toBeCloseTo(66.7, 1);
  });

  it('forgives only the very change that was looked at', () => {
    expect(scoreOf(report, [{ ...equivalent, replacement: 'false' }]).equivalent).toEqual([]);
  });
});

describe('The page of mutation tests', () => {
  const section = (room: string): string => sectionOf(room, scoreOf(report, [equivalent]), circumstances);

  it('says when and on what a room was measured, and whether the goal is reached', () => {
    expect(section('imei')).toContain('2026-11-22, Node 20.19.0, 2 × a processor, 2 min.');
    expect(section('imei')).toContain(
      '**66.7 %** of covered mutants killed; the goal of 90 % is **missed**.',
    );
  });

  it('keeps what it says of other rooms', () => {
    const page = withSection(withSection('# Title\n', 'store', section('store')), 'imei', section('imei'));
    const again = withSection(page, 'imei', '## imei\n\nanew');
    expect(again).toContain('## store');
    expect(again.match(/^## imei$/gm)).toHaveLength(1);
    expect(again).toContain('anew');
  });
});
