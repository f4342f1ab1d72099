import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATABASES, FLOORS, type Floor, INSIDE, OWN } from './house/floors.ts';
import { doorsTo, FILES, IMPORTS, ROOT } from './house/imports.ts';

/** The floors of a folder; the house itself is ''. */
function floorsOf(folder: string): readonly Floor[] | undefined {
  return folder === '' ? FLOORS : INSIDE[folder];
}

/** On which of the floors something stands: by its name, or among the files of the folder's own. */
function floorOf(floors: readonly Floor[], name: string, isFile: boolean): number {
  const named = floors.findIndex((floor) => floor.includes(name));
  return named < 0 && isFile ? floors.findIndex((floor) => floor.includes(OWN)) : named;
}

function mayImport(from: string, to: string): boolean {
  const own = doorsTo(from);
  const other = doorsTo(to);
  const parting = own.findIndex((name, index) => name !== other[index]);
  const floors = floorsOf(own.slice(0, parting).join('/'));
  if (parting < 0 || floors === undefined) return true;
  const [here = '', there = ''] = [own[parting], other[parting]];
  const isOwn = (path: readonly string[], name: string): boolean =>
    path.length === parting + 1 && !floors.some((floor) => floor.includes(name));
  if (isOwn(own, here) && isOwn(other, there)) return true;
  return (
    floorOf(floors, there, other.length === parting + 1) < floorOf(floors, here, own.length === parting + 1)
  );
}

/** All folders on the way to a file, and what is entered there: `checks` → `outbox` → … */
function entriesOf(file: string): { folder: string; name: string; isFile: boolean }[] {
  const doors = doorsTo(file);
  return doors.map((name, index) => ({
    folder: doors.slice(0, index).join('/'),
    name,
    isFile: index === doors.length - 1,
  }));
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

/** In the folder of one provider, not among what is true or of use to any of them. */
function inProvider(file: string): boolean {
  return /^src\/provider\/(?!http\/)[^/]+\//.test(file);
}

const files = FILES;
const graph = IMPORTS;

describe('imports', () => {
  it('are found at all', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(graph.get('src/program.ts')?.length).toBeGreaterThan(5);
  });

  it('come from rooms that have a floor, and so do the rooms inside them', () => {
    const lost = files.flatMap((file) =>
      entriesOf(file).flatMap(({ folder, name, isFile }) => {
        const floors = floorsOf(folder);
        // A folder of files alone needs no floors.
        if (floors === undefined) return isFile ? [] : [`${folder} has rooms and no floors`];
        return floorOf(floors, name, isFile) < 0 ? [`${folder}/${name}`] : [];
      }),
    );
    expect([...new Set(lost)]).toEqual([]);
  });

  it('have no floor for what is not there', () => {
    const there = new Set(
      files.flatMap((file) => entriesOf(file).map(({ folder, name }) => `${folder}/${name}`)),
    );
    const named = [['', FLOORS] as const, ...Object.entries(INSIDE)].flatMap(([folder, floors]) =>
      floors.flat().map((name) => `${folder}/${name}`),
    );
    expect(named.filter((one) => !one.endsWith(`/${OWN}`) && !there.has(one))).toEqual([]);
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

  it('tell the limiter nothing of IMEIs, money, HTTP or chats', () => {
    const known = [...graph]
      .filter(([file]) => file.startsWith('src/limiter/'))
      .flatMap(([, imports]) => imports);
    expect(known.filter((file) => !/^src\/(?:limiter|core|store)\//.test(file))).toEqual([]);
  });

  it('go into the folder of a database through its driver, and to that from the list of drivers alone', () => {
    const folderOf = (file: string): string | undefined =>
      DATABASES.find((name) => file.startsWith(`src/store/${name}/`));
    const entered = [...graph].flatMap(([file, imports]) =>
      imports
        .filter((to) => folderOf(to) !== undefined && folderOf(to) !== folderOf(file))
        .map((to) => `${file} imports ${to}`),
    );
    expect(entered.sort()).toEqual(
      DATABASES.map((name) => `src/store/open.ts imports src/store/${name}/driver.ts`).sort(),
    );
  });

  it('tell nobody which provider is asked, but for those who put the house together', () => {
    const knowing = [...graph]
      .filter(([file, imports]) => !inProvider(file) && imports.some(inProvider))
      .map(([file]) => file);
    expect(knowing).toContain('src/bot/service.ts');
    expect(knowing.filter((file) => !/^src\/(?:bot|simulation)\//.test(file))).toEqual([]);
  });

  it('never load the libraries that draw into the thread that answers', () => {
    expect([...reachable('src/main.ts')]).toContain('src/charts/draw.ts');
    expect([...reachable('src/main.ts')]).not.toContain('src/charts/render.ts');
    expect([...reachable('src/charts/thread.ts')]).toContain('src/charts/render.ts');
  });

  it('load Node’s own fetch with nothing but the servers, whose library needs it', () => {
    const importing = files.filter((file) =>
      /^import (?!type\b).* from 'node:http';$/m.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(importing).toEqual(['src/ops/http/server.ts', 'src/sandbox/server.ts']);
  });

  it('would be caught running up or sideways', () => {
    expect(mayImport('src/checks/a.ts', 'src/requests/b.ts')).toBe(false);
    expect(mayImport('src/format/a.ts', 'src/checks/b.ts')).toBe(false);
    expect(mayImport('src/adapters/discord/a.ts', 'src/adapters/telegram/b.ts')).toBe(false);
    expect(mayImport('commands/a.ts', 'src/checks/b.ts')).toBe(true);
    expect(mayImport('src/imei/a.ts', 'src/core/async/b.ts')).toBe(true);
  });

  it('would be caught doing so inside a room', () => {
    expect(mayImport('src/checks/outbox/a.ts', 'src/checks/lookup/b.ts')).toBe(false);
    expect(mayImport('src/checks/lookup/a.ts', 'src/checks/outbox/b.ts')).toBe(true);
    expect(mayImport('src/checks/answer.ts', 'src/checks/quota/b.ts')).toBe(false);
    expect(mayImport('src/checks/quota/a.ts', 'src/checks/answer.ts')).toBe(true);
    expect(mayImport('src/format/quota/a.ts', 'src/format/files/b.ts')).toBe(false);
    expect(mayImport('src/adapters/discord/outbound/a.ts', 'src/adapters/discord/inbound/b.ts')).toBe(false);
  });

  it('would be caught going round', () => {
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

describe('a room', () => {
  const MOST_FILES = 14;
  const folders = [...new Set(files.map((file) => posix.dirname(file)))];
  const filesOf = (folder: string): string[] => files.filter((file) => posix.dirname(file) === folder);
  const hasRooms = (folder: string): boolean => folders.some((other) => other.startsWith(`${folder}/`));

  it('can be taken in at a glance', () => {
    expect(folders.filter((folder) => filesOf(folder).length > MOST_FILES)).toEqual([]);
  });

  it('is none for one file', () => {
    expect(folders.filter((folder) => filesOf(folder).length === 1 && !hasRooms(folder))).toEqual([]);
  });
});
