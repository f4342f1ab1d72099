import { FLOORS } from './floors.ts';
import { doorsTo, IMPORTS } from './imports.ts';

/** A room of the house, as its picture shows it. */
export interface Room {
  readonly name: string;
  /** 0 is the ground. */
  readonly floor: number;
  readonly files: number;
  /** The rooms that it imports from, by name, in alphabetical order. */
  readonly imports: readonly string[];
}

function roomOf(file: string): string {
  return doorsTo(file)[0] ?? '';
}

function importsOfRoom(name: string): string[] {
  const imported = [...IMPORTS]
    .filter(([file]) => roomOf(file) === name)
    .flatMap(([, files]) => files.map(roomOf));
  return [...new Set(imported)].filter((other) => other !== name).sort();
}

/** All rooms, the ground floor first. */
export function rooms(): Room[] {
  const names = [...IMPORTS.keys()].map(roomOf);
  return FLOORS.flatMap((floor, level) =>
    floor.map((name) => ({
      name,
      floor: level,
      files: names.filter((one) => one === name).length,
      imports: importsOfRoom(name),
    })),
  );
}

/** Every room that a room can reach by one arrow or several. */
export function reachableFrom(name: string, arrows: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const visit = (from: string): void => {
    for (const to of arrows.get(from) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      visit(to);
    }
  };
  visit(name);
  return reached;
}

/** The imports of each room without those that a longer way already shows: a third of them, and readable. */
export function arrowsOf(all: readonly Room[]): Map<string, readonly string[]> {
  const imports = new Map(all.map((room) => [room.name, room.imports]));
  return new Map(
    all.map((room) => [
      room.name,
      room.imports.filter((to) => !room.imports.some((via) => reachableFrom(via, imports).has(to))),
    ]),
  );
}
