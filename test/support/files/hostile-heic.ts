import { boxOf, fullBoxOf, heicSets, heicTile, uint32 } from './drawn-heic.ts';

/** What an item of a HEIC is made of: data of its own, in pieces that may lie anywhere in the file, and other items. */
interface Item {
  readonly kind: 'hvc1' | 'grid' | 'iden';
  readonly data?: Buffer;
  readonly of?: readonly number[];
  /** How many times its place is told, each time as a further piece. */
  readonly pieces?: number;
}

/** Rows and columns of tiles, and the sides of the whole. Source: ISO/IEC 23008-12, 6.6.2.3. */
function gridOf(rows: number, columns: number, width: number, height: number): Buffer {
  return Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), uint32(width), uint32(height)]);
}

/** A HEIC whose picture is many tiles, far larger together than the size it states. */
export function tiledHeic(rows: number, columns: number): Uint8Array {
  const tiles = Array.from({ length: rows * columns }, (_, index) => index + 2);
  return heicOfItems([
    { kind: 'grid', data: gridOf(rows, columns, columns * 32, rows * 32), of: tiles },
    ...tiles.map((): Item => ({ kind: 'hvc1', data: heicTile() })),
  ]);
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

/** A HEIC of these items, the first of them its picture, which says that it is small. */
function heicOfItems(items: readonly Item[]): Uint8Array {
  const before = headOf(items, 0).length;
  return new Uint8Array(
    Buffer.concat([headOf(items, before), ...items.map(({ data }) => data ?? Buffer.alloc(0))]),
  );
}

function headOf(items: readonly Item[], start: number): Buffer {
  const ids = items.map((_, index) => uint16(index + 1));
  const infos = items.map(({ kind }, index) =>
    fullBoxOf('infe', 2, ids[index] ?? Buffer.alloc(2), uint16(0), Buffer.from(`${kind}\0`, 'latin1')),
  );
  let at = start;
  const places = items.map(({ data = Buffer.alloc(0), pieces = 1 }, index) => {
    const piece = Buffer.concat([uint32(at), uint32(data.length)]);
    at += data.length;
    return Buffer.concat([
      ids[index] ?? Buffer.alloc(2),
      uint16(0),
      uint16(pieces),
      ...Array.from({ length: pieces }, () => piece),
    ]);
  });
  const references = items.flatMap(({ of = [] }, index) =>
    of.length === 0
      ? []
      : boxOf('dimg', ids[index] ?? Buffer.alloc(2), uint16(of.length), ...of.map((id) => uint16(id))),
  );
  const properties = boxOf('ipco', heicSets(), fullBoxOf('ispe', 0, uint32(64), uint32(64)));
  const used = ids.map((id) => Buffer.concat([id, Buffer.from([2, 0x81, 2])]));
  const meta = fullBoxOf(
    'meta',
    0,
    fullBoxOf('hdlr', 0, uint32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
    fullBoxOf('pitm', 0, uint16(1)),
    fullBoxOf('iloc', 0, Buffer.from([0x44, 0]), uint16(items.length), ...places),
    fullBoxOf('iinf', 0, uint16(items.length), ...infos),
    boxOf('iprp', properties, fullBoxOf('ipma', 0, uint32(items.length), ...used)),
    fullBoxOf('iref', 0, ...references),
  );
  const size = items.reduce((sum, { data }) => sum + (data?.length ?? 0), 8);
  const kind = boxOf('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  return Buffer.concat([kind, meta, uint32(size), Buffer.from('mdat', 'latin1')]);
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}
