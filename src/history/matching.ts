import { foldText } from '../imei/text/fold.ts';
import type { RecentCheck } from './history.ts';

/** Fewest digits that are looked for at the end of an IMEI. */
const FEWEST_DIGITS = 2;

/**
 * The checks that match what is looked for, in their order: every word of it is in brand and model, or its digits are the last
 * of the IMEI. All of them if nothing is looked for.
 */
export function matching(checks: readonly RecentCheck[], find: string): readonly RecentCheck[] {
  const wanted = foldText(find).toLowerCase().trim();
  if (wanted === '') return checks;
  const words = wanted.split(/\s+/);
  const isNumber = /^[\d\s\-./…]+$/.test(wanted);
  const digits = isNumber ? wanted.replace(/\D/g, '') : '';
  return checks.filter(({ imei, name = '' }) => {
    const lower = name.toLowerCase();
    const isNamed = words.every((word) => lower.includes(word));
    return isNamed || (digits.length >= FEWEST_DIGITS && imei.endsWith(digits));
  });
}
