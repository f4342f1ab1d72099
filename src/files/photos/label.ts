import type { Code } from './bars.ts';
import type { PictureRead } from './contract.ts';

/** `SN: R58M1234ABC`, `S/N=…`, `"serial":"…"`, `Serial No. …`, and the serial number of GS1. */
const LABELLED =
  /(?:\(21\)|(?<![A-Z\d])(?:S\/?N|SERIAL(?:[ _-]?(?:NO|NUMBER))?)\b["'.]*\s*[:=#]?\s*["']?)([A-Z\d][A-Z\d/-]{4,24})(?![A-Z\d])/i;
/** A run with both letters and digits. */
const BARE = /^(?=.*[A-Z])(?=.*\d)[A-Z\d][A-Z\d/-]{5,19}$/;
/** ANSI MH10.8.2: the prefix `1P` marks a part number, `S` a serial number. */
const PART_NUMBER = /^1P/;
const PREFIX = /^S(?=[A-Z\d]{10}$|[A-Z\d]{12}$)/;
/** Model names as printed on boxes: `SM-G991BZADEUB`, `MLPF3LL/A`, `XT2041-4`. */
const MODEL = /^(?:SM-|[A-Z\d]{5,7}\/[A-Z]$|[A-Z]{2}\d{4}-\d+$)/;
/** Of a Samsung or an Apple device. */
const SERIAL = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{10,12}$/;
const SHAPED_LIKE_IMEI = /^\d{14,16}$/;
const GS1_GTIN = /\(0[12]\)(\d{14})/;
/** The leading zeros of a GTIN-14 or EAN-13 that holds a shorter number. */
const PADDING = /^0+(?=\d{12}$|\d{13}$)/;
/** GTIN-8, -12, -13 and -14. */
const GTIN = /^(?:\d{8}|\d{12,14})$/;
const LONGEST_GTIN = 14;

/** What the codes of a picture say beside IMEIs. */
export function labelOf(codes: readonly Code[]): PictureRead['label'] {
  const serial = serialOf(codes);
  const gtin = codes.map(gtinOf).find((one) => one !== undefined);
  return { ...(serial !== undefined && { serial }), ...(gtin !== undefined && { gtin }) };
}

/** The article number (EAN, UPC, GTIN) in a code, without padding; undefined for other codes. */
export function gtinOf({ text, family }: Code): string | undefined {
  const digits = GS1_GTIN.exec(text)?.[1] ?? text.trim();
  // Other linear codes hold anything. 13 digits are never an IMEI, and 14 in ITF are on shipping cartons (ITF-14).
  const mayBe =
    digits !== text.trim() ||
    family === 'EANUPC' ||
    digits.length === 13 ||
    (family === 'ITF' && digits.length === 14);
  return mayBe && isGtin(digits) ? digits.replace(PADDING, '') : undefined;
}

/** The surest serial number: one that is called so, then one of a known form, then other runs of letters and digits. */
function serialOf(codes: readonly Code[]): string | undefined {
  const texts = codes
    .filter(({ family }) => family !== 'EANUPC' && family !== 'ITF')
    .map(({ text }) => text.trim());
  const labelled = texts
    .flatMap((text) => LABELLED.exec(text)?.[1] ?? [])
    .find((one) => !SHAPED_LIKE_IMEI.test(one));
  if (labelled !== undefined) return labelled;
  const bare = texts.filter((text) => BARE.test(text) && !PART_NUMBER.test(text) && !MODEL.test(text));
  const known = bare.flatMap((text) => [text.replace(PREFIX, ''), text]).find((text) => SERIAL.test(text));
  return known ?? bare[0];
}

/**
 * Whether a text is the number of an article (EAN, UPC, GTIN): by its length and its check digit. GS1 General Specifications, 7.9.1:
 * alternating weights 3 and 1, the last digit completes the sum to a multiple of ten.
 */
function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false;
  const weighted = [...text.padStart(LONGEST_GTIN, '0')].map(
    (digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1),
  );
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}
