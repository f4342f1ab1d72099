import type { TitleName } from './names.ts';

/** What is counted of the numbers of 15 digits in a column. */
export interface ColumnCounts {
  /** Their check digit fits. */
  readonly whole: number;
  /** It does not. */
  readonly misfit: number;
}

/** `imeis`: to be checked. `asked`: a person has to say whether they are IMEIs. `none`: numbers of something else. */
export type ColumnVerdict = 'imeis' | 'asked' | 'none';

/** So many check digits do not fit by chance. */
const FEWEST = 3;
/** How many numbers without a mistake there are for one with. */
const MOST_RIGHT = 3;

/** Whether so many check digits fit that it is no chance, whatever is said of the numbers. */
export function isProof({ whole, misfit }: ColumnCounts): boolean {
  return whole >= FEWEST && whole >= misfit * MOST_RIGHT;
}

/**
 * Whether numbers with the check digit of an IMEI are IMEIs, by the title of their column. One in ten of any others has it, and those of
 * customers or orders may all have it.
 */
export function columnVerdict(title: TitleName, { whole, misfit }: ColumnCounts): ColumnVerdict {
  switch (title) {
    case 'imei':
      return 'imeis';
    case 'other':
      return whole > 0 && whole >= misfit * MOST_RIGHT ? 'asked' : 'none';
    case 'phone':
      if (isProof({ whole, misfit })) return 'imeis';
      return whole > misfit ? 'asked' : 'none';
    case 'nothing':
      return whole >= misfit ? 'imeis' : 'asked';
  }
}
