import { withNames } from '../../imei/others/own-names.ts';

/** What is done with the numbers of a cell that have a name of their own. */
export interface NamesHeeded {
  /** Other numbers of the table have the name IMEI: those with any other name are none. */
  readonly isNamed: boolean;
  /** Takes a number whose name is not known to be of something else. */
  readonly leave?: (name: string, digits: string) => void;
}

/** Stands for what was taken out: a name without its number would be that of the next one. */
const NOTHING = ';';

/** Whether a number of a text has the name IMEI. */
export function namesImei(text: string): boolean {
  let isSo = false;
  withNames(text, ({ says }) => {
    isSo ||= says === 'imei';
    return undefined;
  });
  return isSo;
}

/** A text without the numbers that it names as something else, and without their names. */
export function withoutOthers(text: string, { isNamed, leave }: NamesHeeded): string {
  return withNames(text, ({ name, says }, digits) => {
    if (says !== 'other' && (says !== 'unknown' || !isNamed)) return undefined;
    if (says === 'unknown') leave?.(name, digits);
    return NOTHING;
  });
}
