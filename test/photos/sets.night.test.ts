import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PictureContent, readPictureFile } from '../../src/files/pictures/pictures.ts';
import type { Drawing } from '../support/files/drawings.ts';
import { boxLabel } from '../support/files/drawn-labels.ts';
import { type Damage, photoOf } from '../support/files/photos.ts';
import { appleBox, dialScreen, iosDial } from './drawn-bars.ts';
import { invoice, prose } from './drawn-papers.ts';
import { chat, SCREEN_WORDS } from './drawn-screens.ts';
import { LEVELS, type Level } from './levels.ts';
import { falseFriends, TEXT_LEVELS } from './texts.ts';
import { textured } from './textures.ts';

const RESULTS = new URL('./RESULTS.md', import.meta.url);
const IMEIS = ['356938035643809', '356938035643817'];
const EID = '89049032004008882600012345678901';
/** Milliseconds of processor time for a picture without IMEIs. */
const MAX_MS = 4000;
/** The least share of the IMEIs in text that is read. */
const MIN_TEXT = 0.97;

/** A picture and the IMEIs on it. */
interface Shown {
  readonly draw: () => Uint8Array;
  readonly imeis: readonly string[];
  /** `imeis` are in the order of their slots, and the picture says so. */
  readonly hasSlots?: boolean | undefined;
}

/** The results of the pictures of one kind. */
interface Row {
  readonly kind: string;
  pictures: number;
  shown: number;
  right: number;
  asked: number;
  /** Neither checked nor asked about. */
  missed: number;
  /** Checked, but not on the picture. */
  wrong: number;
  wrongSlots: number;
  readonly times: number[];
}

const tables = new Map<string, Row[]>();

afterAll(() => writeFileSync(RESULTS, `${[HEAD, ...Array.from(tables, tableOf)].join('\n\n')}\n`));

describe('the drawn pictures', () => {
  let boxes: Readonly<Record<'most' | 'apple' | 'ios', readonly Drawing[]>>;
  beforeAll(async () => {
    boxes = {
      most: [
        await boxLabel({ imeis: IMEIS, serial: 'R58M1234ABC', ean: '8806090310409' }),
        await dialScreen(IMEIS),
      ],
      apple: [await appleBox(IMEIS, 'F2LXN0AFGRWX')],
      ios: [await iosDial(IMEIS, EID), await iosDial(IMEIS)],
    };
  });

  it.each(LEVELS)('with bars are read: $kind, $how', async (level: Level) => {
    const pictures = level.damages.flatMap((damage) =>
      boxes[level.shown ?? 'most'].map((box) => drawn(box, damage, IMEIS)),
    );
    const row = await measure('Bars', `${level.kind}, ${level.how}`, pictures);

    expect(row.wrong).toBe(0);
    expect(row.right / row.shown).toBeGreaterThanOrEqual(level.floor ?? 0);
  });

  it.each(TEXT_LEVELS)('with text are read: $kind', async ({ kind, pictures }) => {
    const row = await measure(
      'Text',
      kind,
      pictures.map((one) => ({
        ...drawn(one.drawing, one.damage, one.imeis),
        hasSlots: one.hasSlots,
      })),
    );
    expect(row).toMatchObject({ wrong: 0, wrongSlots: 0 });
  });

  it('with text are nearly all read', () => {
    const sum = (count: 'right' | 'shown') =>
      (tables.get('Text') ?? []).reduce((all, row) => all + row[count], 0);
    expect(sum('right') / sum('shown')).toBeGreaterThanOrEqual(MIN_TEXT);
  });

  it.each(falseFriends())(
    'with other numbers are read: $name',
    async ({ name, drawing, damage }) => {
      await measure('Other numbers', name, [drawn(drawing, damage, [])]);
    },
  );

  it.each(PAPERS)('without numbers cost little: %s', async (name, drawing, damage) => {
    expectNothing(await measure('Nothing', name, [drawn(drawing, damage, [])]));
  });

  it.each(
    (['white', 'noise', 'fabric', 'wood'] as const).flatMap((one) => [
      [one, 1600, 1200] as const,
      [one, 4000, 3000] as const,
    ]),
  )('without anything cost little: %s, %i × %i', async (texture, width, height) => {
    const picture = { draw: () => textured(texture, width, height), imeis: [] };
    expectNothing(
      await measure('Nothing', `${texture}, ${(width * height) / 1e6} megapixels`, [picture]),
    );
  });
});

