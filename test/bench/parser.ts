import validator from 'validator';
import { findImeis } from '../../src/imei/find/find.ts';
import { createRandom } from '../../src/sandbox/faults/random.ts';
import { imeiOf } from '../support/imeis.ts';
import type { Bench } from './bench.ts';
import { figure, medianOf, ratio } from './figures.ts';

const FIFTEEN_DIGITS = /(?<!\d)\d{15}(?!\d)/g;
/** What people write around a number. */
const SENTENCES = [
  'The box says',
  'found this one in the drawer, no charger, screen fine:',
  'Rechnung Nr. 4711 vom 12.03.2024, Gerät schwarz, IMEI',
  'ends in 77, call me at 10:30 or write to stock@example.com,',
  'second hand, 128 GB, battery 87 %,',
];

/** Bench 4: finding IMEIs in free text. */
export const parser: Bench = {
  title: 'Parser: IMEIs in free text',
  run: async ({ seed, tiny, progress }) => {
    const sizes = tiny ? [1_000, 4_000] : [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    const rows = sizes.map((sizeBytes) => {
      progress(`${figure(sizeBytes)} bytes`);
      const text = freeText(sizeBytes, seed);
      const repeats = tiny ? 1 : Math.min(Math.max(Math.round(20_000_000 / sizeBytes), 3), 2_000);
      const ours = measure(() => findImeis(text).found.length, repeats);
      const theirs = measure(
        () => (text.match(FIFTEEN_DIGITS) ?? []).filter((digits) => validator.isIMEI(digits)).length,
        repeats,
      );
      return { sizeBytes, ours, theirs };
    });
    const rates = rows.map(({ sizeBytes, ours }) => sizeBytes / ours.ms);
    const spread = Math.max(...rates) / Math.min(...rates);
    return {
      about:
        'Lines as people write them, with an IMEI each, half of them with separators. Ours finds, reads and explains every number in any form; beside it, what one would write at first: a regular expression for fifteen digits, and validator.js isIMEI on what it matches, which finds only those without separators and says of no other number what is wrong with it. The middle of several runs.',
      tables: [
        {
          title: 'Free text',
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
      ],
      goals: [
        {
          goal: 'linear: the rate is the same within 2× from 1 KB to 10 MB',
          measured: `${spread.toFixed(2)}× between the fastest and the slowest`,
          isReached: spread <= 2,
        },
      ],
    };
  },
};

/** @param sizeBytes all of it is a little more than ASCII */
function freeText(sizeBytes: number, seed: number): string {
  const random = createRandom(seed);
  const lines: string[] = [];
  for (let length = 0; length < sizeBytes; ) {
    const sentence = SENTENCES[Math.floor(random() * SENTENCES.length)] ?? '';
    const imei = imeiOf(
      String(35_000_000 + Math.floor(random() * 1_000_000)),
      Math.floor(random() * 1_000_000),
    );
    const written = random() < 0.5 ? imei : imei.replace(/^(\d{2})(\d{6})(\d{6})/, '$1-$2-$3-');
    const line = `${sentence} ${written}`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

function measure(find: () => number, repeats: number): { readonly ms: number; readonly found: number } {
  let found = find();
  const times = Array.from({ length: repeats }, () => {
    const startedAt = performance.now();
    found = find();
    return performance.now() - startedAt;
  });
  return { ms: medianOf(times), found };
}
