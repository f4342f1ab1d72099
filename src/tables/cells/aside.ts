import type { Aside } from '../../imei/find/findings.ts';
import { asideOf } from '../../imei/find/together.ts';
import { asImei, hasReportingBody, type Imei } from '../../imei/imei.ts';

/** Collects what is not checked unasked. */
export interface AsideNumbers {
  /** Takes a number; what no phone can have is nothing to ask about. */
  leave(name: string, digits: string): void;
  /** By name, without the IMEIs that are checked anyway. */
  without(checked: ReadonlySet<Imei>): readonly Aside[];
}

/** Nobody reads more names. */
const MOST_NAMES = 20;
const MOST_NUMBERS = 1_000;
const LETTERS = 26;
const FIRST_LETTER = 65;

/** Collects the numbers of one file. */
export function createAside(): AsideNumbers {
  const byName = new Map<string, Set<Imei>>();
  let count = 0;
  return {
    leave: (name, digits) => {
      const imei = asImei(digits);
      if (imei === undefined || !hasReportingBody(imei) || count >= MOST_NUMBERS) return;
      const own = byName.get(name) ?? new Set();
      if (byName.size >= MOST_NAMES && !byName.has(name)) return;
      byName.set(name, own.add(imei));
      count += 1;
    },
    without: (checked) =>
      asideOf(
        [...byName].map(([name, imeis]) => ({ name, imeis: [...imeis] })),
        checked,
      ),
  };
}

/** The letters of a column, as spreadsheets count: A, …, Z, AA. */
export function lettersOf(column: number): string {
  const rest = Math.floor(column / LETTERS) - 1;
  const last = String.fromCharCode(FIRST_LETTER + (column % LETTERS));
  return rest < 0 ? last : `${lettersOf(rest)}${last}`;
}
