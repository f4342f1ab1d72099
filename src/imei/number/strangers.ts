import { asImei } from './imei.ts';

/** A day as ISO 8601 writes it, that is no part of something longer. */
const DAY = /(?<![\d\-./])(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d|[-./]\d)/g;
/** Not with other digits before or behind it, as groups of one number have them. */
const ALONE = {
  before: String.raw`(?<!\d[ \-./_()\\+\u200b]{0,8})`,
  behind: String.raw`(?![ \-./_()\\+\u200b]{0,8}\d)`,
};
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = String.raw`${OCTET}(?:\.${OCTET}){3}`;
/** The addresses of machines. */
const MACHINES = new RegExp(`${ALONE.before}${IPV4}(?: ${IPV4})*${ALONE.behind}`, 'g');
/** RFC 9562. */
const UUID = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi;
/** A duration or a share as machines write it: `12.345678901234567`. A TAC has more digits before the point. */
const DECIMAL = new RegExp(String.raw`${ALONE.before}\d{1,7}\.\d{7,}${ALONE.behind}`, 'g');

/**
 * A folded text in which nothing is left of the numbers that are written like an IMEI or a card number in groups, and are
 * known for something else by their form. It keeps its length.
 */
export function withoutStrangers(folded: string): string {
  return folded
    .replace(UUID, blank)
    .replace(DAY, blank)
    .replace(MACHINES, blank)
    .replace(DECIMAL, (decimal) => (mayBeImei(decimal) ? decimal : blank(decimal)));
}

function blank(text: string): string {
  return 'x'.repeat(text.length);
}

/** `1.490154203237518`, the first of a list, or an IMEI with one point in it. */
function mayBeImei(decimal: string): boolean {
  const [before = '', behind = ''] = decimal.split('.');
  return [before + behind, behind].some((digits) => asImei(digits) !== undefined);
}
