import type { Forgotten } from './contents.ts';
import type { Case } from './load.ts';

/** What was paid in a chaos run, beside what its requests can cost. */
export interface Money {
  readonly paid: number;
  /** Payments of an IMEI that was paid before, which nobody wanted checked again. */
  readonly again: number;
  /** Those of them that a store was swapped for one that did not know the earlier payment. */
  readonly forgotten: number;
  /** The rest: only what was in flight at a kill excuses it. */
  readonly unexplained: number;
  /** IMEIs that nobody asked for. */
  readonly unasked: readonly string[];
}

/** @param forgotten what each swap has made the store forget */
export function moneyOf(
  cases: readonly Case[],
  paidChecks: readonly string[],
  forgotten: readonly Forgotten[],
): Money {
  const asked = new Set(cases.flatMap(({ imeis }) => imeis));
  const anew = countEach(cases.filter(({ fresh }) => fresh).flatMap(({ imeis }) => imeis));
  const onceAtLeast = new Set(cases.filter(({ fresh }) => !fresh).flatMap(({ imeis }) => imeis));
  const money = { paid: paidChecks.length, again: 0, forgotten: 0, unexplained: 0 };
  for (const [imei, times] of countEach(paidChecks)) {
    const wanted = (onceAtLeast.has(imei) ? 1 : 0) + (anew.get(imei) ?? 0);
    const again = Math.max(times - wanted, 0);
    const excused = forgotten.reduce((sum, { paid }) => sum + (paid.get(imei) ?? 0), 0);
    money.again += again;
    money.forgotten += Math.min(again, excused);
    money.unexplained += Math.max(again - excused, 0);
  }
  return { ...money, unasked: [...new Set(paidChecks)].filter((imei) => !asked.has(imei)) };
}

function countEach(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
