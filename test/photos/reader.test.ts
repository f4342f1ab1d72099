import { decode } from 'jpeg-js';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Program, WorkFailed } from '../../src/files/work/job.ts';
import type { Runner } from '../../src/files/work/runner.ts';
import { readLabel } from '../../src/photos/label/label.ts';
import { MOST_BYTES, pictureFormat } from '../../src/photos/picture.ts';
import type { ReadBarcodes } from '../../src/photos/reader.ts';
import { appleBox, iosDial } from '../support/files/drawn-apple.ts';
import { drawnCode, drawnOn } from '../support/files/drawn-codes.ts';
import { chat, dialSheet, rowsAbout, SCREEN_WORDS } from '../support/files/drawn-screens.ts';
import { photoOf } from '../support/files/photos.ts';
import { createBuiltReader, createBuiltRunner } from '../support/process/built-work.ts';

const IMEI = '356938035643809';
const IMEI2 = '356938035643817';
const EID = '89049032004008882600012345678901';
const never = new AbortController().signal;

/** A thread that does what it is told instead of decoding. */
const thread = (code: string): URL => {
  const whole = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ id, input }) => { ${code} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(whole)}`);
};
const SILENT = thread('');

describe('readBarcodes', () => {
  let runner: Runner | undefined;
  const open = (program: Pick<Program, 'thread'> & Partial<Program>): ReadBarcodes => {
    runner = createBuiltRunner();
    return createBuiltReader(runner, program);
  };
  afterEach(() => runner?.close());

  // One process for all that is really decoded: each would compile the decoder again.
  const decoding = createBuiltRunner();
  const decodeBarcodes = createBuiltReader(decoding);
  afterAll(() => decoding.close());

  it.each([
    ['Code128', IMEI],
    ['Code39', 'R58M1234ABC'],
    ['EAN13', '8806090310409'],
    ['ITF', '35693803564380'],
    ['DataMatrix', IMEI],
    ['QRCode', `IMEI:${IMEI}`],
  ] as const)('reads a %s', async (format, text) => {
    const code = await drawnCode(text, format);
    const picture = photoOf(drawnOn(240, 130, [{ ...code, x: 15, y: 15 }]));

    const reading = await decodeBarcodes(picture, never);

    expect(reading).toMatchObject({ ok: true, codes: [{ text }] });
  });

  it.each(['png', 90] as const)('reads a picture worn as %s', async (quality) => {
    const picture = photoOf(await labelled(), { quality });

    expect(await decodeBarcodes(picture, never)).toMatchObject({ ok: true, codes: [{ text: IMEI }] });
  });

  it.each([
    ['BMP', bmpOf],
    ['GIF', gifOf],
  ])('reads a %s', async (_, encode) => {
    const reading = await decodeBarcodes(encode(await drawnPixels()), never);

    expect(reading).toMatchObject({ ok: true, codes: [{ text: IMEI }] });
  });

  it('finds nothing on a picture without codes', async () => {
    const reading = await decodeBarcodes(photoOf(drawnOn(60, 40, [])), never);

    expect(reading).toMatchObject({ ok: true, codes: [], texts: [] });
  });

  describe('reads the text of a picture', () => {
    const shown = { imeis: [IMEI, IMEI2], serial: 'R58M1234ABC', eid: EID, iccid: '8944110068123456789' };
    const dark = { dark: true, words: SCREEN_WORDS.de };

    it('on a dark screen without bars, with the slots it names', async () => {
      const picture = photoOf(rowsAbout(shown, dark, 'samsung'), { barPx: 1.7, margin: 1, quality: 60 });

      const reading = await decodeBarcodes(picture, never);

      expect(reading).toMatchObject({ codes: [] });
      expect(reading.ok && reading.texts).toEqual([
        { imei: IMEI, slot: 1 },
        { imei: IMEI2, slot: 2 },
      ]);
    });

    it('on a photo that is upside down and leans', async () => {
      const picture = photoOf(dialSheet(shown, { ...dark, dark: false }), { barPx: 2, turnedBy: 187 });

      const reading = await decodeBarcodes(picture, never);

      const read = reading.ok ? reading.texts.map(({ imei }) => imei) : [];
      expect(read).toEqual([IMEI, IMEI2]);
    });

    it('and shows the digits of a number that nothing says is an IMEI', async () => {
      const picture = photoOf(chat(['Your customer number:', IMEI], dark), { barPx: 1.7, margin: 1 });

      const reading = await decodeBarcodes(picture, never);

      const [one, ...more] = reading.ok ? reading.texts : [];
      expect(more).toEqual([]);
      expect(one).toMatchObject({ imei: IMEI, doubt: {} });
      expect(pictureFormat(one?.cutOut ?? new Uint8Array())).toBe('png');
    });
  });

  it.each([
    ['with the EID between them', EID],
    ['one below the other', undefined],
  ])('reads both IMEIs of an iPhone after *#06#: %s', async (_, eid) => {
    const screen = photoOf(await iosDial([IMEI, IMEI2], eid), { barPx: 1, margin: 1, quality: 'png' });

    const reading = await decodeBarcodes(screen, never);

    const label = reading.ok ? readLabel(reading.codes, reading.texts) : readLabel([]);
    expect(label).toMatchObject({ onePhone: true, imeis: [{ imei: IMEI }, { imei: IMEI2 }] });
  });

  it('numbers the slots of an Apple box as its words do, whose second IMEI is printed first', async () => {
    const reading = await decodeBarcodes(photoOf(await appleBox([IMEI, IMEI2], 'F2LXN0AFGRWX')), never);

    const label = reading.ok ? readLabel(reading.codes, reading.texts) : readLabel([]);
    expect(label.imeis.map(({ imei, label: slot }) => [imei, slot])).toEqual([
      [IMEI, 'IMEI1'],
      [IMEI2, 'IMEI2'],
    ]);
  });

  it('says where a code is in the picture as it came, also when it had to be turned', async () => {
    const picture = photoOf(await labelled(), { turnedBy: 30, quality: 'png' });

    const reading = await decodeBarcodes(picture, never);

    const [code] = reading.ok ? reading.codes : [];
    const angle = Math.atan2(
      (code?.topRight.y ?? 0) - (code?.topLeft.y ?? 0),
      (code?.topRight.x ?? 0) - (code?.topLeft.x ?? 0),
    );
    expect((angle * 180) / Math.PI).toBeCloseTo(30, -1);
  });

  describe('refuses before anything is decoded', () => {
    /** Would never answer: what is refused does not reach it. */
    const refusing = (): ReadBarcodes => open({ thread: SILENT });

    it('a file of more than 20 MB', async () => {
      const reading = await refusing()(new Uint8Array(MOST_BYTES + 1), never);

      expect(reading).toEqual({ ok: false, problem: { kind: 'too-large', mostBytes: 20_971_520 } });
    });

    it('a picture of more than 50 megapixels, by its header', async () => {
      const reading = await refusing()(pngHeader(10_000, 5_001), never);

      expect(reading).toMatchObject({ ok: false, problem: { kind: 'too-many-pixels', megapixels: 50.01 } });
    });

    it.each([
      ['a text', 'imei,model\n356938035643809,BMW\n'],
      ['a text that begins like a BMP', 'BMW,356938035643809,and much more of that'],
      ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
      ['a table', 'PK\u0003\u0004 and what follows in a packed file'],
      ['nothing', ''],
    ])('%s', async (_, content) => {
      const file = new TextEncoder().encode(content);

      expect(pictureFormat(file)).toBeUndefined();
      expect(await refusing()(file, never)).toEqual({
        ok: false,
        problem: { kind: 'no-picture' },
      });
    });

    it('a picture in a format it cannot decode, by its name', async () => {
      const reading = await refusing()(avifHeader(), never);

      expect(reading).toEqual({ ok: false, problem: { kind: 'unknown-format', format: 'AVIF' } });
    });
  });

  it('says that a picture is broken which only begins like one', async () => {
    const reading = await decodeBarcodes(pngHeader(100, 100), never);

    expect(reading).toEqual({ ok: false, problem: { kind: 'broken' } });
  });

  it('says so too where the decoder itself fails on it, and reads the next picture with a new one', async () => {
    // A strip with nearly nothing on it: zxing-wasm 3.1.4 reads beyond its memory there.
    const mark = '<rect width="40" height="100" fill="#000"/>';
    const strip = {
      ...drawnOn(20_000, 100, []),
      svg: `<rect width="20000" height="100" fill="#fff"/>${mark}`,
    };
    const reading = await decodeBarcodes(photoOf(strip, { barPx: 1, margin: 1, quality: 'png' }), never);

    expect(reading).toEqual({ ok: false, problem: { kind: 'broken' } });
    expect(await decodeBarcodes(photoOf(await labelled()), never)).toMatchObject({ codes: [{ text: IMEI }] });
  });

  it('gives up at the time limit, and reads the next picture in a new process', async () => {
    const picture = photoOf(drawnOn(9, 9, []));
    const silentOnce = thread(
      'if (input.picture[0] !== 0x89) parentPort.postMessage({ id, output: { codes: [] } })',
    );
    const before = performance.now();
    await open({ thread: silentOnce })(picture, never);
    await runner?.close();
    // So long, and no longer, a process may take to start on this machine.
    const once = open({
      thread: silentOnce,
      timeLimitMs: Math.max(3_000, 5 * (performance.now() - before)),
    });

    const [slow, next] = await Promise.all([once(pngHeader(10, 10), never), once(picture, never)]);

    expect(slow).toEqual({ ok: false, problem: { kind: 'too-slow' } });
    expect(next).toEqual({ ok: true, codes: [] });
  });

  it('does not speak of pixels where a document would need too much memory', async () => {
    const full = open({ thread: thread("parentPort.postMessage({ id, output: { why: 'too-much' } })") });

    expect(await full(new TextEncoder().encode('%PDF-1.7'), never)).toEqual({
      ok: false,
      problem: { kind: 'too-much' },
    });
  });

  it.each([
    ['breaks', "throw new Error('out of memory')"],
    ['ends', 'process.exit(7)'],
  ])('fails when the process %s, and reads the next picture in a new one', async (_, death) => {
    const mortal = open({
      thread: thread(
        `if (input.picture[0] === 0x89) { ${death} } parentPort.postMessage({ id, output: { codes: [] } })`,
      ),
    });

    await expect(mortal(pngHeader(10, 10), never)).rejects.toThrow(WorkFailed);
    expect(await mortal(photoOf(drawnOn(9, 9, [])), never)).toEqual({ ok: true, codes: [] });
  });

  it.each([
    ['is kept from one picture to the next', pngHeader(1_000, 4_000), [1, 2]],
    [
      'is ended after a large picture, whose memory it would never give back',
      pngHeader(5_000, 4_000),
      [1, 1],
    ],
    ['is ended after a document', new TextEncoder().encode('%PDF-1.7'), [1, 1]],
  ] as const)('reads in a process that %s', async (_, picture, counts) => {
    const counting = open({
      thread: thread(
        'globalThis.count = (globalThis.count ?? 0) + 1; parentPort.postMessage({ id, output: { codes: [globalThis.count] } })',
      ),
    });

    const first = await counting(picture, never);
    const next = await counting(picture, never);

    expect([first, next]).toEqual(counts.map((count) => ({ ok: true, codes: [count] })));
  });

  it('stops when it is told to', async () => {
    const abort = new AbortController();
    const reading = open({ thread: SILENT })(pngHeader(10, 10), abort.signal);

    abort.abort(new Error('cancelled'));

    await expect(reading).rejects.toThrow('cancelled');
  });
});

async function labelled() {
  const code = await drawnCode(IMEI, 'Code128', { height: 20 });
  return drawnOn(code.width + 30, 50, [{ ...code, x: 15, y: 15 }]);
}

interface Pixels {
  /** RGBA. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function drawnPixels(): Promise<Pixels> {
  const { data, width, height } = decode(photoOf(await labelled(), { quality: 100 }), { useTArray: true });
  return { pixels: data, width, height };
}

/** A BMP of 24 bits, its rows from below, each filled up to four bytes. */
function bmpOf({ pixels, width, height }: Pixels): Uint8Array {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    file.writeUInt32LE(value, at);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = pixels[(y * width + x) * 4] ?? 0;
      file.fill(shade, 54 + (height - 1 - y) * row + x * 3, 54 + (height - 1 - y) * row + x * 3 + 3);
    }
  }
  return new Uint8Array(file);
}

/** A GIF of 128 greys that compresses nothing: codes of 8 bits, begun anew before they would get longer. */
function gifOf({ pixels, width, height }: Pixels): Uint8Array {
  const CLEAR = 128;
  const END = 129;
  const RUN = 100;
  const codes: number[] = [];
  for (let index = 0; index < width * height; index += 1) {
    if (index % RUN === 0) codes.push(CLEAR);
    codes.push((pixels[index * 4] ?? 0) >> 1);
  }
  codes.push(END);
  const blocks: number[] = [];
  for (let from = 0; from < codes.length; from += 255) {
    const block = codes.slice(from, from + 255);
    blocks.push(block.length, ...block);
  }
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  const greys = Array.from({ length: 128 }, (_, index) => [index * 2, index * 2, index * 2]).flat();
  const header = [...Buffer.from('GIF89a'), ...size, 0xf6, 0, 0, ...greys];
  return Uint8Array.from([...header, 0x2c, 0, 0, 0, 0, ...size, 0, 7, ...blocks, 0, 0x3b]);
}

/** The beginning of a PNG, and nothing behind it. */
function pngHeader(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(33);
  header.write('\x89PNG\r\n\x1a\n', 'latin1');
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.writeUInt8(8, 24);
  return new Uint8Array(header);
}

/** The beginning of an AVIF. */
function avifHeader(): Uint8Array {
  return new Uint8Array(Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'latin1'));
}
