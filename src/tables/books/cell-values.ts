import { DAY_MS } from '../../core/clock.ts';
import type { Cell } from '../table.ts';

/** Numbers below this are written in whole digits; IMEIs are far below. */
const WRITTEN_OUT = 1e21;

const CONSTANT = /^\s*(?:"([^"]*)"|(\d+))\s*$/u;

/** 1970-01-01 in days of Excel, and what its calendar from 1904 on lags behind. Source: ECMA-376 18.17.4.1. */
const EPOCH_DAYS = 25_569;
const LATER_CALENDAR_DAYS = 1_462;
/** 9999-12-31; what is larger is no date, whatever its format. */
const LAST_DAY = 2_958_465;

/** A number of a workbook; one may be stored as `4.90154203237518E+14`. */
export function numberCell(written: string): Cell {
  const number = Number(written);
  const isWhole = written.trim() !== '' && Number.isInteger(number) && Math.abs(number) < WRITTEN_OUT;
  return { text: isWhole ? number.toFixed(0) : written, number: true };
}

/**
 * A formula, without the sign before it, that is a text or a number in itself: programs that calculate nothing leave its value
 * out, or say that it is 0. undefined for any other.
 */
export function constantCell(formula: string | undefined): Cell | undefined {
  const [, words, digits] = CONSTANT.exec(formula ?? '') ?? [];
  if (words !== undefined) return { text: words };
  return digits === undefined ? undefined : numberCell(digits);
}

/** A truth value as spreadsheets show it. */
export function truthCell(isTrue: boolean): Cell {
  return { text: isTrue ? 'TRUE' : 'FALSE' };
}

/** A number with the format of a date; without the time if it is midnight, which is how a sheet stores a date. */
export function dateCell(written: string, from1904: boolean): Cell {
  const days = Number(written);
  if (!Number.isFinite(days) || days < 0 || days > LAST_DAY) return numberCell(written);
  const ms = Math.round((days + (from1904 ? LATER_CALENDAR_DAYS : 0) - EPOCH_DAYS) * DAY_MS);
  const text = new Date(ms).toISOString();
  return {
    text: text
      .replace(/T00:00:00\.000Z$/, '')
      .replace('T', ' ')
      .replace(/\.\d{3}Z$/, ''),
  };
}

/** Ids of built-in formats of dates and times. Source: ECMA-376 18.8.30. */
const BUILT_IN: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
/** What is no placeholder in a format: quoted texts, escaped characters, colours and conditions. */
const NO_PLACEHOLDER = /"[^"]*"|\\.|_.|\[(?!h|m|s)[^\]]*\]/giu;

/** Whether a number format shows a date or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([from, to]) => id >= from && id <= to);
  return /[ymdhs]/iu.test(
    code
      .slice(0, 300)
      .replace(NO_PLACEHOLDER, '')
      .replace(/general/giu, ''),
  );
}
