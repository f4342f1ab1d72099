import { arrowsOf, type Room } from './rooms.ts';

/** Something that takes up room on a floor: a room, or an arrow that passes the floor on its way down. */
export interface Spot {
  /** The room; undefined for an arrow in passing. */
  readonly room: Room | undefined;
  readonly floor: number;
  readonly width: number;
  /** Its middle, in pixels. */
  x: number;
}

/** The spots of one arrow, from the room that imports down to the one that is imported. */
export type Arrow = readonly Spot[];

export interface Layout {
  /** The ground floor first; each from left to right. */
  readonly floors: readonly (readonly Spot[])[];
  readonly arrows: readonly Arrow[];
}

const ROOM_WIDTH = 112;
const PASSAGE_WIDTH = 10;
const GAP = 22;
const SWEEPS = 24;

/** Puts rooms next to those they have to do with, so that arrows are short and cross each other seldom. */
export function layOut(rooms: readonly Room[]): Layout {
  const spots = new Map(
    rooms.map((room) => [room.name, { room, floor: room.floor, width: ROOM_WIDTH, x: 0 }]),
  );
  const arrows = [...arrowsOf(rooms)].flatMap(([from, targets]) =>
    targets.map((to) => arrowBetween(spots.get(from), spots.get(to))),
  );
  const all = new Set<Spot>([...spots.values(), ...arrows.flat()]);
  const height = Math.max(...rooms.map(({ floor }) => floor)) + 1;
  const floors = Array.from({ length: height }, (_, floor) =>
    [...all].filter((spot) => spot.floor === floor),
  );
  const neighbours = neighboursOf(arrows);
  floors.forEach(place);
  order(floors, arrows, neighbours);
  for (let sweep = 0; sweep < SWEEPS; sweep++) for (const floor of floors) pull(floor, neighbours);
  return { floors, arrows };
}

function arrowBetween(from: Spot | undefined, to: Spot | undefined): Arrow {
  if (from === undefined || to === undefined) throw new Error('an arrow needs a room at both ends');
  const passed = Array.from({ length: from.floor - to.floor - 1 }, (_, index) => ({
    room: undefined,
    floor: from.floor - 1 - index,
    width: PASSAGE_WIDTH,
    x: 0,
  }));
  return [from, ...passed, to];
}

function neighboursOf(arrows: readonly Arrow[]): Map<Spot, Spot[]> {
  const neighbours = new Map<Spot, Spot[]>();
  const add = (spot: Spot, other: Spot): void => {
    neighbours.set(spot, [...(neighbours.get(spot) ?? []), other]);
  };
  for (const [from, to] of arrows.flatMap(stepsOf)) {
    add(from, to);
    add(to, from);
  }
  return neighbours;
}

/** An arrow from floor to floor. */
export function stepsOf(arrow: Arrow): (readonly [Spot, Spot])[] {
  return arrow.slice(1).map((to, index) => [arrow[index] ?? to, to] as const);
}

/** The middle of a spot's neighbours, or where it is if it has none. */
function wish(spot: Spot, neighbours: readonly Spot[] = []): number {
  return neighbours.length === 0 ? spot.x : neighbours.reduce((sum, { x }) => sum + x, 0) / neighbours.length;
}

/** Sorts the spots of each floor by their neighbours above and below in turn, and keeps the order with the fewest crossings. */
function order(floors: Spot[][], arrows: readonly Arrow[], neighbours: ReadonlyMap<Spot, Spot[]>): void {
  let best = floors.map((floor) => [...floor]);
  let fewest = crossings(arrows);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const step = sweep % 2 === 0 ? 1 : -1;
    for (const floor of sweep % 2 === 0 ? floors : floors.toReversed()) {
      const wished = new Map(
        floor.map((spot) => {
          const beside = (neighbours.get(spot) ?? []).filter((other) => other.floor === spot.floor - step);
          return [spot, wish(spot, beside)];
        }),
      );
      floor.sort((a, b) => (wished.get(a) ?? 0) - (wished.get(b) ?? 0));
      place(floor);
    }
    const now = crossings(arrows);
    if (now >= fewest) continue;
    fewest = now;
    best = floors.map((floor) => [...floor]);
  }
  best.forEach((floor, index) => {
    floors[index] = floor;
    place(floor);
  });
}

function crossings(arrows: readonly Arrow[]): number {
  const steps = arrows.flatMap(stepsOf);
  return steps.reduce(
    (sum, [from, to], index) =>
      sum +
      steps
        .slice(index + 1)
        .filter(
          ([otherFrom, otherTo]) =>
            otherFrom.floor === from.floor && (otherFrom.x - from.x) * (otherTo.x - to.x) < 0,
        ).length,
    0,
  );
}

/** How far apart the middles of two spots side by side have to be. */
function distance(left: Spot, right: Spot): number {
  return (left.width + right.width) / 2 + GAP;
}

/** Puts the spots of a floor side by side, around 0. */
function place(floor: readonly Spot[]): void {
  floor.forEach((spot, index) => {
    const left = floor[index - 1];
    spot.x = left === undefined ? 0 : left.x + distance(left, spot);
  });
  const middle = (floor.at(-1)?.x ?? 0) / 2;
  for (const spot of floor) spot.x -= middle;
}

/** Moves each spot of a floor towards its neighbours, as far as those beside it on the floor let it. */
function pull(floor: readonly Spot[], neighbours: ReadonlyMap<Spot, Spot[]>): void {
  const wished = floor.map((spot) => wish(spot, neighbours.get(spot)));
  const fromLeft: number[] = [];
  floor.forEach((spot, index) => {
    const left = floor[index - 1];
    const least = left === undefined ? -Infinity : (fromLeft[index - 1] ?? 0) + distance(left, spot);
    fromLeft.push(Math.max(wished[index] ?? 0, least));
  });
  const fromRight: number[] = [];
  for (let index = floor.length - 1; index >= 0; index--) {
    const [spot, right] = [floor[index], floor[index + 1]];
    const most =
      spot === undefined || right === undefined
        ? Infinity
        : (fromRight[index + 1] ?? 0) - distance(spot, right);
    fromRight[index] = Math.min(wished[index] ?? 0, most);
  }
  floor.forEach((spot, index) => {
    spot.x = ((fromLeft[index] ?? 0) + (fromRight[index] ?? 0)) / 2;
  });
}
