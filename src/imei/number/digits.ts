const ZERO = 0x30;
const NINE = 0x39;

/** Whether the unit of a text with this number is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Whether a text consists of ASCII digits, and has some. By units: this is asked of every number several times. */
export function areDigits(text: string): boolean {
  return firstOther(text) < 0 && text !== '';
}

/** Where the first character stands that is no ASCII digit; -1 if there is none. */
export function firstOther(text: string): number {
  for (let index = 0; index < text.length; index += 1) if (!isDigit(text.charCodeAt(index))) return index;
  return -1;
}
