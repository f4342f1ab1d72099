import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { encode as encodeBmp } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FileContent } from '../../src/files/file-jobs.ts';
import { createFiles, MAX_FILE_BYTES } from '../../src/files/files.ts';
import { ImeiCollector } from '../../src/files/pictures/imei-collector.ts';
import { pictureFormat } from '../../src/files/pictures/picture-format.ts';
import { joinWrapped } from '../../src/files/pictures/wrapped-numbers.ts';
import { WorkFailed, type WorkFailure } from '../../src/files/work/work-job.ts';
import { drawnCode, drawnOn, pageOf, textAt } from '../support/files/drawings.ts';
import { boxLabel } from '../support/files/drawn-labels.ts';
import { documentOf, type PdfPage, pdfOf, streamOf } from '../support/files/drawn-pdf.ts';
import { filesInProcess } from '../support/files/files-in-process.ts';
import { photoOf, pixelsOf } from '../support/files/photos.ts';
import { imeiOf } from '../support/imeis.ts';
import { leastProcessorMs } from '../support/measure/processor-time.ts';

const IMEI = '356938035643809';
const IMEI2 = '356938035643817';
const IMEI3 = imeiOf('35514607', 123_456);
const CASES = new URL('./cases/', import.meta.url);
/** The same, as a phone writes it: drawn by the tests, encoded by x265. */
const HEIC = readFileSync(new URL('dial.heic', CASES));
const SCREENSHOT = { barPx: 2, margin: 1, quality: 'png' } as const;
const never = new AbortController().signal;

const read = (bytes: Uint8Array) => filesInProcess().read({ bytes, name: '' }, never);

/** The numbers of a reading: `found` and `asked`, or the problem. */
function numbersIn(reading: FileContent): object {
  if (reading.kind !== 'picture') return reading;
  const { sure, unsure } = reading.findings;
  return { found: sure.map(({ imei }) => imei), asked: unsure.map(({ imei }) => imei) };
}

/** A small label: most of the time to read a picture goes with its size. */
const drawnLabel = async (text: string, format: Parameters<typeof drawnCode>[1]) => {
  const code = await drawnCode(text, format);
  return drawnOn(code.width + 30, code.height + 30, [{ ...code, x: 15, y: 15 }]);
};
const BOTH = `IMEI1:${IMEI};IMEI2:${IMEI2}`;
const bothPixels = async () => pixelsOf(await drawnLabel(BOTH, 'DataMatrix'), { barPx: 3 });

async function drawnBoth(): Promise<Sharp> {
  const { data, width, height } = await bothPixels();
  return sharp(data, { raw: { width, height, channels: 4 } });
}

const drawnAs = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff') => async () =>
  (await drawnBoth())[format]().toBuffer();
const drawnAvif = async () => (await drawnBoth()).avif({ effort: 0 }).toBuffer();

describe('a picture by its content', () => {
  it.each<readonly [string, () => Promise<Uint8Array>]>([
    ...(['png', 'jpeg', 'webp', 'gif', 'tiff'] as const).map(
      (format) => [format, drawnAs(format)] as const,
    ),
    ['avif', drawnAvif],
    ['bmp', async () => bmpOf(await bothPixels())],
    ['bmp', async () => twoColorBmp(await bothPixels())],
    ['heic', async () => HEIC],
  ])('a picture is recognized by its content: %s', async (format, draw) => {
    const picture = await draw();
    expect(pictureFormat(picture)).toBe(format);
    expect(numbersIn(await read(picture))).toEqual({ found: [IMEI, IMEI2], asked: [] });
  });

  it('is turned as EXIF says, and its text read with the slots that it names', async () => {
    const texts = [`IMEI1 ${IMEI}`, `IMEI2 ${IMEI2}`].map((line, index) =>
      textAt(20, 40 + index * 30, line, { size: 14 }),
    );
    const upright = sharp(photoOf(pageOf(320, 100, '#fff', texts), SCREENSHOT));
    const picture = await upright.rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const reading = await read(picture);
    expect(numbersIn(reading)).toEqual({ found: [IMEI, IMEI2], asked: [] });
    expect(reading).toMatchObject({
      findings: {
        sure: [
          { simSlot: 1, readFrom: 'text' },
          { simSlot: 2, readFrom: 'text' },
        ],
      },
    });
  });

  it('is recognized by its first bytes', () => {
    for (const text of ['', 'BMW 3 series', 'GIF', 'A list that names %PDF-1.4']) {
      expect(pictureFormat(Buffer.from(text))).toBeUndefined();
    }
  });
});

