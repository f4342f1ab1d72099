import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EQUIVALENTS } from './equivalents.ts';
import { sectionOf, withSection } from './page.ts';
import { type Equivalent, type Fate, type Outcome, scoreOf } from './score.ts';

const outcome = (fate: Fate, lineNumber: number, line: string, replacement = 'false'): Outcome => ({
  ...{ fate, file: 'src/imei/luhn.ts', lineNumber, line, replacement },
});

const outcomes: readonly Outcome[] = [
  outcome('killed', 1, 'first'),
  outcome('hung', 1, 'first'),
  outcome('survived', 2, 'if (a) b();'),
  outcome('survived', 3, 'last', 'true'),
  outcome('uncovered', 3, 'last'),
  outcome('fixed', 3, 'last'),
];
const equivalent: Equivalent = {
  file: 'src/imei/luhn.ts',
  line: 'last',
  replacement: 'true',
  because: 'nothing follows',
};
const circumstances = { date: '2026-11-22', machine: '2 × a processor', node: '20.19.0', tookMs: 120_000 };

describe('The score of mutation tests', () => {
  it('counts a mutant without end as killed, and leaves out what no test runs', () => {
    const { killed, hung, uncovered, fixed, percent } = scoreOf(outcomes, []);
    expect({ killed, hung, uncovered, fixed, percent }).toEqual({
      killed: 1,
      hung: 1,
      uncovered: 1,
      fixed: 1,
      percent: 50,
    });
  });

  it('names each survivor with its line', () => {
    expect(scoreOf(outcomes, []).survivors[0]).toEqual({
      file: 'src/imei/luhn.ts',
      lineNumber: 2,
      line: 'if (a) b();',
      replacement: 'false',
    });
  });

  it('does not hold against the tests what cannot be told from the original', () => {
    const score = scoreOf(outcomes, [equivalent]);
    expect(score.survivors).toHaveLength(1);
    expect(score.equivalent.map(({ because }) => because)).toEqual(['nothing follows']);
    expect(score.percent).toBeCloseTo(66.7, 1);
  });

  it('forgives only the very change that was looked at', () => {
    expect(scoreOf(outcomes, [{ ...equivalent, replacement: 'false' }]).equivalent).toEqual([]);
  });
});

describe('The page of mutation tests', () => {
  const section = (room: string): string => sectionOf(room, scoreOf(outcomes, [equivalent]), circumstances);

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

describe('The changes that come to nothing', () => {
  it('are those of lines that are there', () => {
    const isThere = ({ file, line }: Equivalent): boolean =>
      existsSync(file) && readFileSync(file, 'utf8').includes(line);

    expect(EQUIVALENTS.length).toBeGreaterThan(0);
    expect(EQUIVALENTS.filter((one) => !isThere(one))).toEqual([]);
  });
});
