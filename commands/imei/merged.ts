import type { TableNumbers } from '../../src/files/tables/table-numbers.ts';
import {
  byLine,
  confirmed,
  correctionOf,
  type Findings,
  isEmpty,
  type Repeat,
  type SureImei,
  type UnsureImei,
} from '../../src/imei/findings.ts';
import type { Imei } from '../../src/imei/imei.ts';
import { CORRECTED, keyOfReason } from '../../src/imei/reason-keys.ts';
import type { ImeiQuery } from './query.ts';

/**
 * The findings of several texts and files as one, in their order and each IMEI once; a sure one
 * needs no confirmation.
 */
export function merge(parts: readonly Findings[]): Findings {
  const sure = new Map<Imei, SureImei>();
  const unsure = new Map<Imei, UnsureImei>();
  const repeats: Repeat[] = parts.flatMap((part) => part.repeats);
  for (const number of parts.flatMap((part) => part.sure)) {
    if (sure.has(number.imei)) repeats.push({ line: number.line, imei: number.imei });
    else sure.set(number.imei, number);
  }
  for (const number of parts.flatMap((part) => part.unsure)) {
    if (!sure.has(number.imei) && !unsure.has(number.imei)) unsure.set(number.imei, number);
  }
  return {
    sure: [...sure.values()],
    unsure: [...unsure.values()],
    invalid: parts.flatMap(({ invalid }) => invalid),
    repeats,
  };
}

/**
 * The same findings with the lines of several parts counted on, without those that have no number.
 */
export function renumbered(parts: readonly Findings[]): readonly Findings[] {
  if (parts.filter((part) => !isEmpty(part)).length <= 1) return parts;
  let last = 0;
  return parts.map(({ sure, unsure, invalid, repeats }) => {
    const lines = [...sure, ...unsure, ...invalid, ...repeats].map(({ line }) => line);
    const inOrder = [...new Set(lines)].sort((first, second) => first - second);
    const moved = new Map(inOrder.map((line, index) => [line, last + index + 1]));
    last += inOrder.length;
    const move = <Entry extends { readonly line: number }>(entry: Entry): Entry => ({
      ...entry,
      line: moved.get(entry.line) ?? entry.line,
    });
    return {
      sure: sure.map(move),
      unsure: unsure.map(move),
      invalid: invalid.map(move),
      repeats: repeats.map(move),
    };
  });
}

/**
 * The findings of a text or file with the confirmed and corrected numbers that are checked too,
 * line by line.
 */
export function withIncluded(
  { areAllConfirmed, include }: Pick<ImeiQuery, 'areAllConfirmed' | 'include'>,
  findings: Findings,
): Findings {
  const isCorrected = include.includes(CORRECTED);
  const { sure, unsure, invalid } = findings;
  const included = unsure
    .filter(({ why }) => areAllConfirmed || include.includes(keyOfReason(why)))
    .map(confirmed);
  const repaired = isCorrected ? invalid.flatMap((number) => correctionOf(number) ?? []) : [];
  const added = [...included, ...repaired];
  return merge([
    {
      ...findings,
      sure: added.length === 0 ? sure : [...sure, ...added].toSorted(byLine),
      invalid: isCorrected
        ? invalid.filter((number) => correctionOf(number) === undefined)
        : invalid,
    },
  ]);
}

/** The numbers of a table in the form of a text's, in the order of the rows. */
export function tableFindings({ sheets, unsure }: TableNumbers): Findings {
  const numbers = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.numbers));
  return {
    sure: numbers.filter((number) => number.kind === 'sure'),
    unsure: [
      ...numbers.filter((number) => number.kind === 'unsure'),
      ...unsure.flatMap((column) => column.numbers),
    ],
    invalid: numbers.filter((number) => number.kind === 'invalid'),
    repeats: [],
  };
}
