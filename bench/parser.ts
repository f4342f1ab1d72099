import validator from 'validator';
import { findImeis } from '../src/imei/find.ts';
import type { Bench } from './bench.ts';
import { figure, medianOf, rangeOf, ratio } from './figures.ts';
import { KINDS, textOf } from './texts.ts';

/** So many characters are the most that the goal is about, and so many times each kind is read. */
const WORST = 100_000;
const ROUNDS = 40;
const FREE_RATE = 8;
const WORST_MS = 20;
const FIFTEEN_DIGITS = /(?<!\d)\d{15}(?!\d)/g;
const FREE = 'Free text';
/** Bench 4: finding IMEIs in free text. */
export const parser: Bench = {
  title: 'Parser: IMEIs in free text',
  instead: (cell) =>
    `a pattern for fifteen digits and validator.js isIMEI read ${cell(FREE, -1, 4)} MB a second and find ${cell(FREE, -1, 6)} of the ${cell(FREE, -1, 3)} IMEIs that this bot finds at ${cell(FREE, -1, 1)} MB a second.`,
  run: async ({ seed, tiny, progress }) => {
    const sizes = tiny ? [1_000, 4_000] : [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    const rows = sizes.map((sizeBytes) => {
      progress(`${figure(sizeBytes)} bytes`);
      const text = textOf('free text', sizeBytes, seed);
      const repeats = tiny ? 1 : Math.min(Math.max(Math.round(20_000_000 / sizeBytes), 3), 2_000);
      const ours = measure(() => findImeis(text).found.length, repeats);
      const theirs = measure(
        () => (text.match(FIFTEEN_DIGITS) ?? []).filter((digits) => validator.isIMEI(digits)).length,
        repeats,
      );
      return { sizeBytes, ours, theirs };
    });
    const rates = rows.map(({ sizeBytes, ours }) => sizeBytes / ours.ms);
    const kinds = [...KINDS.keys()].map((kind) => {
      progress(kind);
      return { kind, ...measureKind(textOf(kind, tiny ? 1_000 : WORST, seed), tiny ? 1 : ROUNDS) };
    });
    const worst = Math.max(...kinds.map(({ times }) => medianOf(times)));
    const freeRate = medianOf(rates) / 1_000;
    const spread = Math.max(...rates) / Math.min(...rates);
    return {
      about:
        'Lines as people write them, with an IMEI each, half of them with separators. Ours finds, reads and explains every number in any form; beside it, what one would write at first: a regular expression for fifteen digits, and validator.js isIMEI on what it matches, which finds only those without separators and says of no other number what is wrong with it. The middle of several runs.',
      tables: [
        {
          title: FREE,
          columns: [
            'text',
            'ours, MB/s',
            'ours, IMEIs/s',
            'found',
            'validator, MB/s',
            'validator, IMEIs/s',
            'found',
            'IMEIs/s, ours / validator',
          ],
          rows: rows.map(({ sizeBytes, ours, theirs }) => [
            `${figure(sizeBytes / 1_000)} KB`,
            figure(sizeBytes / 1_000 / ours.ms),
            figure((ours.found / ours.ms) * 1_000),
            figure(ours.found),
            figure(sizeBytes / 1_000 / theirs.ms),
            figure((theirs.found / theirs.ms) * 1_000),
            figure(theirs.found),
            ratio(ours.found / ours.ms, theirs.found / theirs.ms),
          ]),
        },
        {
          title: `${figure(WORST)} characters of each kind`,
          columns: ['text', 'ms of the processor', 'MB/s', 'found'],
          rows: kinds.map(({ kind, times, found }) => [
            kind,
            rangeOf(times),
            figure(WORST / 1_000 / medianOf(times)),
            figure(found),
          ]),
        },
      ],
      goals: [
        {
          goal: `free text: at least ${FREE_RATE} MB/s`,
          measured: `${figure(freeRate)} MB/s`,
          isReached: freeRate >= FREE_RATE,
          why: 'Each word and number is read once, and each number is read as everything that it may be.',
        },
        {
          goal: `at most ${WORST_MS} ms of the processor for the worst ${figure(WORST)} characters`,
          measured: `${figure(worst)} ms`,
          isReached: worst <= WORST_MS,
          why: 'Each of them has many thousand numbers, of which each is explained.',
        },
        {
          goal: 'linear: the rate is the same within 2× from 1 KB to 10 MB',
          measured: `${spread.toFixed(2)}× between the fastest and the slowest`,
          isReached: spread <= 2,
        },
      ],
    };
  },
};

function measure(find: () => number, repeats: number): { readonly ms: number; readonly found: number } {
  let found = find();
  const times = Array.from({ length: repeats }, () => {
    const startedAt = performance.now();
    found = find();
    return performance.now() - startedAt;
  });
  return { ms: medianOf(times), found };
}

/** The processor's time of later readings: the first ones are of code that is not warm. */
function measureKind(
  text: string,
  rounds: number,
): { readonly times: readonly number[]; readonly found: number } {
  let found = 0;
  const times = Array.from({ length: 2 * rounds }, () => {
    const before = process.cpuUsage();
    found = findImeis(text).found.length;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return { times: times.slice(rounds), found };
}
