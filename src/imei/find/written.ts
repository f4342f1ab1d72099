import { asImei } from '../imei.ts';
import type { Aside } from './findings.ts';

/** Most characters that a text has which is searched: what an option of text takes. */
const MOST_CHARACTERS = 100_000;

/** A line of a text in which this IMEI is found again, with its label. */
export function lineWith(label: string | undefined, imei: string): string {
  return label === undefined ? imei : `${label}: ${imei}`;
}

/** The first lines, as many as one text may have. */
export function heldLines(lines: readonly string[]): readonly string[] {
  let left = MOST_CHARACTERS;
  const beyond = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return beyond < 0 ? lines : lines.slice(0, beyond);
}

/** Numbers that are not checked unasked, as lines in which {@link asideIn} finds them again: as many names as one text may have. */
export function asideLines(aside: readonly Aside[]): string {
  return heldLines(aside.map(({ name, imeis }) => `${name.replace(/\s+/gu, ' ')}\t${imeis.join(' ')}`)).join(
    '\n',
  );
}

/** The numbers of a text that {@link asideLines} has made. */
export function asideIn(text: string): readonly Aside[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', numbers = ''] = line.split('\t');
    const imeis = numbers.split(' ').flatMap((digits) => asImei(digits) ?? []);
    return imeis.length === 0 ? [] : [{ name, imeis }];
  });
}
