/** A picture in shades of grey, row by row. */
export interface Shades {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type Size = Omit<Shades, 'pixels'>;

/** Side of the squares that a picture is coded in; each is a slice of its own, so that all begin with the same state. */
const SIDE = 32;
const GREY = 128;
const NAL = { vps: 32, sps: 33, pps: 34, picture: 20 } as const;

/**
 * A HEIC as phones write it, of one picture whose pixels are kept as they are (PCM): everything that decodes HEVC reads it, and
 * hardly anything has to be coded. Pixels outside of whole squares are left out. Source: ITU-T H.265; ISO/IEC 23008-12.
 *
 * @param said the sizes that the container and the picture itself state, where they are not the true ones
 */
export function heicOf(
  shades: Shades,
  said: { readonly outside?: Size; readonly inside?: Size } = {},
): Uint8Array {
  const { width, height } = whole(shades);
  const { outside: stated = whole(shades), inside = whole(shades) } = said;
  const sequence = sequenceSet(inside.width, inside.height);
  const sets = [unit(NAL.vps, videoSet()), unit(NAL.sps, sequence), unit(NAL.pps, pictureSet())];
  const slices = slicesOf(shades, width / SIDE, height / SIDE).map((slice) => unit(NAL.picture, slice));
  const data = Buffer.concat(slices.map((one) => Buffer.concat([uint32(one.length), one])));
  const start = container(sets, stated, { offset: 0, length: data.length }).length;
  return new Uint8Array(
    Buffer.concat([container(sets, stated, { offset: start, length: data.length }), data]),
  );
}

/** A picture of one black square. */
const BLACK: Shades = { pixels: new Uint8Array(SIDE * SIDE), width: SIDE, height: SIDE };

/** The sets of a picture of this size, as a property. */
export function heicSets({ width, height }: Size = BLACK): Buffer {
  const sets = [
    unit(NAL.vps, videoSet()),
    unit(NAL.sps, sequenceSet(width, height)),
    unit(NAL.pps, pictureSet()),
  ];
  return setsBox(sets);
}

/** The data of a picture of whole squares, for {@link heicSets}. */
export function heicTile(shades: Shades = BLACK): Buffer {
  const slices = slicesOf(shades, shades.width / SIDE, shades.height / SIDE);
  const units = slices.map((slice) => unit(NAL.picture, slice));
  return Buffer.concat(units.map((one) => Buffer.concat([uint32(one.length), one])));
}

function whole({ width, height }: Shades): Size {
  return { width: width - (width % SIDE), height: height - (height % SIDE) };
}

/** Bits, the most significant first. */
function createBits() {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push(Math.floor(value / 2 ** bit) % 2);
  };
  return {
    bits,
    put,
    /** Exponential Golomb codes. */
    golomb: (...values: readonly number[]): void => {
      for (const value of values) {
        const length = Math.floor(Math.log2(value + 1));
        put(0, length);
        put(value + 1, length + 1);
      }
    },
    /** Up to the next byte, after the bit that ends all of them. */
    bytes: (): Buffer => {
      put(1, 1);
      while (bits.length % 8 !== 0) put(0, 1);
      const byteAt = (index: number): number =>
        bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0);
      return Buffer.from(Array.from({ length: bits.length / 8 }, (_, index) => byteAt(index)));
    },
  };
}

type Bits = ReturnType<typeof createBits>;

/** Main profile, for one frame at a time. */
function profile({ put }: Bits): void {
  put(1, 8);
  put(0x60_00_00_00, 32);
  put(0b1001, 4);
  put(0, 44);
  put(120, 8);
}

function videoSet(): Buffer {
  const set = createBits();
  set.put(0b0000_11_000000_000_1, 16);
  set.put(0xff_ff, 16);
  profile(set);
  set.put(1, 1);
  set.golomb(0, 0, 0);
  set.put(0, 6);
  set.golomb(0);
  set.put(0, 2);
  return set.bytes();
}

function sequenceSet(width: number, height: number): Buffer {
  const set = createBits();
  set.put(0b0000_000_1, 8);
  profile(set);
  // Its number, 4:2:0, and the size; then no window, eight bits, and order counts.
  set.golomb(0, 1, width, height);
  set.put(0, 1);
  set.golomb(0, 0, 0);
  set.put(1, 1);
  set.golomb(0, 0, 0);
  // Squares of 32 that are not divided, and transforms of 4 to 32.
  set.golomb(2, 0, 0, 3, 0, 0);
  // PCM of eight bits, in squares of 32, not filtered.
  set.put(0b000_1, 4);
  set.put(0x77, 8);
  set.golomb(2, 0);
  set.put(1, 1);
  set.golomb(0);
  set.put(0, 5);
  return set.bytes();
}

