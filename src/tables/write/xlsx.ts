/** Excel's limit for the text of a cell. */
const MAX_CELL_CHARACTERS = 32_767;
/** What XML cannot hold, escaped or not: control characters, and halves of a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu;

/** What the name of a sheet must not have, and how long it may be. */
const NOT_IN_NAMES = /[[\]:*?/\\]|^'|'$/gu;
const MAX_NAME_CHARACTERS = 31;

/** A sheet of text cells. */
export interface WrittenSheet {
  /** undefined if the table had none. */
  readonly name: string | undefined;
  readonly rows: readonly (readonly string[])[];
}

/** Writes an XLSX workbook of text cells, so that no number loses a digit and nothing is a formula. */
export async function toXlsx(sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  // Imported with the first workbook: most processes never write one.
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const names = new Set<string>();
  const written = sheets.map(({ name, rows }, index) => ({
    sheet: newName(name ?? `Sheet${index + 1}`, names),
    data: rows.map((row) => row.map(writtenCell)),
  }));
  return writeWorkbook(written).toBuffer();
}

function writtenCell(text: string) {
  const value = text.replace(NOT_XML, '').slice(0, MAX_CELL_CHARACTERS);
  return value === '' ? null : ({ value: storable(value), type: String, format: '@' } as const);
}

/** A name that no other sheet has, whatever its case. */
function newName(name: string, taken: Set<string>): string {
  const plain = name.replace(NOT_XML, '').replace(NOT_IN_NAMES, ' ').trim() || 'Sheet';
  let own = plain.slice(0, MAX_NAME_CHARACTERS);
  for (let index = 2; taken.has(own.toLowerCase()); index += 1) {
    own = `${plain.slice(0, MAX_NAME_CHARACTERS - 5)} ${index}`;
  }
  taken.add(own.toLowerCase());
  return own;
}

/**
 * The library looks texts up in a plain object and finds inherited names such as `constructor`; a trailing space avoids that
 * and is invisible.
 */
function storable(text: string): string {
  return Reflect.has(Object.prototype, text) ? `${text} ` : text;
}
