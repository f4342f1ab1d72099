import { asImei } from './imei.ts';

/** An ISO 8601 date that is not part of a longer number. */
const DAY = /(?<![\d\-./])(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d|[-./]\d)/g;
/** Without other digits before or behind, unlike the groups of one number. */
const ALONE = {
  before: String.raw`(?<!\d[ \-./_()\\+\u200b]{0,8})`,
  behind: String.raw`(?![ \-./_()\\+\u200b]{0,8}\d)`,
};
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = String.raw`${OCTET}(?:\.${OCTET}){3}`;
/** IP addresses. */
const MACHINES = new RegExp(`${ALONE.before}${IPV4}(?: ${IPV4})*${ALONE.behind}`, 'g');
/** RFC 9562. */
const UUID = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi;
/** A duration or a share as machines write it: `12.345678901234567`. A TAC has more digits before the point. */
const DECIMAL = new RegExp(String.raw`${ALONE.before}\d{1,7}\.\d{7,}${ALONE.behind}`, 'g');

/**
 * Blanks numbers in a folded text that look like a grouped IMEI or card number but are identified as something else by their
 * form. Keeps the length.
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

/** `1.490154203237518`: the first item of a list, or an IMEI that contains a point. */
function mayBeImei(decimal: string): boolean {
  const [before = '', behind = ''] = decimal.split('.');
  return [before + behind, behind].some((digits) => asImei(digits) !== undefined);
}
