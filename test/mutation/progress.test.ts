import { describe, expect, it } from 'vitest';
import { type ProgressLine, parseProgress, progressOf } from './progress.ts';
import { outcomesOf } from './score.ts';

const lines: readonly ProgressLine[] = [
  { is: 'covered', test: 'first', hits: { 1: 3, 2: 1, 3: 1 }, ms: 2 },
  { is: 'static', mutants: ['3', '4'] },
  { is: 'begun', test: 'first', mutant: '1' },
  { is: 'killed', test: 'first', mutants: ['1'] },
  { is: 'done', test: 'first' },
];
const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const start = { line: 1, column: 1 };
const mutants = ['1', '2', '3', '4', '5'].map((id) => ({
  ...{ id, file: 'src/imei/luhn.ts', mutatorName: 'ConditionalExpression', replacement: id },
  location: { start, end: start },
}));
const sources = { 'src/imei/luhn.ts': 'one line' };

describe('What is known while mutants are tried', () => {
  it('is read again by the process that goes on with it', () => {
    const { covered, dead, done, current } = progressOf(parseProgress(text));
    expect([...covered.keys()]).toEqual(['first']);
    expect([...dead]).toEqual(['1']);
    expect([...done]).toEqual(['first']);
    expect(current).toBeUndefined();
  });

  it('names the mutant that was being tried when the process had to be ended', () => {
    expect(progressOf(lines.slice(0, 3)).current).toBe('1');
  });

  it('tells a mutant that a test noticed from one with which it took too long', () => {
    const slow: ProgressLine = { is: 'killed', test: 'second', mutants: ['1', '2'], late: ['2'] };
    const progress = progressOf([...lines.slice(0, 3), slow]);
    const fates = outcomesOf(mutants, sources, progress).map(({ fate }) => fate);
    expect(fates.slice(0, 2)).toEqual(['killed', 'hung']);
  });

  it('is refused where it is something else', () => {
    expect(() => parseProgress('{"is":"?"}\n')).toThrow();
  });

  it('becomes the fate of each mutant: also of one that only runs when a file is loaded', () => {
    const progress = progressOf([...lines, { is: 'hung', mutant: '2' }]);
    expect(outcomesOf(mutants, sources, progress).map(({ fate }) => fate)).toEqual([
      'killed',
      'hung',
      'survived',
      'fixed',
      'uncovered',
    ]);
  });
});
