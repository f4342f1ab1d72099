import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The house, floor by floor: every import runs down, and rooms on one floor do not know each other. */
const FLOORS: readonly (readonly string[])[] = [
  ['core', 'imei', 'store', 'config', 'work', 'arguments', 'environment'],
  ['service', 'tac', 'tables', 'charts', 'photos', 'ops'],
  ['format', 'checks', 'sandbox'],
  ['commands', 'adapters', 'requests'],
  ['observing', 'platforms', 'start-error', 'surroundings', 'simulation'],
  ['bot'],
  ['main'],
];
/** The ground floor's own ground: everything may use the contracts. */
const CONTRACTS = 'core';

/** `src/limiter/limiter.ts` → `checks`; `src/adapters/discord/outbound/render.ts` → `adapters/discord`. */
function roomOf(file: string): string {
  const parts = file.replace(/^src\//, '').split('/');
  if (parts[0] === 'adapters' && parts.length > 2) return `adapters/${parts[1]}`;
  return (parts[0] ?? '').replace(/\.ts$/, '');
}

function floorOf(room: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(room.replace(/\/.*/, '')));
}

function mayImport(from: string, to: string): boolean {
  const own = roomOf(from);
  const other = roomOf(to);
  if (own === other || other === CONTRACTS) return true;
  // What is shared by all adapters stands beside them.
  if (own.startsWith('adapters/') && other === 'adapters') return true;
  return floorOf(other) < floorOf(own);
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.map((specifier) => posix.normalize(posix.join(posix.dirname(file), specifier)));
}

function filesIn(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => posix.join(entry.parentPath.slice(ROOT.length + 1).replaceAll('\\', '/'), entry.name));
}

/** The first way from a file back to itself, if there is one. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** All files that are loaded with a file. */
function reachable(file: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of graph.get(file) ?? []) reachable(next, seen);
  return seen;
}

const files = [...filesIn('src'), ...filesIn('commands')];
const graph = new Map(files.map((file) => [file, importsOf(file)]));

describe('imports', () => {
  it('are found at all', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(graph.get('src/main.ts')?.length).toBeGreaterThan(5);
  });

  it('come from rooms that have a floor', () => {
    expect(files.filter((file) => floorOf(roomOf(file)) < 0)).toEqual([]);
  });

  it('run down the floors, and never between rooms of one floor', () => {
    const wrong = [...graph].flatMap(([file, imports]) =>
      imports.filter((to) => !mayImport(file, to)).map((to) => `${file} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('make no circle, not even of types', () => {
    expect(findCircle(graph)).toBeUndefined();
  });

  it('never load the libraries that draw into the thread that answers', () => {
    expect([...reachable('src/main.ts')]).toContain('src/charts/draw.ts');
    expect([...reachable('src/main.ts')]).not.toContain('src/charts/render.ts');
    expect([...reachable('src/charts/thread.ts')]).toContain('src/charts/render.ts');
  });

  it('would be caught running up, sideways, or round', () => {
    expect(mayImport('src/checks/a.ts', 'src/requests/b.ts')).toBe(false);
    expect(mayImport('src/format/a.ts', 'src/checks/b.ts')).toBe(false);
    expect(mayImport('src/adapters/discord/a.ts', 'src/adapters/telegram/b.ts')).toBe(false);
    expect(mayImport('commands/a.ts', 'src/checks/b.ts')).toBe(true);
    expect(
      findCircle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
  });
});
