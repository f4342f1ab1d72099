import { boxOf, fullBoxOf, heicSets, type Shades, uint32 } from './drawn-heic.ts';

type Size = Pick<Shades, 'width' | 'height'>;

const SMALL: Size = { width: 64, height: 64 };

/** What a HEIC of items says of itself. */
interface Stated {
  /** The size of what is made of others. */
  readonly whole: Size;
  /** The size of the others. */
  readonly tile: Size;
  /** The size that is coded in them. */
  readonly coded: Size;
  /** What is to be done with what is made of others, in this order. */
  readonly changes: readonly Change[];
}

/**
 * Turned by so many right angles against the clock, or mirrored: 0 exchanges top and bottom, 1 left and right; or cut to a part of this
 * size, whose middle is so far from that of the picture.
 */
export type Change =
  | readonly ['irot' | 'imir', number]
  | readonly ['clap', Size & { readonly right: number; readonly down: number }];

/** What an item of a HEIC is made of: data of its own, in pieces that may lie anywhere in the file, and other items. */
export interface Item {
  readonly kind: 'hvc1' | 'grid' | 'iden';
  readonly data: Buffer;
  readonly of?: readonly number[];
  /** How many times its place is told, each time as a further piece. */
  readonly pieces?: number;
}

/** Rows and columns of tiles, and the sides of the whole. Source: ISO/IEC 23008-12, 6.6.2.3. */
export function gridOf(rows: number, columns: number, width: number, height: number): Buffer {
  return Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), uint32(width), uint32(height)]);
}

/** A HEIC of these items, the first of them its picture, which says that it is small if nothing else is stated. */
export function heicOfItems(items: readonly Item[], stated: Partial<Stated> = {}): Uint8Array {
  const said: Stated = {
    whole: SMALL,
    tile: SMALL,
    coded: { width: 32, height: 32 },
    changes: [],
    ...stated,
  };
  const before = headOf(items, said, 0).length;
  return new Uint8Array(Buffer.concat([headOf(items, said, before), ...dataOf(items)]));
}

/** What several items share is there once. */
function dataOf(items: readonly Item[]): readonly Buffer[] {
  return [...new Set(items.map(({ data }) => data))];
}

function headOf(items: readonly Item[], { whole, tile, coded, changes }: Stated, start: number): Buffer {
  const ids = items.map((_, index) => uint16(index + 1));
  const infos = items.map(({ kind }, index) =>
    fullBoxOf('infe', 2, ids[index] ?? Buffer.alloc(2), uint16(0), Buffer.from(`${kind}\0`, 'latin1')),
  );
  const offsets = new Map<Buffer, number>();
  let end = start;
  for (const data of dataOf(items)) {
    offsets.set(data, end);
    end += data.length;
  }
  const places = items.map(({ data, pieces = 1 }, index) => {
    const piece = Buffer.concat([uint32(offsets.get(data) ?? 0), uint32(data.length)]);
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
  const sizeOf = ({ width, height }: Size): Buffer => fullBoxOf('ispe', 0, uint32(width), uint32(height));
  const changing = changes.map(changeBox);
  const properties = boxOf('ipco', heicSets(coded), sizeOf(tile), sizeOf(whole), ...changing);
  // The fourth and further ones, of which a decoder must know what they do.
  const changed = changes.map((_, index) => 0x84 + index);
  const used = items.map(({ kind }, index) =>
    Buffer.concat([
      ids[index] ?? Buffer.alloc(2),
      Buffer.from(kind === 'hvc1' ? [2, 0x81, 2] : [1 + changes.length, 3, ...changed]),
    ]),
  );
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
  const size = end - start + 8;
  const kind = boxOf('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  return Buffer.concat([kind, meta, uint32(size), Buffer.from('mdat', 'latin1')]);
}

/** Source: ISO/IEC 14496-12, 12.1.4; each number of a part is a fraction. */
function changeBox([name, value]: Change): Buffer {
  if (name !== 'clap') return boxOf(name, Buffer.from([value]));
  const numbers = [value.width, value.height, value.right, value.down];
  return boxOf(name, ...numbers.flatMap((number) => [uint32(number), uint32(1)]));
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}
