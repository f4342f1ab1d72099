import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type Label, readLabel } from '../../src/photos/label/label.ts';
import { photoOf } from '../support/files/photos.ts';
import { createMeasuredReader } from '../support/measure/measured-reader.ts';
import { falseFriends, TEXT_LEVELS, type TextLevel, type TextPicture } from './texts.ts';

/** `npm run test:photos` measures every level and writes the table; `npm test` looks at some of the false friends. */
const MEASURING = process.env.MODE === 'photos';
const RESULTS = new URL('./RESULTS-TEXT.md', import.meta.url);
const FALSE_FRIENDS: TextLevel = { kind: 'other numbers', pictures: falseFriends() };
const FEW: TextLevel = { ...FALSE_FRIENDS, pictures: FALSE_FRIENDS.pictures.slice(0, 3) };

interface Tally {
  readonly kind: string;
  readonly pictures: number;
  /** IMEIs on the pictures, those read right, and those that are not there. */
  readonly shown: number;
  readonly right: number;
  readonly wrong: number;
  readonly asked: number;
  /** Pictures that say which IMEI is of which slot, those on which it was read, and those on which it was read wrong. */
  readonly withSlots: number;
  readonly slots: number;
  readonly wrongSlots: number;
  /** Milliseconds of a processor for one picture, in the middle. */
  readonly medianMs: number;
  readonly mostMs: number;
}

describe('numbers in the text of pictures', () => {
  const reader = createMeasuredReader();
  const tallies: Tally[] = [];

  afterAll(async () => {
    if (MEASURING) writeFileSync(RESULTS, tableOf(tallies, reader.peakMb()));
    await reader.close();
  });

  const levels = MEASURING ? [...TEXT_LEVELS, FALSE_FRIENDS] : [FEW];
  it.each(levels.map((level) => [level.kind, level] as const))(
    'are never read as IMEIs that are not there: %s',
    async (_, level) => {
      const tally = await measure(level);
      tallies.push(tally);
      expect(tally).toMatchObject({ wrong: 0, wrongSlots: 0 });
    },
    1_200_000,
  );

  async function measure({ kind, pictures }: TextLevel): Promise<Tally> {
    const read: { readonly picture: TextPicture; readonly label: Label; readonly ms: number }[] = [];
    for (const picture of pictures) {
      const file = photoOf(picture.drawing, picture.damage);
      const { reading, processorMs: ms } = await reader.read(file);
      const label = reading.ok ? readLabel(reading.codes, reading.texts) : readLabel([]);
      read.push({ picture, label, ms });
    }
    const sum = (count: (one: (typeof read)[number]) => number): number =>
      read.reduce((total, one) => total + count(one), 0);
    const times = read.map(({ ms }) => ms).sort((one, other) => one - other);
    const found = ({ imeis }: Label): readonly string[] => imeis.map(({ imei }) => imei);
    const slotsOf = ({ imeis }: Label): readonly string[] =>
      imeis.flatMap(({ imei, label }) => (label === undefined ? [] : [`${label} ${imei}`]));
    return {
      kind,
      pictures: read.length,
      shown: sum(({ picture }) => picture.imeis.length),
      right: sum(({ picture, label }) => picture.imeis.filter((imei) => found(label).includes(imei)).length),
      wrong: sum(({ picture, label }) => found(label).filter((imei) => !picture.imeis.includes(imei)).length),
      asked: sum(({ label }) => label.problems.filter(({ problem }) => problem.kind === 'doubtful').length),
      withSlots: sum(({ picture }) => (picture.hasSlots === true ? 1 : 0)),
      slots: sum(({ label }) => (slotsOf(label).length > 0 ? 1 : 0)),
      wrongSlots: sum(({ picture, label }) => (isWrong(slotsOf(label), picture) ? 1 : 0)),
      medianMs: times[Math.floor(times.length / 2)] ?? 0,
      mostMs: times.at(-1) ?? 0,
    };
  }
});

function isWrong(slots: readonly string[], { imeis, hasSlots }: TextPicture): boolean {
  const right = imeis.map((imei, index) => `IMEI${index + 1} ${imei}`);
  return slots.length > 0 && (hasSlots !== true || slots.some((slot) => !right.includes(slot)));
}

function tableOf(tallies: readonly Tally[], peak: number): string {
  const rows = tallies.map(
    ({ kind, pictures, shown, right, wrong, asked, slots, withSlots, wrongSlots, medianMs, mostMs }) =>
      `| ${kind} | ${pictures} | ${right} of ${shown} | ${wrong} | ${asked} | ${slots} of ${withSlots} | ${wrongSlots} | ${Math.round(medianMs)} ms | ${Math.round(mostMs)} ms |`,
  );
  const all = (count: (one: Tally) => number): number =>
    tallies.reduce((sum, tally) => sum + count(tally), 0);
  const share = Math.round(
    (100 * all(({ right }) => right)) /
      Math.max(
        1,
        all(({ shown }) => shown),
      ),
  );
  return `# What is read from the text of pictures

Written by \`npm run test:photos\`. All pictures are drawn by the tests, with invented IMEIs: the settings of an iPhone and of
four kinds of Android phones and a sheet of \`*#06#\`, in English, German, French, Spanish and Russian, light and dark; SIM
trays; and numbers that are none. "Wrong" counts IMEIs that are not there and would have been checked; "asked" those of
which a person is asked before anything is paid. The times are those of a processor.

In all ${all(({ right }) => right)} of ${all(({ shown }) => shown)} IMEIs are read (${share} %), ${all(({ wrong }) => wrong)} are wrong. The process that read them took at most ${Math.round(peak)} MB.

| picture | pictures | IMEIs read | wrong | asked | slots told | wrong slots | processor time | at most |
| ------- | -------: | ---------: | ----: | ----: | ---------: | ----------: | -------------: | ------: |
${rows.join('\n')}
`;
}