/** Papers and screens full of words. */
const PHOTO: Partial<Damage> = {
  margin: 1.1,
  turnedBy: 2,
  light: 0.8,
  noise: 6,
  blurBars: 0.25,
  quality: 80,
};
const SHARP: Partial<Damage> = { ...PHOTO, barPx: 3.5 };
const CHAT = Array.from({ length: 10 }, () => 'Would you take 250 for it? Call +49 151 2345678');
const PAPERS: readonly (readonly [string, Drawing, Partial<Damage>])[] = [
  ['prose, scanned', prose(), { barPx: 3.5, margin: 1, noise: 6, quality: 85 }],
  ['prose, photographed', prose(), { ...PHOTO, barPx: 4.25 }],
  ...[0, 90, 180, 270].map(
    (turn) => [`prose, turned by ${turn}°`, prose(), { ...SHARP, turnedBy: 2 + turn }] as const,
  ),
  [
    'prose with an account',
    prose({ 20: 'to the account DE44 5001 0517 5407 3249 31 of the owner' }),
    SHARP,
  ],
  [
    'prose with an order',
    prose({ 20: 'the order 302-5512843-7719562 that was sent in May' }),
    SHARP,
  ],
  ...[0, 90, 180, 270].map(
    (turn) =>
      [`an invoice, turned by ${turn}°`, invoice(), { ...SHARP, turnedBy: 2 + turn }] as const,
  ),
  ['an invoice with small print', invoice(26), SHARP],
  [
    'a chat',
    chat(CHAT, { dark: true, words: SCREEN_WORDS.en }),
    { barPx: 3, margin: 1, quality: 90 },
  ],
];

function drawn(drawing: Drawing, damage: Partial<Damage>, imeis: readonly string[]): Shown {
  return { draw: () => photoOf(drawing, damage), imeis };
}

function expectNothing({ asked, wrong, times }: Row): void {
  expect({ asked, wrong }).toEqual({ asked: 0, wrong: 0 });
  expect(Math.max(...times)).toBeLessThan(MAX_MS);
}

async function measure(table: string, kind: string, pictures: readonly Shown[]): Promise<Row> {
  const row: Row = {
    kind,
    pictures: 0,
    shown: 0,
    right: 0,
    asked: 0,
    missed: 0,
    wrong: 0,
    wrongSlots: 0,
    times: [],
  };
  for (const { draw, imeis, hasSlots } of pictures) {
    const picture = draw();
    const before = process.cpuUsage();
    const result = await readPictureFile(picture);
    const { user, system } = process.cpuUsage(before);
    row.times.push((user + system) / 1000);
    count(row, result, imeis, hasSlots ?? false);
  }
  tables.set(table, [...(tables.get(table) ?? []), row]);
  return row;
}

function count(
  row: Row,
  { findings }: PictureContent,
  imeis: readonly string[],
  hasSlots: boolean,
): void {
  const found: readonly string[] = findings.sure.map(({ imei }) => imei);
  const asked: readonly string[] = findings.unsure.map(({ imei }) => imei);
  row.pictures += 1;
  row.shown += imeis.length;
  row.right += imeis.filter((imei) => found.includes(imei)).length;
  row.asked += asked.length;
  row.missed += imeis.filter((imei) => !found.includes(imei) && !asked.includes(imei)).length;
  row.wrong += found.filter((imei) => !imeis.includes(imei)).length;
  row.wrongSlots += findings.sure.filter(
    ({ imei, simSlot }) => hasSlots && simSlot !== undefined && simSlot !== imeis.indexOf(imei) + 1,
  ).length;
}

const HEAD = `# What is read from drawn pictures

Written by \`npm run test:photos\`. The tests draw all pictures, with made-up IMEIs. Bars: labels of boxes and \`*#06#\` screens, whose
narrowest bar is 2 pixels wide unless the row says otherwise. Text: settings of phones, \`*#06#\` and SIM trays, in five languages.
Right: checked. Asked: a person is asked. Missed: neither. Wrong: checked, but not on the picture. The times are processor time.`;

function tableOf([name, rows]: readonly [string, readonly Row[]]): string {
  const lines = rows.map((row) => {
    const times = row.times.toSorted((one, other) => one - other);
    const [median = 0, most = 0] = [times[times.length >> 1], times.at(-1)];
    const cells = [
      row.pictures,
      `${row.right} of ${row.shown}`,
      row.asked,
      row.missed,
      row.wrong,
      row.wrongSlots,
    ];
    return `| ${[row.kind, ...cells, `${Math.round(median)} ms`, `${Math.round(most)} ms`].join(' | ')} |`;
  });
  return `## ${name}

| pictures | number | right | asked | missed | wrong | wrong slots | median | most |
| -------- | -----: | ----: | ----: | -----: | ----: | ----------: | -----: | ---: |
${lines.join('\n')}`;
}