describe('the codes of a picture', () => {
  it.each([0, 12])('the codes of a picture are checked at any angle: %i°', async (turnedBy) => {
    const label = await boxLabel({
      imeis: [IMEI, IMEI2],
      serial: 'R58M1234ABC',
      ean: '8806090310409',
    });
    const reading = await read(photoOf(label, { turnedBy }));
    expect(numbersIn(reading)).toEqual({ found: [IMEI, IMEI2], asked: [] });
    expect(reading).toMatchObject({
      findings: { sure: [{ readFrom: 'bars' }, { readFrom: 'bars' }] },
    });
  });

  it('may be more than a phone has', async () => {
    const label = await drawnLabel([IMEI, IMEI2, IMEI3].join('\n'), 'PDF417');
    const reading = await read(photoOf(label, { barPx: 3 }));
    expect(numbersIn(reading)).toEqual({ found: [IMEI, IMEI2, IMEI3], asked: [] });
  });

  it.each([
    ['gs1-qr-21.png', { found: [], asked: ['356938031000012'] }],
    ['carton-qr.png', { found: { length: 10 }, asked: [] }],
  ])('the codes of a picture may be a list or GS1: %s', async (name, expected) => {
    expect(numbersIn(await read(readFileSync(new URL(name, CASES))))).toMatchObject(expected);
  });
});

describe('the numbers of a picture', () => {
  interface Read {
    readonly codes?: readonly string[];
    readonly lines?: readonly string[];
  }
  const reading = ({ codes = [], lines = [] }: Read) => {
    const collector = new ImeiCollector();
    collector.addCodes(codes);
    collector.addLines(lines);
    return { kind: 'picture', findings: collector.findings() } as const;
  };

  it.each([
    ['an IMEI', { codes: [IMEI] }, [IMEI], []],
    ['an order in a code', { codes: [`{"orderNo":"${IMEI}"}`] }, [], [IMEI]],
    ['an IMEI without its check digit', { codes: [IMEI.slice(0, 14)] }, [], []],
    ['an article of GS1', { codes: ['(01)01234567890128'] }, [], []],
    ['an article', { codes: ['18806090310406'] }, [], []],
    ['one number in letters', { lines: [`IMEI: ${IMEI}`] }, [IMEI], []],
    ['three numbers in letters', { lines: [IMEI, IMEI2, IMEI3] }, [], [IMEI, IMEI2, IMEI3]],
    ['another name in letters', { lines: [`Order no. ${IMEI}`] }, [], [IMEI]],
  ])('the numbers of a picture follow the one rule: %s', (_, content, found, asked) => {
    expect(numbersIn(reading(content))).toEqual({ found, asked });
  });

  it('say where they were read, why they are asked about, and which slot they name', () => {
    expect(reading({ codes: [`IMEI1:${IMEI};IMEI2:${IMEI2}`] }).findings.sure).toMatchObject([
      { simSlot: 1, readFrom: 'bars' },
      { simSlot: 2, readFrom: 'bars' },
    ]);
    expect(reading({ lines: [IMEI, IMEI2, IMEI3] }).findings.unsure).toMatchObject(
      Array(3).fill({ why: { kind: 'picture' }, readFrom: 'text' }),
    );
  });

  it.each([
    ['bars', { codes: ['356938035643808'] }],
    ['text', { lines: ['IMEI: 356938035643808'] }],
  ])('say that a check digit is wrong that was read from %s', (readFrom, content) => {
    expect(reading(content).findings).toMatchObject({
      sure: [],
      unsure: [],
      invalid: [{ why: { kind: 'check-digit' }, readFrom }],
    });
  });

  it('hide a payment card', () => {
    const { findings } = reading({ lines: ['Card 5105 1051 0510 5100'] });
    expect(findings).toMatchObject({ sure: [], unsure: [], invalid: [{ why: { kind: 'card' } }] });
    expect(JSON.stringify(findings)).not.toMatch(/5105.?1051/);
  });
});

