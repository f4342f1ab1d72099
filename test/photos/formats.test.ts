import { afterAll, describe, expect, it } from 'vitest';
import { quarterTurned } from '../../src/photos/decode/grey.ts';
import { pictureProblem } from '../../src/photos/picture.ts';
import type { PictureReading } from '../../src/photos/reader.ts';
import { heicOf } from '../support/files/drawn-heic.ts';
import { dialScreen } from '../support/files/drawn-labels.ts';
import { rowsAbout, SCREEN_WORDS } from '../support/files/drawn-screens.ts';
import { emptyWebp, movingWebp, webpOf } from '../support/files/drawn-webp.ts';
import { tiledPicture } from '../support/files/heic-items.ts';
import { repeatedHeic } from '../support/files/hostile-heic.ts';
import { pixelsOf, shadesOf } from '../support/files/photos.ts';
import { createBuiltReader, createBuiltRunner } from '../support/process/built-work.ts';

const IMEIS = ['356938035643809', '356938035643817'];
/** Black, and as small as such a picture can be. */
const SQUARE = { pixels: new Uint8Array(32 * 32), width: 32, height: 32 };
const LARGE = { width: 8_000, height: 6_000 };
/** A thread that says what the real one does where a package is missing. */
const WITHOUT_DECODER = `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id }) => parentPort.postMessage({ id, output: { why: 'unknown' } }));`;
const never = new AbortController().signal;

describe('a picture in a format of phones', () => {
  const runner = createBuiltRunner();
  const readBarcodes = createBuiltReader(runner);
  afterAll(() => runner.close());

  const bars = async () => pixelsOf(await dialScreen(IMEIS), { barPx: 2 });
  const text = () => {
    const shown = {
      imeis: IMEIS,
      serial: 'R58M1234ABC',
      eid: '89049032004008882600012345678901',
      iccid: '8944',
    };
    return pixelsOf(rowsAbout(shown, { dark: false, words: SCREEN_WORDS.en }, 'samsung'), {
      barPx: 2,
      margin: 1,
    });
  };
  const codesOf = (reading: PictureReading) =>
    reading.ok ? reading.codes.map((code) => code.text).sort() : reading;
  const textsOf = (reading: PictureReading) => (reading.ok ? reading.texts.map(({ imei }) => imei) : reading);

  it('is read for its bars: WebP', async () => {
    expect(codesOf(await readBarcodes(await webpOf(await bars()), never))).toEqual(IMEIS);
  });

  it('is read for its bars: WebP without loss', async () => {
    expect(codesOf(await readBarcodes(await webpOf(await bars(), 100), never))).toEqual(IMEIS);
  });

  it('is read for its bars: HEIC', async () => {
    expect(codesOf(await readBarcodes(heicOf(shadesOf(await bars())), never))).toEqual(IMEIS);
  });

  it('is read for its text: WebP', async () => {
    expect(textsOf(await readBarcodes(await webpOf(text()), never))).toEqual(IMEIS);
  });

  it('is read for its text: HEIC', async () => {
    expect(textsOf(await readBarcodes(heicOf(shadesOf(text())), never))).toEqual(IMEIS);
  });

  it('is read in tiles where a phone has made it of 24 megapixels, and turned as it says', async () => {
    const drawing = shadesOf(pixelsOf(await dialScreen(IMEIS), { barPx: 3 }));
    const picture = tiledPicture(quarterTurned(drawing, 1), { width: 5_712, height: 4_284 }, [['irot', 3]]);

    const reading = await readBarcodes(picture, never);

    expect(codesOf(reading)).toEqual(IMEIS);
    for (const { topLeft, topRight, bottomLeft } of reading.ok ? reading.codes : []) {
      expect(topLeft.x).toBeLessThan(topRight.x);
      expect(topLeft.y).toBeLessThan(bottomLeft.y);
    }
  });

  it('is the first picture of a WebP that moves, whatever canvas it is said to be on', async () => {
    const moving = movingWebp(await webpOf(await bars()), { width: 16_000, height: 16_000 });

    expect(codesOf(await readBarcodes(moving, never))).toEqual(IMEIS);
  });

  it.each([
    ['a WebP', emptyWebp(16_000, 16_000)],
    ['a HEIC', heicOf(SQUARE, { outside: { width: 16_000, height: 16_000 } })],
  ])('is not decoded when its header says that it is too large: %s', (_, picture) => {
    expect(pictureProblem(picture)).toMatchObject({ kind: 'too-many-pixels', megapixels: 256 });
  });

  it.each([
    ['AVIF', '\0\0\0\x20ftypavif\0\0\0\0avifmif1'],
    ['AVIF', '\0\0\0\x20ftypavis\0\0\0\0avifmsf1'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['TIFF', 'MM\0*\0\0\0\x08'],
    ['TIFF', 'II+\0\x08\0\0\0'],
    ['TIFF', 'MM\0+\0\x08\0\0'],
    ['JXL', '\xff\x0a\0'],
    ['JXL', '\0\0\0\x0cJXL \r\n\x87\n'],
    ['JP2', '\0\0\0\x0cjP  \r\n\x87\n'],
  ])('is refused by its name: %s', (format, start) => {
    const picture = Buffer.from(start, 'latin1');
    expect(pictureProblem(picture)).toEqual({ kind: 'unknown-format', format });
  });

  it.each([
    ['a WebP without a picture', async () => emptyWebp(3_600, 3_600)],
    ['half of a WebP', async () => (await webpOf(await bars())).slice(0, 2_000)],
    ['a WebP with other bytes inside', async () => (await webpOf(await bars())).fill(0xaa, 500)],
    ['half of a HEIC', async () => heicOf(shadesOf(await bars())).slice(0, 20_000)],
    ['a HEIC with other bytes inside', async () => heicOf(shadesOf(await bars())).fill(0xaa, 200, 300)],
  ])('is broken: %s', async (_, picture) => {
    const reading = await readBarcodes(await picture(), never);

    expect(reading).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  });

  it('refuses a HEIC that hides a large picture behind a small size', async () => {
    const said = { outside: { width: 64, height: 64 }, inside: { width: 16_000, height: 16_000 } };

    const reading = await readBarcodes(heicOf(SQUARE, said), never);

    expect(reading).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  });

  it.each([
    ['one tile', heicOf(SQUARE, { outside: LARGE, inside: LARGE }), 'too-many-pixels'],
    ['tiles that are smaller than they say', repeatedHeic(64), 'broken'],
  ])('refuses a HEIC of 48 megapixels that is made of %s', async (_, picture, kind) => {
    expect(pictureProblem(picture)).toBeUndefined();
    expect(await readBarcodes(picture, never)).toMatchObject({ ok: false, problem: { kind } });
  });

  it('is named as what it is where its decoder was not installed', async () => {
    const without = createBuiltRunner();
    const thread = new URL(`data:text/javascript,${encodeURIComponent(WITHOUT_DECODER)}`);

    const reading = await createBuiltReader(without, { thread })(heicOf(SQUARE), never);

    expect(reading).toEqual({ ok: false, problem: { kind: 'unknown-format', format: 'HEIC' } });
    await without.close();
  });
});
