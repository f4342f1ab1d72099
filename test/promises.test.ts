import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const TABLE = 'docs/promises.md';

interface Row {
  readonly promise: string;
  readonly bound: string;
  readonly file: string;
}

/** The rows of the table: `| promise | bound | [name](../test/…) |`. */
function rowsOf(page: string): Row[] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => {
    const [promise = '', bound = '', link = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { promise, bound, file: /\]\(\.\.\/(test\/[^)#]+)\)/.exec(link)?.[1] ?? link };
  });
}

/** What a test file promises: what its `it`s say, also behind what their `describe`s are about. */
function promisesOf(source: string): Set<string> {
  const promises = new Set<string>();
  const things: string[] = [];
  // A title stands behind `it(`, `describe.skipIf(…)(` or the end of a table, `])(`.
  for (const [, call = '', , title = ''] of source.matchAll(
    /(?:\b(describe|it|test)\b[^'"`\n]*|\]\)|\] as const\))\(\s*(['"`])((?:\\.|(?!\2).)*)\2/g,
  )) {
    const said = title.replace(/\\(.)/g, '$1');
    if (call === 'describe') things.push(said);
    else for (const before of ['', ...things, ...pairsOf(things)]) promises.add(plain(`${before} ${said}`));
  }
  return promises;
}

/** A thing, and a case of it below. */
function pairsOf(things: readonly string[]): string[] {
  return things.flatMap((thing, at) => things.slice(at + 1).map((one) => `${thing} ${one}`));
}

/** As it reads, whatever marks are around its words, and without what a table of cases fills in. */
function plain(text: string): string {
  return text
    .replace(/[`*_\\]|%[sijdo]|…/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

const rows = rowsOf(readFileSync(new URL(TABLE, ROOT), 'utf8'));

describe('what docs/promises.md says is bounded', () => {
  it('stands in a table', () => {
    expect(rows.length).toBeGreaterThanOrEqual(10);
  });

  it.each(rows)('is held by a test in these words: “$promise”', ({ promise, bound, file }) => {
    expect(existsSync(new URL(file, ROOT)), `${file} does not exist`).toBe(true);
    const promises = promisesOf(readFileSync(new URL(file, ROOT), 'utf8'));
    expect([...promises], `no it() of ${file} says so`).toContain(plain(promise));
    expect(bound, 'the bound is missing').not.toBe('');
  });

  it('leaves out no attack that is tested', () => {
    const hostile = new URL('test/hostile/', ROOT);
    const files = existsSync(hostile) ? readdirSync(hostile) : [];
    const told = rows.map(({ file }) => file);
    for (const file of files.filter((name) => name.endsWith('.test.ts')))
      expect(told, `${TABLE} needs a row for it`).toContain(`test/hostile/${file}`);
  });
});
