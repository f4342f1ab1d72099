import type { TableNumbers } from '../../src/files/tables/numbers/table-numbers.ts';
import { groupBy } from '../../src/format/imei/group-by.ts';
import {
  asConfirmed,
  byLine,
  type Finding,
  type Findings,
  type InvalidNumber,
  impliedNumber,
  isEmpty,
  type Repeat,
  type SureImei,
  type UnsureImei,
} from '../../src/imei/findings.ts';
import { byVerdict, isMoreCertain, keyOf } from '../../src/imei/gather.ts';
import type { Imei } from '../../src/imei/imei.ts';
import { CORRECTED, keyOfReason } from '../../src/imei/reason-keys.ts';
import type { ImeiQuery } from './imei-query.ts';

/**
 * Merges the findings of several texts and files, in their order, as if they were one text. A
 * number that several parts have is taken from the part that is most certain of it.
 *
 *     text    Order 356938035643809    unsure: it has the name of another number
 *     file    IMEI 356938035643809     sure
 *     merged  the sure number of the file; the one in the text is a repeat
 */
export function mergeParts(parts: readonly Findings[]): Findings {
  const chosen = new Map<string, readonly [Finding, ...Finding[]]>();
  const repeats: Repeat[] = parts.flatMap((part) => part.repeats);
  for (const { sure, unsure, invalid } of parts) {
    // A table may have an invalid number in several rows: each of them counts.
    for (const [key, numbers] of groupBy([...sure, ...unsure, ...invalid], keyOf)) {
      const former = chosen.get(key);
      // The first is the most certain of the part.
      const isChosen = former === undefined || isMoreCertain(numbers[0], former[0]);
      if (isChosen) chosen.set(key, numbers);
      // An invalid number has no IMEI to repeat.
      if (former !== undefined && former[0].kind !== 'invalid') {
        const { imei } = former[0];
        const dropped = isChosen ? former : numbers;
        repeats.push(...dropped.map(({ line }) => ({ line, imei })));
      }
    }
  }
  return byVerdict([...chosen.values()].flat(), repeats);
}

/**
 * Renumbers the lines of several parts as those of one text. Lines without a number do not count.
 * If only one part has numbers, its lines stay as they are.
 *
 *     lines 2 and 5 of a text, line 1 of a file  →  1, 2 and 3
 */
export function numberedAsOneText(parts: readonly Findings[]): readonly Findings[] {
  if (parts.filter((part) => !isEmpty(part)).length <= 1) return parts;
  let last = 0;
  return parts.map(({ sure, unsure, invalid, repeats }) => {
    const lines = [...sure, ...unsure, ...invalid, ...repeats].map(({ line }) => line);
    const inOrder = [...new Set(lines)].sort((first, second) => first - second);
    const moved = new Map(inOrder.map((line, index) => [line, last + index + 1]));
    last += inOrder.length;
    const move = <Located extends { readonly line: number }>(number: Located): Located => ({
      ...number,
      line: moved.get(number.line) ?? number.line,
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
 * The findings of a text or file, in which the numbers that the person has confirmed, or wants
 * corrected, are sure. The sure numbers are in the order of the lines.
 */
export function withIncluded(
  { areAllConfirmed, include }: Pick<ImeiQuery, 'areAllConfirmed' | 'include'>,
  findings: Findings,
): Findings {
  const isConfirmed = ({ why }: UnsureImei): boolean =>
    areAllConfirmed || include.includes(keyOfReason(why));
  const isCorrected = (number: InvalidNumber): boolean =>
    include.includes(CORRECTED) && impliedNumber(number) !== undefined;
  const added = [
    ...findings.unsure.filter(isConfirmed).map(asConfirmed),
    ...findings.invalid.filter(isCorrected).flatMap((number) => impliedNumber(number) ?? []),
  ];
  return listEachOnce({
    ...findings,
    sure: added.length === 0 ? findings.sure : [...findings.sure, ...added].toSorted(byLine),
    unsure: findings.unsure.filter((number) => !isConfirmed(number)),
    invalid: findings.invalid.filter((number) => !isCorrected(number)),
  });
}

/** Keeps each IMEI of a text or file once: as a sure number, if any place is sure of it. */
function listEachOnce(findings: Findings): Findings {
  const sure = new Map<Imei, SureImei>();
  const unsure = new Map<Imei, UnsureImei>();
  const repeats: Repeat[] = [...findings.repeats];
  for (const number of findings.sure) {
    if (sure.has(number.imei)) repeats.push({ line: number.line, imei: number.imei });
    else sure.set(number.imei, number);
  }
  for (const number of findings.unsure) {
    if (!sure.has(number.imei) && !unsure.has(number.imei)) unsure.set(number.imei, number);
  }
  return { ...findings, sure: [...sure.values()], unsure: [...unsure.values()], repeats };
}

/**
 * The numbers of a table as findings, in the order of the rows; after them those of the columns to
 * confirm.
 */
export function tableFindings({ sheets, columnsToConfirm }: TableNumbers): Findings {
  const inRows = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.numbers));
  const toConfirm = columnsToConfirm.flatMap((column) => column.numbers);
  return byVerdict([...inRows, ...toConfirm], []);
}
