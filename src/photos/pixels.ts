import { Resvg } from '@resvg/resvg-js';
import { type Grey, greyOf } from './decode/grey.ts';
import { shrunk } from './decode/shrink.ts';
import { pictureHeader } from './header.ts';
import { isDecodedTwice } from './picture.ts';

/** Most pixels of a picture after the first look; one attempt on them takes half a second. */
const MOST_DECODED = 8e6;
/** The address of the picture in the drawing that decodes it. Nothing is fetched: the bytes are supplied. */
const HREF = 'https://picture.invalid/';

/** A decoded picture. */
export interface Pixels {
  readonly grey: Grey;
  /** 1, or more for a picture that was very large. */
  readonly shrunkBy: number;
}

/** The pixels of a decoded picture, reduced if it is very large. */
export function reduced(grey: Grey): Pixels {
  const shrunkBy = Math.max(1, Math.sqrt((grey.width * grey.height) / MOST_DECODED));
  return { grey: shrunk(grey, 1 / shrunkBy), shrunkBy };
}

/** The pixels of a picture, reduced if it is very large; undefined if only the first look supports the format. */
export function pixelsOf(file: Uint8Array): Pixels | undefined {
  const header = pictureHeader(file);
  if (header === undefined || header.format === 'bmp' || !isDecodedTwice(file)) return undefined;
  const shrunkBy = Math.max(1, Math.sqrt((header.width * header.height) / MOST_DECODED));
  const [width, height] = [Math.ceil(header.width / shrunkBy), Math.ceil(header.height / shrunkBy)];
  const drawing = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<image href="${HREF}" width="${width}" height="${height}" preserveAspectRatio="none"/></svg>`,
    { background: 'white', font: { loadSystemFonts: false } },
  );
  drawing.resolveImage(HREF, Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const { pixels } = drawing.render();
  return { grey: greyOf(pixels, width, height), shrunkBy };
}
