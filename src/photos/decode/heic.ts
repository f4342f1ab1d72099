import { partOf } from './cut.ts';
import { TooLargePicture, withinBounds } from './decoder-memory.ts';
import { type Grey, mirrored, quarterTurned } from './grey.ts';
import { type Change, type HeicPicture, loadHeicCore, type Tiling } from './heic-core.ts';
import { shrunk } from './shrink.ts';

/** Pixels of a picture that is decoded in one piece, and to which a larger one is made smaller. */
const MOST_WHOLE = 13e6;
/** Pixels of a picture that is decoded tile by tile: a byte each while that is done. */
const MOST_TILED = 50e6;

/**
 * The picture of a HEIC, as iPhones send it as a file; one of more than 13 megapixels, which phones divide into tiles, made
 * smaller. Throws `UnknownPicture` where its decoder is not installed, which an operator may leave out (LGPL), or does not
 * know the kind; `BrokenPicture` or {@link TooLargePicture} else.
 */
export async function decodeHeic(file: Uint8Array): Promise<Grey> {
  const open = await loadHeicCore();
  return withinBounds(() => {
    const picture = open(file);
    const tiling = picture.tiling();
    const pixels = tiling.width * tiling.height;
    if (pixels <= MOST_WHOLE) return picture.whole();
    if (pixels > MOST_TILED || tiling.tileWidth * tiling.tileHeight > MOST_WHOLE) throw new TooLargePicture();
    const grey = shrunk(tiled(picture, tiling), Math.sqrt(MOST_WHOLE / pixels));
    return picture.changes().reduce(changed, grey);
  });
}

function changed(grey: Grey, change: Change): Grey {
  if (change.kind === 'cut') return cut(grey, change);
  return change.kind === 'turn' ? quarterTurned(grey, change.turns) : mirrored(grey, change.sides);
}

function cut(grey: Grey, { left, top, right, bottom }: Extract<Change, { kind: 'cut' }>): Grey {
  const [x, y] = [Math.round(left * grey.width), Math.round(top * grey.height)];
  const width = grey.width - x - Math.round(right * grey.width);
  const height = grey.height - y - Math.round(bottom * grey.height);
  if (!(width > 0 && height > 0)) throw new Error('nothing is left of the picture');
  return partOf(grey, { x, y, width, height });
}

/** Decoded so, a picture takes a tenth of the memory. */
function tiled(picture: HeicPicture, { columns, rows, tileWidth, tileHeight, width, height }: Tiling): Grey {
  const pixels = new Uint8Array(width * height);
  for (let index = 0; index < columns * rows; index += 1) {
    const [left, top] = [(index % columns) * tileWidth, Math.floor(index / columns) * tileHeight];
    const tile = picture.tile(index % columns, Math.floor(index / columns));
    const shown = Math.min(tile.width, tileWidth, width - left);
    for (let y = 0; y < Math.min(tile.height, tileHeight, height - top); y += 1)
      pixels.set(tile.pixels.subarray(y * tile.width, y * tile.width + shown), (top + y) * width + left);
  }
  return { pixels, width, height };
}
