import type { Size } from './webp.ts';

/** A file of a phone has some hundred boxes before its sizes, one for each tile; one with thousands is hostile. */
const MOST_BOXES = 2_000;
const BOX_HEADER = 8;
/** Boxes with others inside, and the bytes before these. */
const INSIDE: ReadonlyMap<string, number> = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
]);

/**
 * The largest size that a HEIC states: that of its picture, beside those of its tiles and its preview. undefined if it states
 * none. Source: ISO/IEC 23008-12, 6.5.3, and 14496-12, 4.2.
 */
export function heicSize(bytes: Buffer): Size | undefined {
  let largest: Size | undefined;
  let at = 0;
  for (let boxes = 0; boxes < MOST_BOXES && at + BOX_HEADER <= bytes.length; boxes += 1) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + BOX_HEADER);
    const start = at + BOX_HEADER;
    const inside = INSIDE.get(name);
    if (name === 'ispe' && start + 12 <= bytes.length) {
      const size = { width: bytes.readUInt32BE(start + 4), height: bytes.readUInt32BE(start + 8) };
      if (largest === undefined || size.width * size.height > largest.width * largest.height) largest = size;
    }
    if (inside === undefined && length < BOX_HEADER) return largest;
    at = inside === undefined ? at + length : start + inside;
  }
  return largest;
}
