import type { KnownTac } from '../../imei/number/read.ts';
import { isAkin, type Kin, kinOf } from '../../imei/others/kin.ts';
import type { Tally } from './tally.ts';

/** The share of a column's numbers that has to be vouched for. */
const MOST = 0.5;

/** What the columns of a file that are called IMEI say of its other columns. */
export interface Called extends Kin {
  /** There is such a column. */
  readonly isAny: boolean;
}

/** What these columns say, which are called IMEI. */
export function calledIn(tallies: readonly Tally[]): Called {
  return { isAny: tallies.length > 0, ...kinOf(tallies.flatMap(({ sample }) => [...sample])) };
}

/** Whether something tells that most numbers of a column are of phones, whatever its title. */
export function isVouchedFor({ sample }: Tally, called: Called, known: KnownTac): boolean {
  const akin = [...sample].filter((imei) => isAkin(imei, called, known));
  return sample.size > 0 && akin.length >= sample.size * MOST;
}
