import { type Cell, isBlank, type TableReading, trouble } from '../table.ts';
import { unpackXml } from './archive.ts';
import { isSmallSheet } from './extent.ts';

const WORKBOOK = 'xl/workbook.xml';
/** Numbers below this are written in whole digits; IMEIs are far below. */
const WRITTEN_OUT = 1e21;

/** Reads the first non-empty sheet of an XLSX workbook. */
export async function readWorkbook(bytes: Uint8Array): Promise<TableReading> {
  const unpacked = unpackXml(bytes);
  if (typeof unpacked === 'string') return trouble(unpacked);
  const { parts, archive } = unpacked;
  if (!parts.has(WORKBOOK)) return trouble('not-a-table');
  for (const part of parts.values()) if (!isSmallSheet(part.toString('utf8'))) return trouble('too-much');
  const sheets = await sheetsOf(archive);
  if (sheets === undefined) return trouble('not-a-table');
  const rows = sheets.find((sheet) => !sheet.every(isBlank)) ?? [];
  return { ok: true, table: { rows, kind: 'workbook' } };
}

async function sheetsOf(
  archive: Uint8Array<ArrayBuffer>,
): Promise<readonly (readonly (readonly Cell[])[])[] | undefined> {
  // Imported with the first workbook: most processes never read one.
  const { default: readWorkbookSheets } = await import('read-excel-file/universal');
  try {
    const sheets = await readWorkbookSheets(new Blob([archive]), {
      parseNumber: (written): Cell => ({ text: wholeDigits(written), number: true }),
      trim: false,
    });
    return sheets.map(({ data }) => data.map((row) => row.map(cellOf)));
  } catch {
    // The library throws many kinds of errors for a broken workbook; all mean the same to the sender.
    return undefined;
  }
}

/** A workbook may store 490154203237518 as `4.90154203237518E+14`. */
function wholeDigits(written: string): string {
  const number = Number(written);
  return Number.isInteger(number) && Math.abs(number) < WRITTEN_OUT ? number.toFixed(0) : written;
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return { text: Number.isNaN(value.getTime()) ? '' : dateText(value) };
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE' };
  if (typeof value === 'string') return { text: value };
  return isCell(value) ? value : { text: '' };
}

function isCell(value: unknown): value is Cell {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';
}

/** Without the time if it is midnight, which is how a sheet stores a date. */
function dateText(date: Date): string {
  return date
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace('T', ' ')
    .replace(/\.000Z$/, '');
}
