const ZERO = 0x30;
const NINE = 0x39;

/** Whether the unit of a text with this number is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Whether a text consists of ASCII digits, and has some. */
export function areDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

/** The digits of an IMEI without its check digit, with it, or with the version of the software instead. */
const AS_MANY_AS_IMEIS = /^\d{14,16}$/;

/** Whether a text is nothing but as many digits as an IMEI may be written with. */
export function mayBeBareImei(text: string): boolean {
  return AS_MANY_AS_IMEIS.test(text);
}

/** The number that so many characters of a text are; -1 unless all of them are ASCII digits. */
export function numberAt(text: string, from: number, length: number): number {
  let number = 0;
  for (let index = from; index < from + length; index += 1) {
    const code = text.charCodeAt(index);
    if (!isDigit(code)) return -1;
    number = number * 10 + code - ZERO;
  }
  return number;
}

/** Where the first character stands that is no ASCII digit; -1 if there is none. */
export function firstOther(text: string): number {
  return text.search(/\D/);
}

/** How many digits the longest run of them in a text has. */
export function longestRun(text: string): number {
  let longest = 0;
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    length = isDigit(text.charCodeAt(index)) ? length + 1 : 0;
    if (length > longest) longest = length;
  }
  return longest;
}
