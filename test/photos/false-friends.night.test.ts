import { afterAll, describe, expect, it } from 'vitest';
import type { Barcode } from '../../src/photos/barcode.ts';
import { greyOf } from '../../src/photos/decode/grey.ts';
import { whole, withoutCodes } from '../../src/photos/decode/without-codes.ts';
import { type Label, readLabel } from '../../src/photos/label/label.ts';
import { type Drawing, drawnCode } from '../support/files/drawn-codes.ts';
import { boxAt, pageOf, textAt } from '../support/files/drawn-text.ts';
import { type Damage, photoOf, pixelsOf } from '../support/files/photos.ts';
import { imeiOf } from '../support/imeis.ts';
import { createBuiltReader, createBuiltRunner } from '../support/process/built-work.ts';

const IMEI = '356938035643809';
/** As valid as an IMEI, and of another type than that one. */
const FALSE = imeiOf('86012345', 458_194);
/** Numbered after it, as a maker numbers the second slot of a phone, and a seller the next parcel. */
const SECOND = imeiOf('86012345', 458_195);
const WIDTH = 380;
const never = new AbortController().signal;

/** Bars with words and digits below them, and a square to the right. */
async function bars(
  rows: readonly (readonly [name: string, digits: string])[],
  square?: string,
): Promise<Drawing> {
  const parts: string[] = square === undefined ? [] : [`<g transform="translate(250 30)">${square}</g>`];
  for (const [index, [name, digits]] of rows.entries()) {
    const { svg } = await drawnCode(digits, 'Code128', { height: 22 });
    const y = 30 + index * 60;
    parts.push(`<g transform="translate(30 ${y})">${svg}</g>`);
    parts.push(textAt(30, y + 36, `${name} ${digits}`, { size: 11 }));
  }
  return pageOf(WIDTH, 30 + rows.length * 60, '#fff', parts);
}

/** Bars with a title above them and digits below, so near that a title is as near to the bars above it. */
async function titled(rows: readonly (readonly [digits: string, title: string])[]): Promise<Drawing> {
  const parts: string[] = [];
  for (const [index, [digits, title]] of rows.entries()) {
    const { svg } = await drawnCode(digits, 'Code128', { height: 22 });
    const y = 34 + index * 44;
    parts.push(textAt(30, y - 9, title, { size: 11 }), `<g transform="translate(30 ${y})">${svg}</g>`);
  }
  const [[last = ''] = []] = rows.slice(-1);
  parts.push(textAt(30, 34 + rows.length * 44 - 8, last, { size: 11 }));
  return pageOf(WIDTH, 50 + rows.length * 44, '#fff', parts);
}

/** Bars with a word above or left of them and no digits, far from each other. */
async function captioned(
  rows: readonly (readonly [digits: string, word: string, place: 'above' | 'left'])[],
): Promise<Drawing> {
  const parts: string[] = [];
  for (const [index, [digits, word, place]] of rows.entries()) {
    const { svg } = await drawnCode(digits, 'Code128', { height: 22 });
    const y = 40 + index * 80;
    const [x, at] = place === 'above' ? [100, y - 5] : [30, y + 15];
    parts.push(textAt(x, at, word, { size: 11 }), `<g transform="translate(100 ${y})">${svg}</g>`);
  }
  return pageOf(WIDTH, 40 + rows.length * 80, '#fff', parts);
}

