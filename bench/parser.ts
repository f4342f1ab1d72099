import { findImeis } from '../src/imei/find.ts';
import { createRandom } from '../src/sandbox/random.ts';
import { imeiOf } from '../test/support/imeis.ts';
import { type Bench, figure, medianOf, rangeOf } from './bench.ts';

/** Characters of each text, and how often each is read. */
const LENGTH = 100_000;
const ROUNDS = 40;
const FREE_RATE = 10;
const WORST_MS = 50;
const FREE = 'free text';

type Random = () => number;

const SENTENCES = [
  'The box says',
  'found this one in the drawer, no charger, screen fine:',
  'Rechnung Nr. 4711 vom 12.03.2024, Gerät schwarz, IMEI',
  'ends in 77, call me at 10:30 or write to stock@example.com,',
  'second hand, 128 GB, battery 87 %,',
];

/** The lines of each kind of text; the last ones are the slowest that we found. */
const KINDS: Readonly<Record<string, (random: Random) => string>> = {
  [FREE]: (random) => {
    const imei = anImei(random);
    const written = random() < 0.5 ? imei : imei.replace(/^(\d{2})(\d{6})(\d{6})/, '$1-$2-$3-');
    return `${SENTENCES[Math.floor(random() * SENTENCES.length)] ?? ''} ${written}`;
  },
  'a list of IMEIs': anImei,
  'almost IMEIs': (random) =>
    anImei(random).replace(/\d$/, (last) => String((Number(last) + 1) % 10)),
  'text without numbers': () =>
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod.',
  'other scripts': (random) => `Привет, вот номер 三星手机 ${anImei(random)} спасибо`,
  links: (random) => `https://shop.example/phones?imei=${anImei(random)}&page=2`,
  'card numbers': () => '4111 1111 1111 1111',
  'short groups': () => '12 34 56 78',
  'encoded signs': () => '%2D1'.repeat(25),
  'digits and dashes': () => '1-'.repeat(50_000),
  'letters for digits': () => '49O154203237518 O0lI5S8B',
  slashes: () => '/ '.repeat(50),
  'a device on each line': (random) => `device ${anImei(random)}`,
  'other words on each line': (random) =>
    `${aWord(random)} phone of ${aWord(random)} for ${Math.floor(random() * 900)} EUR, IMEI ${anImei(random)}`,
  'a long word before each': (random) => `IMEI a${'_'.repeat(60)}${anImei(random)}`,
};

/** How fast IMEIs are found in a text. */
export const parser: Bench = {
  title: 'Parser: IMEIs in free text',
  run: async ({ seed, tiny, progress }) => {
    const [length, rounds] = tiny ? [1_000, 1] : [LENGTH, ROUNDS];
    const kinds = Object.entries(KINDS).map(([kind, line]) => {
      progress(kind);
      const { times, found } = measure(textOf(line, length, seed), rounds);
      return { kind, times, found, rate: length / 1_000 / medianOf(times) };
    });
    const freeRate = kinds.find(({ kind }) => kind === FREE)?.rate ?? Number.NaN;
    const worst = Math.max(...kinds.map(({ times }) => medianOf(times)));
    return {
      about: `${figure(length)} characters of each kind, read ${rounds} times after as many readings that do not count.`,
      tables: [
        {
          title: 'Texts',
          columns: ['text', 'processor, ms', 'MB/s', 'found'],
          rows: kinds.map(({ kind, times, found, rate }) => [
            kind,
            rangeOf(times),
            figure(rate),
            figure(found),
          ]),
        },
      ],
      goals: [
        {
          goal: `free text: at least ${FREE_RATE} MB/s`,
          measured: `${figure(freeRate)} MB/s`,
          isReached: freeRate >= FREE_RATE,
        },
        {
          goal: `the slowest text of ${figure(LENGTH)} characters: at most ${WORST_MS} ms`,
          measured: `${figure(worst)} ms`,
          isReached: worst <= WORST_MS,
        },
      ],
    };
  },
};

/** The processor's time of each reading, in milliseconds. */
function measure(
  text: string,
  rounds: number,
): { readonly times: readonly number[]; readonly found: number } {
  let found = 0;
  const times = Array.from({ length: 2 * rounds }, () => {
    const before = process.cpuUsage();
    found = findImeis(text).sure.length;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return { times: times.slice(rounds), found };
}

function textOf(line: (random: Random) => string, length: number, seed: number): string {
  const random = createRandom(seed);
  let text = '';
  while (text.length < length) text += `${line(random)}\n`;
  return text.slice(0, length);
}

function aWord(random: Random): string {
  return Math.floor(random() * 1_000_000).toString(36);
}

function anImei(random: Random): string {
  return imeiOf(
    String(35_000_000 + Math.floor(random() * 1_000_000)),
    Math.floor(random() * 1_000_000),
  );
}
