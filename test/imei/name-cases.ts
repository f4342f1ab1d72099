import { expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find.ts';
import { A, B, C } from './verdicts.ts';

/**
 * A, B and C are IMEIs, X and Y those of SIM cards, O and P of orders: all with a right check
 * digit. M is A without it.
 */
const NUMBERS: Readonly<Record<string, string>> = {
  A,
  B,
  C,
  M: A.slice(0, 14),
  O: '490154205512033',
  P: '353918052107063',
  X: '505011234567896',
  Y: '525011234567892',
};

export type NameCase = readonly [text: string, checked: string, asked: string];

/** Each case: a text, the numbers that are checked, and those that are asked about. */
export function nameCases(table: readonly NameCase[]): void {
  it.each(table)('%j: checks “%s”, asks about “%s”', (text, checked, asked) => {
    const { sure, unsure } = findImeis(written(text));
    expect({ checked: letters(sure), asked: letters(unsure) }).toEqual({ checked, asked });
  });
}

function written(text: string): string {
  return text.replace(/\$([A-Z])/g, (_, letter: string) => NUMBERS[letter] ?? '');
}

function letters(imeis: readonly { readonly imei: string }[]): string {
  const letterOf = (imei: string): string =>
    Object.keys(NUMBERS).find((letter) => NUMBERS[letter] === imei) ?? imei;
  return imeis.map(({ imei }) => letterOf(imei)).join(' ');
}
