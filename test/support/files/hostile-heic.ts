import { heicTile } from './drawn-heic.ts';
import { gridOf, heicOfItems, type Item } from './heic-items.ts';

/** A HEIC whose picture is many tiles, far larger together than the size it states. */
export function tiledHeic(rows: number, columns: number): Uint8Array {
  const tiles = Array.from({ length: rows * columns }, (_, index) => index + 2);
  return heicOfItems([
    { kind: 'grid', data: gridOf(rows, columns, columns * 32, rows * 32), of: tiles },
    ...tiles.map((): Item => ({ kind: 'hvc1', data: heicTile() })),
  ]);
}

/** A HEIC that says it has 48 megapixels, of tiles of this size that are all the same square of 32 pixels. */
export function repeatedHeic(side: number): Uint8Array {
  const [columns, rows] = [Math.ceil(8_000 / side), Math.ceil(6_000 / side)];
  const data = heicTile();
  const tiles = Array.from({ length: columns * rows }, (): Item => ({ kind: 'hvc1', data }));
  const of = tiles.map((_, index) => index + 2);
  return heicOfItems([{ kind: 'grid', data: gridOf(rows, columns, 8_000, 6_000), of }, ...tiles], {
    whole: { width: 8_000, height: 6_000 },
    tile: { width: side, height: side },
  });
}

/** A HEIC whose picture is made of itself. */
export function endlessHeic(kind: 'grid' | 'iden'): Uint8Array {
  const data = gridOf(1, 1, 64, 64);
  return heicOfItems([
    { kind, data, of: [2] },
    { kind, data, of: [1] },
  ]);
}

/** A HEIC of pairs of pictures, each made of both of the next pair: a reader that follows all is never done with it. */
export function branchingHeic(pairs = 60): Uint8Array {
  const last = 2 * pairs;
  const items = Array.from({ length: last }, (_, index): Item => {
    const next = index + 3 - (index % 2);
    return { kind: 'grid', data: gridOf(1, 2, 64, 32), of: [next, next + 1] };
  });
  return heicOfItems([...items, ...[0, 1].map((): Item => ({ kind: 'hvc1', data: heicTile() }))]);
}

/** A HEIC whose picture is a piece of it, tens of thousands of times. */
export function pieceworkHeic(pieces = 60_000): Uint8Array {
  return heicOfItems([{ kind: 'hvc1', data: Buffer.concat([heicTile(), Buffer.alloc(100_000)]), pieces }]);
}
