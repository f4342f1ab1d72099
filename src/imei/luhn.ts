/**
 * The check digit of the digits before it, by Luhn's formula (3GPP TS 23.003, annex B).
 * @param digits ASCII digits; for an IMEI its first 14
 */
export function luhnCheckDigit(digits: string): string {
  let sum = 0;
  for (let i = digits.length - 1, doubles = true; i >= 0; i -= 1, doubles = !doubles) {
    const digit = digits.charCodeAt(i) - 48;
    const value = doubles ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit is the check digit of the others. */
export function hasRightCheckDigit(digits: string): boolean {
  return luhnCheckDigit(digits.slice(0, -1)) === digits.slice(-1);
}