function pictureSet(): Buffer {
  const set = createBits();
  set.golomb(0, 0);
  set.put(0, 7);
  set.golomb(0, 0, 0);
  set.put(0, 3);
  set.golomb(0, 0);
  // Nothing else is used, and edges are not smoothed.
  set.put(0b000000, 6);
  set.put(0b0_1_0_1, 4);
  set.put(0, 2);
  set.golomb(0);
  set.put(0, 2);
  return set.bytes();
}

function slicesOf(shades: Shades, columns: number, rows: number): readonly Buffer[] {
  const addressBits = Math.ceil(Math.log2(columns * rows));
  return Array.from({ length: columns * rows }, (_, index) => {
    const header = createBits();
    header.put(index === 0 ? 1 : 0, 1);
    header.put(0, 1);
    header.golomb(0);
    if (index > 0) header.put(index, addressBits);
    header.golomb(2, 0);
    const before = Buffer.concat([header.bytes(), SQUARE.before]);
    const left = (index % columns) * SIDE;
    const top = Math.floor(index / columns) * SIDE;
    const lines = Array.from({ length: SIDE }, (_line, y) => {
      const from = (top + y) * shades.width + left;
      return shades.pixels.subarray(from, from + SIDE);
    });
    return Buffer.concat([before, ...lines, Buffer.alloc((SIDE * SIDE) / 2, GREY), SQUARE.behind]);
  });
}

/** What is coded before the pixels of a square, which is whole and PCM, and behind them, where its slice ends. */
const SQUARE = { before: coded(270), behind: coded(510) };

/** The one bit that ends the arithmetic coder, from this range on. Source: H.265, 9.3.5.5 and 9.3.5.6. */
function coded(from: number): Buffer {
  const out = createBits();
  let low = from - 2;
  let outstanding = 0;
  let isFirst = true;
  const put = (bit: number): void => {
    if (!isFirst) out.put(bit, 1);
    isFirst = false;
    for (; outstanding > 0; outstanding -= 1) out.put(1 - bit, 1);
  };
  for (let range = 2; range < 256; range *= 2, low *= 2) {
    if (low < 256) put(0);
    else if (low >= 512) {
      low -= 512;
      put(1);
    } else {
      low -= 256;
      outstanding += 1;
    }
  }
  put((low >> 9) & 1);
  out.put((low >> 8) & 1, 1);
  // The last bit that is written here is always 1.
  return out.bytes();
}

/** A unit of the stream: no three bytes in it look like the beginning of another. */
function unit(type: number, payload: Buffer): Buffer {
  const escaped: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      escaped.push(3);
      zeros = 0;
    }
    escaped.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from([type << 1, 1, ...escaped]);
}

interface Extent {
  readonly offset: number;
  readonly length: number;
}

function container(sets: readonly Buffer[], { width, height }: Size, extent: Extent): Buffer {
  const location = [
    Buffer.from([0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1]),
    uint32(extent.offset),
    uint32(extent.length),
  ];
  const properties = boxOf('ipco', setsBox(sets), fullBoxOf('ispe', 0, uint32(width), uint32(height)));
  const meta = [
    fullBoxOf('hdlr', 0, uint32(0), text('pict'), Buffer.alloc(13)),
    fullBoxOf('pitm', 0, Buffer.from([0, 1])),
    fullBoxOf('iloc', 0, ...location),
    fullBoxOf(
      'iinf',
      0,
      Buffer.from([0, 1]),
      fullBoxOf('infe', 2, Buffer.from([0, 1, 0, 0]), text('hvc1'), Buffer.alloc(1)),
    ),
    boxOf('iprp', properties, fullBoxOf('ipma', 0, uint32(1), Buffer.from([0, 1, 2, 0x81, 2]))),
  ];
  const header = [boxOf('ftyp', text('heic'), uint32(0), text('mif1heic')), fullBoxOf('meta', 0, ...meta)];
  return Buffer.concat([...header, uint32(extent.length + 8), text('mdat')]);
}

function setsBox(sets: readonly Buffer[]): Buffer {
  const types = [NAL.vps, NAL.sps, NAL.pps];
  const head = [
    1,
    1,
    0x60,
    0,
    0,
    0,
    0x90,
    0,
    0,
    0,
    0,
    0,
    120,
    0xf0,
    0,
    0xfc,
    0xfd,
    0xf8,
    0xf8,
    0,
    0,
    0x0f,
    sets.length,
  ];
  const arrays = sets.flatMap((set, index) => [
    Buffer.from([0x80 | (types[index] ?? 0), 0, 1, set.length >> 8, set.length & 255]),
    set,
  ]);
  return boxOf('hvcC', Buffer.from(head), ...arrays);
}

/** A box with a version. */
export function fullBoxOf(name: string, version: number, ...content: readonly Buffer[]): Buffer {
  return boxOf(name, Buffer.from([version, 0, 0, 0]), ...content);
}

/** A box of a HEIC. Source: ISO/IEC 14496-12, 4.2. */
export function boxOf(name: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([uint32(body.length + 8), text(name), body]);
}

/** Four bytes, the most significant first. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}