describe('a PDF', () => {
  const text = (line: string): PdfPage => ({ text: [[60, 80, line]] });
  /** A page that is a photo of a label with both numbers of a phone: its letters are not read. */
  const scan = async (): Promise<PdfPage> => {
    const bytes = photoOf(await drawnLabel(BOTH, 'DataMatrix'), { barPx: 3 });
    const { width, height } = await sharp(bytes).metadata();
    return { jpeg: { bytes, width, height }, size: [width, height] };
  };

  it('is read as text, and a page without text as a picture', async () => {
    const reading = await read(pdfOf([text(`IMEI: ${IMEI3}`), await scan()]));
    expect(numbersIn(reading)).toEqual({ found: [IMEI3, IMEI, IMEI2], asked: [] });
    expect(reading).toMatchObject({
      findings: { sure: [{}, { readFrom: 'bars' }, { readFrom: 'bars' }] },
      pages: { read: 2, all: 2 },
    });
    expect(reading.kind === 'picture' && reading.findings.sure[0]?.readFrom).toBeUndefined();
  });

  it('is read as a picture if there is no number in all of its text, with its form', async () => {
    const reading = await read(formWith('IMEI:', IMEI));
    expect(numbersIn(reading)).toEqual({ found: [IMEI], asked: [] });
    expect(reading).toMatchObject({ pages: { read: 1, all: 1 } });
  });

  it('may begin with a mark or line ends', async () => {
    const file = pdfOf([text(`IMEI: ${IMEI}`)]);
    for (const start of ['\ufeff', '\r\n\n']) {
      const reading = await read(Buffer.concat([Buffer.from(start), file]));
      expect(numbersIn(reading)).toEqual({ found: [IMEI], asked: [] });
    }
  });

  it('is read as a picture if it has one and no number in its text, after all text', async () => {
    const scanned = { ...(await scan()), ...text('Scanned with an app') };
    const reading = await read(pdfOf([scanned, text(`IMEI: ${IMEI3}`)]));
    expect(numbersIn(reading)).toEqual({ found: [IMEI3, IMEI, IMEI2], asked: [] });
    expect(reading).toMatchObject({ pages: { read: 2, all: 2 } });
  });

  it('is not read as a picture where its text has a number, even one with a typo', async () => {
    const typo = `${IMEI.slice(0, -1)}${(Number(IMEI.at(-1)) + 1) % 10}`;
    const reading = await read(pdfOf([{ ...(await scan()), ...text(`IMEI: ${typo}`) }]));
    expect(reading).toMatchObject({ findings: { sure: [], invalid: [{ text: typo }] } });
  });

  it('is read to its tenth page', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => text(imeiOf('35693803', index)));
    const reading = await read(pdfOf(pages));
    expect(reading).toMatchObject({
      findings: { sure: { length: 10 } },
      pages: { read: 10, all: 12 },
    });
  });

  it('may have a number that a narrow column cuts, if it is an IMEI', async () => {
    const rows = [
      ...([[60, 80, 'Pos Item IMEI Price']] as const),
      ...([[60, 100, `1 iPhone 12 ${IMEI.slice(0, 10)} 450,00`]] as const),
      ...([[260, 112, IMEI.slice(10)]] as const),
      ...([[60, 130, `2 iPhone 13 ${IMEI2.slice(0, 10)} 550,00`]] as const),
      ...([[260, 142, '00000']] as const),
    ];
    expect(numbersIn(await read(pdfOf([{ text: rows }])))).toEqual({ found: [IMEI], asked: [] });
  });

  it('may have a long line of digits, which is read at once', () => {
    const digits = '1'.repeat(100_000);
    expect(leastProcessorMs(() => joinWrapped(digits), 500)).toBeLessThan(500);
  });

  it.each([
    ['locked', pdfOf([text('')], { isLocked: true }), 'locked'],
    ['broken', Buffer.from('%PDF-1.4\nnothing'), 'broken'],
  ])('a PDF may be %s', async (_, file, why) => {
    expect(await read(file)).toEqual({ kind: 'unusable', why });
  });
});

