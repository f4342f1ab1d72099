const ZERO = 0x30;
const NINE = 0x39;

/** The value of each digit at a doubled position: the digit sum of its double. */
const DOUBLED: readonly number[] = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
/** The same at the others. */
const SINGLE: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Whether the unit of a text with this number is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** The Luhn check digit for the digits before it; for an IMEI its first 14 (3GPP TS 23.003, annex B). */
export function luhnCheckDigit(digits: string): string {
  return String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** Whether the last digit of a number is its Luhn check digit, as in IMEIs and payment cards. */
export function hasRightCheckDigit(digits: string): boolean {
  return luhnSum(digits) % 10 === 0;
}

/** The number with the digit at `index` replaced by the only one that makes the check digit right. */
export function mendedAt(digits: string, index: number): string {
  // Every second digit is doubled, starting next to the check digit.
  const isDoubled = (digits.length - index) % 2 === 0;
  const values = isDoubled ? DOUBLED : SINGLE;
  const value = values[Number(digits[index])] ?? 0;
  const wanted = (value - (luhnSum(digits) % 10) + 10) % 10;
  return `${digits.slice(0, index)}${values.indexOf(wanted)}${digits.slice(index + 1)}`;
}

function luhnSum(digits: string): number {
  let sum = 0;
  let isDoubled = digits.length % 2 === 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(index) - ZERO;
    sum += isDoubled ? (DOUBLED[digit] ?? 0) : digit;
    isDoubled = !isDoubled;
  }
  return sum;
}
