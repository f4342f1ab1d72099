/** GTIN-8, -12, -13 and -14. */
const DIGITS = /^(?:\d{8}|\d{12,14})$/;
const LONGEST = 14;

/**
 * Whether a text is the number of an article (EAN, UPC, GTIN): by its length and its check digit. GS1 General Specifications, 7.9.1:
 * alternating weights 3 and 1, the last digit completes the sum to a multiple of ten.
 */
export function isGtin(text: string): boolean {
  if (!DIGITS.test(text)) return false;
  const weighted = [...text.padStart(LONGEST, '0')].map(
    (digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1),
  );
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}