/** Of some sentences `npm test` looks at a scene of each kind, the harder ones, and `npm run test:photos` at all of them. */
describe('a number that looks like an IMEI', () => {
  const runner = createBuiltRunner();
  const readBarcodes = createBuiltReader(runner);
  afterAll(() => runner.close());

  async function read(drawing: Drawing, damage: Partial<Damage> = {}): Promise<Label> {
    const reading = await readBarcodes(photoOf(drawing, { barPx: 2.5, ...damage }), never);
    return reading.ok ? readLabel(reading.codes, reading.texts) : readLabel([]);
  }
  const checked = ({ imeis }: Label): readonly string[] => imeis.map(({ imei }) => imei);
  const asked = ({ problems }: Label): readonly string[] =>
    problems.filter(({ problem }) => problem.kind === 'doubtful').map(({ text }) => text);

  it.each([
    ['alone', [['Parcel no.', FALSE]]],
    ['as none', [['without IMEI', FALSE]]],
    [
      'beside an IMEI',
      [
        ['IMEI:', IMEI],
        ['Tracking:', FALSE],
      ],
    ],
  ] as const)('is asked about when the words below its bars name it otherwise: %s', async (_, rows) => {
    const label = await read(await bars(rows));

    const [doubted] = label.problems.filter(({ text }) => text === FALSE);
    const [[words] = []] = rows.slice(-1);
    expect(doubted?.problem).toMatchObject({ kind: 'doubtful', doubt: { why: 'other-name', words } });
    expect(checked(label)).toEqual(rows.flatMap(([, digits]) => (digits === IMEI ? [IMEI] : [])));
  });

  it.each([
    [
      'named otherwise below their bars',
      () =>
        bars([
          ['Order no.:', FALSE],
          ['Return no.:', SECOND],
        ]),
    ],
    [
      'titled otherwise above their bars',
      () =>
        titled([
          [FALSE, 'Paczka'],
          [SECOND, 'Zwrot'],
        ]),
    ],
    [
      'named by nothing',
      () =>
        bars([
          ['', FALSE],
          ['', SECOND],
        ]),
    ],
  ] as const)('is asked about like another of the same type, both %s', async (_, draw) => {
    const label = await read(await draw());

    expect([checked(label), asked(label).toSorted()]).toEqual([[], [FALSE, SECOND].toSorted()]);
  });

  it('is checked beside another of the same type where the word IMEI names one of them', async () => {
    const label = await read(
      await bars([
        ['IMEI:', FALSE],
        ['', SECOND],
      ]),
    );

    expect([checked(label), asked(label)]).toEqual([[FALSE, SECOND], []]);
  });

  it('is asked about where it has another name, though it is of the same type as an IMEI', async () => {
    const label = await read(
      await bars([
        ['IMEI:', FALSE],
        ['Order no.:', SECOND],
      ]),
    );

    expect([checked(label), asked(label)]).toEqual([[FALSE], [SECOND]]);
  });

  describe('with fewer or more digits than an IMEI, of the same type as one that words name', () => {
    const SHORT = '86012345990119';
    const lengths = { 14: SHORT, 16: `${SHORT}77` } as const;
    const whole = imeiOf('86012345', 990_119);

    it.each([
      ['an order', 14, 'Order no. '],
      ['another number of phones', 14, 'MEID: '],
      ['a shipment', 16, 'Tracking: '],
      ['a parcel', 14, 'Parcel '],
      ['a customer', 16, 'Customer '],
    ] as const)(
      'is asked about where the words below its bars name %s: of %i digits',
      async (_, length, name) => {
        const label = await read(
          await bars([
            ['IMEI ', FALSE],
            [name, lengths[length]],
          ]),
        );

        expect([checked(label), asked(label)]).toEqual([[FALSE], [whole]]);
      },
    );

    it.each([14, 16] as const)(
      'is asked about where it comes before the IMEI: of %i digits',
      async (length) => {
        const label = await read(
          await bars([
            ['Order no. ', lengths[length]],
            ['IMEI ', FALSE],
          ]),
        );

        expect([checked(label), asked(label)]).toEqual([[FALSE], [whole]]);
      },
    );

    it.each([
      ['above', 'above'],
      ['to the left of', 'left'],
    ] as const)('is asked about where a word stands %s its bars', async (_, place) => {
      const label = await read(
        await captioned([
          [FALSE, 'IMEI', 'above'],
          [SHORT, 'Parcel', place],
        ]),
      );

      expect([checked(label), asked(label)]).toEqual([[FALSE], [whole]]);
    });

    it('is asked about beside the two IMEIs of a phone', async () => {
      const label = await read(
        await bars([
          ['IMEI ', FALSE],
          ['Order no. ', SHORT],
          ['IMEI2 ', SECOND],
        ]),
      );

      expect([checked(label), asked(label)]).toEqual([[FALSE, SECOND], [whole]]);
    });

    it('is asked about beside a square that has the IMEI', async () => {
      const square = await drawnCode(`IMEI:${FALSE}`, 'QRCode', { height: 30 });
      const label = await read(await bars([['Order no. ', SHORT]], square.svg));

      expect([checked(label), asked(label)]).toEqual([[FALSE], [whole]]);
    });

    it('is completed where words call it an IMEI, or nothing else is said of it', async () => {
      const called = await read(
        await bars([
          ['IMEI ', FALSE],
          ['IMEI ', SHORT],
        ]),
      );
      const bare = await read(
        await bars([
          ['IMEI ', FALSE],
          ['', SHORT],
        ]),
      );

      expect([checked(called), checked(bare)]).toEqual([
        [FALSE, whole],
        [FALSE, whole],
      ]);
    });
  });

  it('is checked where the word IMEI names its bars, and asked about where nothing does', async () => {
    const label = await read(
      await bars([
        ['', FALSE],
        ['IMEI:', IMEI],
      ]),
    );

    expect([checked(label), asked(label)]).toEqual([[IMEI], [FALSE]]);
  });

  it.each([
    ['leaning', { turnedBy: 8 }],
    ['upside down', { turnedBy: 180 }],
    ['straight', { turnedBy: 0 }],
  ] as const)('is checked where a lone title above its bars is IMEI, on a label %s', async (_, damage) => {
    const label = await read(await titled([[IMEI, 'IMEI']]), damage);

    expect([checked(label), asked(label)]).toEqual([[IMEI], []]);
  });

  it.each([
    ['Board ID', [[FALSE, 'Board ID']]],
    [
      'IMEI where that may be the caption of others',
      [
        [imeiOf('35514607', 323_362), ''],
        [FALSE, 'IMEI'],
      ],
    ],
  ] as const)('is asked about where the title above its bars is %s', async (_, rows) => {
    expect(checked(await read(await titled(rows)))).toEqual([]);
  });

  it('is asked about where the edge of the picture may have cut digits off', async () => {
    const cut = pageOf(WIDTH, 150, '#fff', [
      textAt(40, 50, 'IMEI', { size: 14 }),
      textAt(0, 74, IMEI, { size: 14 }),
      textAt(40, 120, 'Status information', { size: 14 }),
    ]);
    const label = await read(cut, { margin: 1, quality: 'png' });

    expect([checked(label), asked(label)]).toEqual([[], [IMEI]]);
  });

  it.each([
    ['near and pale', 64, '#ada', '#fff'],
    ['far away and pale on a dark screen', 340, '#343', '#111'],
    ['far away', 340, '#0a0', '#fff'],
    ['near', 64, '#060', '#fff'],
    ['far away on a dark screen', 340, '#3f6', '#111'],
  ] as const)('is asked about below the word with a tick behind it: %s', async (_, x, color, paper) => {
    const tick = (y: number): string =>
      `<path d="M${x} ${y - 6} l4 5 l8 -11" stroke="${color}" stroke-width="2" fill="none"/>`;
    const words = ['IMEI', FALSE, 'Box', 'Charger'].map((text, at) =>
      textAt(20, 40 + 26 * at, text, { size: 14, color: paper === '#fff' ? '#000' : '#eee' }),
    );
    const list = pageOf(WIDTH, 140, paper, [...words, tick(40), tick(92)]);
    const label = await read(list, { margin: 1, quality: 'png' });

    expect([checked(label), asked(label)]).toEqual([[], [FALSE]]);
  });

  it.each([
    ['far from the edge', 60],
    ['at the edge of the picture', 15],
  ])('is asked about below the word with a tick before it: %s', async (_, x) => {
    const tick = (y: number): string =>
      `<path d="M${x - 14} ${y - 5} l3 4 l6 -9" stroke="#6b6" stroke-width="1.5" fill="none"/>`;
    const words = ['IMEI', FALSE, 'Box', 'Charger'].map((text, at) =>
      textAt(x, 40 + 26 * at, text, { size: 14 }),
    );
    const list = pageOf(WIDTH, 140, '#fff', [...words, tick(40), tick(92)]);
    const label = await read(list, { margin: 1, quality: 'png' });

    expect([checked(label), asked(label)]).toEqual([[], [FALSE]]);
  });

  it('is checked below the word where there is no room for a tick before it', async () => {
    const words = ['IMEI', IMEI, 'Box'].map((text, at) =>
      textAt(text === 'IMEI' ? 2 : 18, 40 + 26 * at, text, { size: 14 }),
    );
    const label = await read(pageOf(WIDTH, 140, '#fff', words), { margin: 1, quality: 'png' });

    expect([checked(label), asked(label)]).toEqual([[IMEI], []]);
  });

  it('is asked about where the line above its bars names something else before the word', async () => {
    const { svg } = await drawnCode(FALSE, 'Code128', { height: 50 });
    const parcel = pageOf(WIDTH, 220, '#fff', [
      textAt(20, 56, 'RMA incl. IMEI', { size: 12 }),
      `<g transform="translate(20 70)">${svg}</g>`,
      textAt(40, 136, FALSE, { size: 13 }),
      textAt(20, 180, 'Weight 0.4 kg', { size: 12 }),
    ]);
    const label = await read(parcel);

    expect([checked(label), asked(label)]).toEqual([[], [FALSE]]);
  });

  it('is checked in the column of a table whose title says IMEI, and asked about in another', async () => {
    const rows = [
      ['Model', 'IMEI', 'Asset'],
      ['Galaxy S21', IMEI, FALSE],
      ['Pixel 7', imeiOf('35514607', 323_362), SECOND],
    ];
    const cells = rows.flatMap((row, at) =>
      row.map((cell, column) => textAt(10 + 140 * column, 30 + 24 * at, cell, { size: 12 })),
    );
    const label = await read(pageOf(430, 110, '#fff', cells), { margin: 1, quality: 'png' });

    expect([checked(label), asked(label)]).toEqual([
      [IMEI, imeiOf('35514607', 323_362)],
      [FALSE, SECOND],
    ]);
  });

  it('has the name of its own row on a picture taken from the side', async () => {
    const rows = [
      ['EAN', FALSE],
      ['Bestellung', imeiOf('35514607', 323_362)],
      ['IMEI', IMEI],
      ['Terminal', imeiOf('99001123', 355_495)],
    ] as const;
    const parts = rows.flatMap(([name, digits], index) => [
      textAt(20, 40 + index * 26, digits, { size: 12 }),
      textAt(WIDTH - 20, 40 + index * 26, name, { size: 12, anchor: 'end' }),
    ]);
    // Of a table, whose upright lines are longer than its words.
    const rules = Array.from({ length: 8 }, (_, index) => boxAt(160 + index * 14, 10, 1, 280, '#444'));
    const label = await read(pageOf(WIDTH, 300, '#fff', [...parts, ...rules]), {
      barPx: 3,
      turnedBy: 4,
      skewedBy: -7,
    });

    expect(checked(label)).toEqual([IMEI]);
  });
});

describe('codes on a picture', () => {
  it('are painted over as far as their bars reach, and nothing else is', async () => {
    const drawing = await bars([['IMEI', IMEI]]);
    const { data, width, height } = pixelsOf(drawing, { barPx: 2, margin: 1 });
    const grey = greyOf(data, width, height);
    const right = 60 + 2 * (await drawnCode(IMEI, 'Code128')).width;
    // A reader tells a few of its rows.
    const corner = (x: number, y: number) => ({ x, y });
    const code: Barcode = {
      text: IMEI,
      symbology: 'Code128',
      topLeft: corner(60, 80),
      topRight: corner(right, 80),
      bottomLeft: corner(60, 84),
    };
    const painted = withoutCodes(grey, [whole(grey, code)]);
    const darkIn = (from: number, to: number): number =>
      painted.pixels.subarray(from * width, to * width).filter((shade) => shade < 100).length;
    const before = grey.pixels.subarray(110 * width).filter((shade) => shade < 100).length;

    expect(darkIn(0, 108)).toBe(0);
    expect(darkIn(110, height)).toBe(before);
    expect(before).toBeGreaterThan(0);
  });
});
