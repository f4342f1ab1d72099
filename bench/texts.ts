import { createRandom } from '../src/sandbox/faults/random.ts';
import { imeiOf } from '../test/support/imeis.ts';

/** What people write around a number. */
const SENTENCES = [
  'The box says',
  'found this one in the drawer, no charger, screen fine:',
  'Rechnung Nr. 4711 vom 12.03.2024, Gerät schwarz, IMEI',
  'ends in 77, call me at 10:30 or write to stock@example.com,',
  'second hand, 128 GB, battery 87 %,',
];
const PROSE = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt.';

/** Makes the lines of a kind of text. */
type Lines = (random: () => number) => () => string;

const free: Lines = (random) => () => {
  const imei = anImei(random);
  const written = random() < 0.5 ? imei : imei.replace(/^(\d{2})(\d{6})(\d{6})/, '$1-$2-$3-');
  return `${SENTENCES[Math.floor(random() * SENTENCES.length)] ?? ''} ${written}`;
};

/** Kinds of text that the parser is given, and pieces that were the slowest that could be found. */
export const KINDS: ReadonlyMap<string, Lines> = new Map<string, Lines>([
  ['free text', free],
  ['a list of IMEIs', (random) => () => anImei(random)],
  ['almost IMEIs', (random) => () => withOtherEnd(anImei(random), random)],
  ['text without numbers', () => () => PROSE],
  ['other scripts', (random) => () => `Привет, вот номер 三星手机 ${anImei(random)} спасибо`],
  ['links', (random) => () => `https://shop.example/phones?imei=${anImei(random)}&page=2`],
  ['hostile: card numbers', () => () => '4111 1111 1111 1111'],
  ['hostile: short groups', () => () => '12 34 56 78'],
  ['hostile: encoded signs', () => () => '%2D1'.repeat(25)],
  ['hostile: digits and dashes', () => () => '1-'.repeat(50_000)],
  ['hostile: letters for digits', () => () => '49O154203237518 O0lI5S8B'],
  ['hostile: slashes', () => () => '/ '.repeat(50)],
  ['hostile: a device on each line', (random) => () => `device ${anImei(random)}`],
  ['hostile: a word of no end before each', (random) => () => `IMEI a${'_'.repeat(60)}${anImei(random)}`],
]);

/** @returns at least so many characters of a kind, the same for a seed */
export function textOf(kind: string, length: number, seed: number): string {
  const line = (KINDS.get(kind) ?? free)(createRandom(seed));
  const lines: string[] = [];
  for (let written = 0; written < length; ) {
    const text = line();
    lines.push(text);
    written += text.length + 1;
  }
  return lines.join('\n').slice(0, length);
}

function anImei(random: () => number): string {
  const tac = String(35_000_000 + Math.floor(random() * 1_000_000));
  return imeiOf(tac, Math.floor(random() * 1_000_000));
}

/** With another check digit than the right one. */
function withOtherEnd(imei: string, random: () => number): string {
  return imei.slice(0, -1) + ((Number(imei.at(-1)) + 1 + Math.floor(random() * 9)) % 10);
}
