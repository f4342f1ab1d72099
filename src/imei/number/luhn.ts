const ZERO = 0x30;
/** What a digit counts for in a doubled place: the digits of its double added up. */
const DOUBLED: readonly number[] = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/** The check digit of the digits before it; for an IMEI of its first 14 (3GPP TS 23.003, annex B). */
export function luhnCheckDigit(digits: string): string {
  return String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** Whether the last digit of a number is its Luhn check digit, as in IMEIs and payment cards. */
export function hasRightCheckDigit(digits: string): boolean {
  return luhnSum(digits) % 10 === 0;
}

/** The number with the one other digit at `index` that makes it pass. */
export function mendedAt(digits: string, index: number): string {
  const values = isDoubled(digits, index) ? DOUBLED : DOUBLED.map((_, digit) => digit);
  const value = values[Number(digits[index])] ?? 0;
  const wanted = (value - (luhnSum(digits) % 10) + 10) % 10;
  return `${digits.slice(0, index)}${values.indexOf(wanted)}${digits.slice(index + 1)}`;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(index) - ZERO;
    sum += isDoubled(digits, index) ? (DOUBLED[digit] ?? 0) : digit;
  }
  return sum;
}

/** Every second digit is doubled, beginning beside the check digit. */
function isDoubled(digits: string, index: number): boolean {
  return (digits.length - index) % 2 === 0;
}
