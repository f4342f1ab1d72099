import { asImei, hasBodyOfToday, IMEI_LENGTH } from '../../imei/imei.ts';

/**
 * A line of a PDF with nothing but the rest of a number, and the line above it. With `.*\d.*` a
 * long line of digits would take quadratic time.
 */
const WRAPPED = /^(?=.*\d)(.*)\r?\n[ \t]*(\d{1,9})[ \t]*$/gm;
const GROUPS = /(?<!\d)\d+(?!\d)/g;

/**
 * Joins the numbers that a narrow column of a table has cut: `1 iPhone 3569380310 450,00`, and
 * `00012` below. Only if one group of the line above and the rest are an IMEI.
 */
export function joinWrapped(text: string): string {
  return text.replace(WRAPPED, (lines: string, above: string, rest: string) => {
    const beginnings = (above.match(GROUPS) ?? []).filter((group) => isImei(group + rest));
    const [beginning] = beginnings;
    if (beginning === undefined || beginnings.length > 1) return lines;
    return above.replace(beginning, beginning + rest);
  });
}

function isImei(digits: string): boolean {
  return digits.length === IMEI_LENGTH && hasBodyOfToday(digits) && asImei(digits) !== undefined;
}
