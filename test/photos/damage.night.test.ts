import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLabel } from '../../src/photos/label/label.ts';
import { appleBox, iosDial } from '../support/files/drawn-apple.ts';
import type { Drawing } from '../support/files/drawn-codes.ts';
import { boxLabel, dialScreen } from '../support/files/drawn-labels.ts';
import { photoOf } from '../support/files/photos.ts';
import { createMeasuredReader } from '../support/measure/measured-reader.ts';
import { isByDay, LEVELS, type Level } from './levels.ts';

/** `npm run test:photos` measures every level and writes the table; `npm test` looks at one of each kind, on one picture. */
const MEASURING = process.env.MODE === 'photos';
const RESULTS = new URL('./RESULTS.md', import.meta.url);

const IMEIS = ['356938035643809', '356938035643817'];
const SERIAL = 'R58M1234ABC';
const EAN = '8806090310409';
const EID = '89049032004008882600012345678901';
const APPLE_SERIAL = 'F2LXN0AFGRWX';

interface Shown {
  readonly drawing: Drawing;
  readonly codes: readonly string[];
}

interface Measured {
  readonly level: Level;
  readonly pictures: number;
  /** Shares of what was on the pictures. */
  readonly codes: number;
  readonly imeis: number;
  /** Pictures on which an IMEI was read that is not there. */
  readonly wrong: number;
  /** Milliseconds of a processor for one picture, in the middle: the same however busy the machine is. */
  readonly medianMs: number;
}

describe('codes on damaged pictures', () => {
  const reader = createMeasuredReader();
  const measured: Measured[] = [];
  let drawings: Readonly<Record<'most' | 'apple' | 'ios', readonly Shown[]>>;

  beforeAll(async () => {
    drawings = {
      most: [
        {
          drawing: await boxLabel({ imeis: IMEIS, serial: SERIAL, ean: EAN }),
          codes: [...IMEIS, SERIAL, EAN],
        },
        { drawing: await dialScreen(IMEIS), codes: IMEIS },
      ],
      apple: [{ drawing: await appleBox(IMEIS, APPLE_SERIAL), codes: [...IMEIS, `S${APPLE_SERIAL}`] }],
      ios: [
        { drawing: await iosDial(IMEIS, EID), codes: [...IMEIS, EID] },
        { drawing: await iosDial(IMEIS), codes: IMEIS },
      ],
    };
  });

  afterAll(async () => {
    await reader.close();
  });

  const levels = LEVELS.filter((level) => MEASURING || isByDay(level));
  it.each(levels.map((level, index) => [`${level.kind}: ${level.how}`, level, index] as const))(
    'are read when %s',
    async (_, level, index) => {
      const shown = drawings[level.shown ?? 'most'];
      const first = index % shown.length;
      const result = await measure(level, MEASURING ? shown : shown.slice(first, first + 1));
      measured.push(result);
      if (MEASURING) writeFileSync(RESULTS, tableOf(measured, reader.peakMb()));
      expect(result.wrong).toBe(0);
      if (level.floor !== undefined) expect(result.imeis).toBeGreaterThanOrEqual(level.floor);
    },
    600_000,
  );

  it('are looked at by day as well, at one level of each kind at least', () => {
    const kindsOf = (some: readonly Level[]) => [...new Set(some.map(({ kind }) => kind))];
    expect(kindsOf(LEVELS.filter(isByDay))).toEqual(kindsOf(LEVELS));
  });

  async function measure(level: Level, shown: readonly Shown[]): Promise<Measured> {
    const damages = MEASURING ? level.damages : level.damages.slice(0, 1);
    const pictures = damages.flatMap((damage) => shown.map((one) => ({ ...one, damage })));
    const tally = { codes: 0, codesRead: 0, imeisRead: 0, wrong: 0 };
    const times: number[] = [];
    for (const { drawing, codes, damage } of pictures) {
      const picture = photoOf(drawing, damage);
      const { reading, processorMs } = await reader.read(picture);
      times.push(processorMs);
      const read = reading.ok ? reading.codes : [];
      const texts = new Set(read.map(({ text }) => text));
      const imeis: readonly string[] = readLabel(read).imeis.map(({ imei }) => imei);
      tally.codes += codes.length;
      tally.codesRead += codes.filter((code) => texts.has(code)).length;
      tally.imeisRead += IMEIS.filter((imei) => imeis.includes(imei)).length;
      tally.wrong += imeis.some((imei) => !IMEIS.includes(imei)) ? 1 : 0;
    }
    return {
      level,
      pictures: pictures.length,
      codes: tally.codesRead / tally.codes,
      imeis: tally.imeisRead / (pictures.length * IMEIS.length),
      wrong: tally.wrong,
      medianMs: times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0,
    };
  }
});

function tableOf(measured: readonly Measured[], peak: number): string {
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const rows = measured.map(
    ({ level, pictures, codes, imeis, wrong, medianMs }) =>
      `| ${level.kind} | ${level.how} | ${pictures} | ${percent(codes)} | ${percent(imeis)} | ${wrong} | ${Math.round(medianMs)} ms |`,
  );
  return `# What is read on damaged pictures

Written by \`npm run test:photos\`. Half of the pictures are labels of boxes (two IMEIs, serial number and EAN), half are
\`*#06#\` screens (two IMEIs), all drawn by the tests. The last rows are boxes as Apple prints them, the second IMEI at the
upper right and the first at the lower left, and \`*#06#\` screens of an iPhone, whose bars are 1.5 pixels wide. The narrowest
bar of the others is 2 pixels wide unless it says otherwise. "Wrong" counts pictures on which an IMEI was read that is not
there. The times are those of a processor, for the picture in the middle. The process that read them took at most ${Math.round(peak)} MB.

| damage | how much | pictures | codes read | IMEIs read | wrong | processor time |
| ------ | -------- | -------: | ---------: | ---------: | ----: | -------------: |
${rows.join('\n')}
`;
}
