import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lateUses } from './support/late-uses.ts';
import { childrenOf, isFunction, type Node, nodesIn, treeOf } from './support/syntax.ts';

const ROOT = new URL('../', import.meta.url);

const MOST_OWN_LINES = 45;
const MOST_LINES = 250;
const MOST_IMPORTS = 16;

/** Files that put a room together: they name many, and do little. */
const PUTS_TOGETHER = /^src\/(?:bot\/\w+|checks\/checks|requests\/requests)\.ts$/;
const MOST_IMPORTS_THERE = 24;

const files = ['src/', 'commands/'].flatMap((directory) =>
  readdirSync(new URL(directory, ROOT), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => posix.relative(ROOT.pathname, posix.join(entry.parentPath, entry.name))),
);

interface Source {
  readonly file: string;
  readonly code: string;
  readonly tree: Node;
}

const sources: readonly Source[] = files.map((file) => {
  const code = readFileSync(new URL(file, ROOT), 'utf8');
  return { file, code, tree: treeOf(code) };
});

const linesOf = (code: string): number => code.trimEnd().split('\n').length;

/** The functions inside a node that are inside no other function there. */
function functionsOf(node: Node): Node[] {
  return childrenOf(node).flatMap((child) => (isFunction(child) ? [child] : functionsOf(child)));
}

/** How many lines each function has beside those of the functions inside it. */
function ownLines(code: string, tree: Node): number[] {
  const lengthOf = ({ start, end }: Node): number => linesOf(code.slice(start, end));
  return [...nodesIn(tree)]
    .filter(isFunction)
    .map((one) => lengthOf(one) - functionsOf(one).reduce((sum, inner) => sum + lengthOf(inner) - 1, 0));
}

function importsOf(tree: Node): number {
  return childrenOf(tree).filter(({ type }) => type === 'ImportDeclaration').length;
}

/** What is larger than it may be, by file. */
function tooLarge(
  sizeOf: (source: Source) => number,
  mostOf: (file: string) => number,
): Record<string, number> {
  const sizes = sources.map((source) => [source.file, sizeOf(source)] as const);
  return Object.fromEntries(sizes.filter(([file, size]) => size > mostOf(file)));
}

describe('a function', () => {
  it('is not longer than a screen, beside the functions inside it', () => {
    const longest = ({ code, tree }: Source): number => Math.max(0, ...ownLines(code, tree));
    expect(tooLarge(longest, () => MOST_OWN_LINES)).toEqual({});
  });

  it('is counted without the functions inside it', () => {
    const code = 'function a() {\n  const b = () => {\n    c();\n    d();\n  };\n  return b;\n}';
    expect(ownLines(code, treeOf(code))).toEqual([4, 4]);
  });
});

describe('a file', () => {
  it('has one concern, which takes no more lines than can be read at once', () => {
    expect(
      tooLarge(
        ({ code }) => linesOf(code),
        () => MOST_LINES,
      ),
    ).toEqual({});
  });

  it('knows few others, and some more where it puts a room together', () => {
    const most = (file: string): number => (PUTS_TOGETHER.test(file) ? MOST_IMPORTS_THERE : MOST_IMPORTS);
    expect(tooLarge(({ tree }) => importsOf(tree), most)).toEqual({});
  });
});

describe('what a function makes', () => {
  it('is made before anything in it uses it, whenever that is', () => {
    const late = sources.flatMap(({ file, tree }) => lateUses(tree).map((name) => `${file}: ${name}`));
    expect(late).toEqual([]);
  });

  it.each([
    'const a = () => b; const b = 5;',
    'const a = createA({ onEnd: () => b.end() }); const b = createB(a);',
    'const a = () => { if (x) return { b }; }; const { b } = five();',
    'const a = () => c.b[d]; const [d = 5] = five();',
    'function a() { return b; } let b = 5;',
  ])('would be found, where it is not: %s', (code) => {
    expect(lateUses(treeOf(`function all() { ${code} }`))).toHaveLength(1);
  });

  it.each([
    'const b = 5; const a = () => b;',
    'const timer = setTimeout(() => clear(timer));',
    'const a = (b: number) => b; const b = a(5);',
    'const a = () => { const b = 5; return b; }; const b = a();',
    'const a = () => c.b; const b = a();',
    'const a = () => ({ b: 5 }); const b = a();',
    'const a = () => b(); function b() { return 5; }',
    'const a: (b: number) => void = () => undefined; const b = 5;',
  ])('is not found, where it is: %s', (code) => {
    expect(lateUses(treeOf(`function all() { ${code} }`))).toEqual([]);
  });
});
