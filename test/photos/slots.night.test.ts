import { afterAll, describe, expect, it } from 'vitest';
import { type Label, readLabel } from '../../src/photos/label/label.ts';
import { appleBox } from '../support/files/drawn-apple.ts';
import { type Drawing, drawnCode } from '../support/files/drawn-codes.ts';
import { pageOf, textAt } from '../support/files/drawn-text.ts';
import { photoOf } from '../support/files/photos.ts';
import { imeiOf } from '../support/imeis.ts';
import { createBuiltReader, createBuiltRunner } from '../support/process/built-work.ts';

/** Of one type, and numbered far from each other, as those of an iPhone are. */
const FIRST = imeiOf('35325107', 224_785);
const SECOND = imeiOf('35325107', 534_719);
const never = new AbortController().signal;

/** A word at a place, or the bars of an IMEI. */
type Part = readonly [x: number, y: number, text: string];

async function drawn(width: number, height: number, all: readonly Part[]): Promise<Drawing> {
  const parts = all.map(async ([x, y, text]) => {
    if (text !== FIRST && text !== SECOND) return textAt(x, y, text, { size: 9 });
    const { svg } = await drawnCode(text, 'Code128', { height: 26 });
    return `<g transform="translate(${x} ${y})">${svg}</g>`;
  });
  return pageOf(width, height, '#fff', await Promise.all(parts));
}

/** Bars below each other, with a caption so far above each, or below. */
function captioned(
  rows: readonly (readonly [caption: string, imei: string])[],
  { up = 4, down, row = 70 }: { readonly up?: number; readonly down?: number; readonly row?: number } = {},
): Promise<Drawing> {
  const parts = rows.flatMap(([caption, imei], index): readonly Part[] => {
    const y = 24 + index * row;
    return [
      [20, down === undefined ? y - up : y + 26 + down, caption],
      [20, y, imei],
    ];
  });
  return drawn(300, 50 + rows.length * row, parts);
}

describe('the slots of two IMEIs in bars', () => {
  const runner = createBuiltRunner();
  const readBarcodes = createBuiltReader(runner);
  afterAll(() => runner.close());

  async function read(drawing: Drawing): Promise<Label> {
    const reading = await readBarcodes(photoOf(drawing, { margin: 1.05 }), never);
    return reading.ok ? readLabel(reading.codes, reading.texts) : readLabel([]);
  }
  const slots = ({ imeis }: Label) => imeis.map(({ imei, label }) => [imei, label]);

  it.each([
    [
      'above them',
      () =>
        captioned([
          ['IMEI1', FIRST],
          ['IMEI2', SECOND],
        ]),
    ],
    [
      'above them, the second one first',
      () =>
        captioned([
          ['IMEI2', SECOND],
          ['IMEI1', FIRST],
        ]),
    ],
    [
      'below them with the digits',
      () =>
        captioned(
          [
            [`IMEI1: ${FIRST}`, FIRST],
            [`IMEI2: ${SECOND}`, SECOND],
          ],
          { down: 12 },
        ),
    ],
    [
      'below them with the digits, the second one first, and the first without a number',
      () =>
        captioned(
          [
            [`IMEI2 ${SECOND}`, SECOND],
            [`IMEI ${FIRST}`, FIRST],
          ],
          { down: 12 },
        ),
    ],
    [
      'as far from the bars above them as from those below, the second one first',
      () =>
        captioned(
          [
            ['IMEI 2', SECOND],
            ['IMEI 1', FIRST],
          ],
          { up: 4, row: 52 },
        ),
    ],
    [
      'below them, and as far from the next bars, the second one first',
      () =>
        captioned(
          [
            ['IMEI 2', SECOND],
            ['IMEI 1', FIRST],
          ],
          { down: 12, row: 50 },
        ),
    ],
    [
      'as Apple prints them, the second one to the upper right',
      () => appleBox([FIRST, SECOND], 'F2LXN0AFGRWX'),
    ],
  ] as const)('are told where captions stand %s', async (_, draw) => {
    const label = await read(await draw());

    expect(slots(label)).toEqual([
      [FIRST, 'IMEI1'],
      [SECOND, 'IMEI2'],
    ]);
    expect(label.onePhone).toBe(true);
  });

  it('are not told where two boxes of one model lie beside each other, which may be two phones', async () => {
    const label = await read(
      await captioned(
        [
          [`IMEI: ${FIRST}`, FIRST],
          [`IMEI: ${SECOND}`, SECOND],
        ],
        { down: 12 },
      ),
    );

    expect(slots(label)).toEqual([
      [FIRST, undefined],
      [SECOND, undefined],
    ]);
    expect(label.onePhone).toBe(false);
  });

  it('are not told where both captions name the same one', async () => {
    const label = await read(
      await captioned([
        ['IMEI1', FIRST],
        ['IMEI1', SECOND],
      ]),
    );

    expect(slots(label)).toEqual([
      [FIRST, undefined],
      [SECOND, undefined],
    ]);
  });
});
