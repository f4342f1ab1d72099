import type { Code } from './bars.ts';
import type { PictureRead } from './contract.ts';

/** `SN: R58M1234ABC`, `S/N=…`, `"serial":"…"`, `Serial No. …`, and the serial number of GS1. */
const LABELLED =
  /(?:\(21\)|(?<![A-Z\d])(?:S\/?N|SERIAL(?:[ _-]?(?:NO|NUMBER))?)\b["'.]*\s*[:=#]?\s*["']?)([A-Z\d][A-Z\d/-]{4,24})(?![A-Z\d])/i;
/** As Samsung and Apple write it. ANSI MH10.8.2: `S` before it marks a serial number, `1P` a part number. */
const BARE = /^(?!1P)S?((?=.*\d)(?=.*[A-Z])[A-Z\d]{10,12})$/;
const SHAPED_LIKE_IMEI = /^\d{14,16}$/;
const GS1_GTIN = /\(0[12]\)(\d{14})/;
/** GTIN-8, -12, -13 and -14, and the leading zeros of one that holds a shorter number. */
const GTIN = /^(?:\d{8}|\d{12,14})$/;
const PADDING = /^0+(?=\d{12}$|\d{13}$)/;

/** What the codes of a picture say beside IMEIs. */
export function labelOf(codes: readonly Code[]): PictureRead['label'] {
  const others = codes.filter(({ family }) => family !== 'EANUPC' && family !== 'ITF');
  const serials = [LABELLED, BARE]
    .flatMap((pattern) => others.map(({ text }) => pattern.exec(text.trim())?.[1]))
    .filter((serial) => serial !== undefined && !SHAPED_LIKE_IMEI.test(serial));
  return { serial: serials[0], gtin: codes.map(gtinOf).find((gtin) => gtin !== undefined) };
}

/** The article number in a code, without padding. Linear codes of other families hold anything. */
function gtinOf({ text, family }: Code): string | undefined {
  const digits = GS1_GTIN.exec(text)?.[1] ?? (family === 'EANUPC' || family === 'ITF' ? text.trim() : '');
  return isGtin(digits) ? digits.replace(PADDING, '') : undefined;
}

/** By its length and check digit. GS1 General Specifications, 7.9.1: weights 3 and 1 give a sum that is a multiple of ten. */
function isGtin(digits: string): boolean {
  const weighted = [...digits.padStart(14, '0')].map((digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1));
  return GTIN.test(digits) && weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}