describe('a picture that cannot be read', () => {
  it.each([
    [
      'half a PNG',
      async () => (await (await drawnBoth()).png().toBuffer()).subarray(0, 40),
      'broken',
    ],
    ['a PNG of 3,600 megapixels', async () => hugePng(await drawnAs('png')()), 'too-many-pixels'],
    ['a HEIC of 48 megapixels', async () => enlarged(HEIC, 8000, 6000), 'too-many-pixels'],
    [
      'an AVIF of 24 megapixels',
      async () => enlarged(await drawnAvif(), 6000, 4000),
      'too-many-pixels',
    ],
    ['a BMP of 4,096 megapixels', async () => bmpHeader(64_000, 64_000), 'broken'],
    ['21 MB', async () => Buffer.concat([HEIC, Buffer.alloc(MAX_FILE_BYTES)]), 'too-large'],
  ])('an unreadable picture has a problem: %s', async (_, make, why) => {
    expect(await read(await make())).toEqual({ kind: 'unusable', why });
  });

  it.each([
    ['too-slow', { kind: 'unusable', why: 'too-slow' }],
    ['too-much', { kind: 'unusable', why: 'too-slow' }],
    ['broke', 'thrown'],
  ] as const)(
    'an unreadable picture has the problem that the process reports: %s',
    async (why: WorkFailure, expected) => {
      const files = createFiles(
        { run: () => Promise.reject(new WorkFailed(why)) },
        () => undefined,
      );
      const reading = files.read({ bytes: HEIC, name: '' }, never);
      expect(await reading.catch(() => 'thrown')).toEqual(expected);
    },
  );
});

function bmpOf({ data, width, height }: ReturnType<typeof pixelsOf>): Uint8Array {
  const reversed = Buffer.from(data).map((_, at) => data[at - (at % 4) + 3 - (at % 4)] ?? 0);
  return encodeBmp({ data: Buffer.from(reversed), width, height, bitPP: 24 }).data;
}

/** A PDF with a form of one field. Source: ISO 32000-1, 12.7. */
function formWith(label: string, value: string): Uint8Array {
  const fonts = '/Font << /F 6 0 R >>';
  const look = '/DA (/F 14 Tf 0 g)';
  return documentOf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /DR << ${fonts} >> ${look} /NeedAppearances true >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${fonts} >> /Annots [5 0 R] >>`,
    streamOf('', `BT /F 14 Tf 60 700 Td (${label}) Tj ET`),
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (number) /V (${value}) ${look} /Rect [120 692 400 718] /P 3 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** Black and white, as programs of scanners and fax machines write it. */
function twoColorBmp({ data, width, height }: ReturnType<typeof pixelsOf>): Uint8Array {
  const rowBytes = Math.ceil(width / 32) * 4;
  const header = bmpHeader(width, height).fill(255, 58);
  header.writeUInt32LE(62, 10);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(1, 28);
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isWhite = (data[(y * width + x) * 4] ?? 0) > 127;
      const at = (height - 1 - y) * rowBytes + (x >> 3);
      if (isWhite) rows[at] = (rows[at] ?? 0) | (128 >> (x % 8));
    }
  }
  return Buffer.concat([header, rows]);
}

/** A small PNG that states to have 3,600 megapixels. */
function hugePng(file: Uint8Array): Uint8Array {
  const large = Buffer.from(file);
  large.writeUInt32BE(60_000, 16);
  large.writeUInt32BE(60_000, 20);
  large.writeUInt32BE(crc32(large.subarray(12, 29)), 29);
  return large;
}

/** A small picture that states to be as large. */
function enlarged(file: Uint8Array, width: number, height: number): Uint8Array {
  const large = Buffer.from(file);
  for (let at = large.indexOf('ispe'); at >= 0; at = large.indexOf('ispe', at + 1)) {
    large.writeUInt32BE(width, at + 8);
    large.writeUInt32BE(height, at + 12);
  }
  return large;
}

function bmpHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(62);
  header.write('BM');
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  return header;
}
