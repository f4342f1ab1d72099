/** Excel's limit for the text of a cell. */
const MAX_CELL_CHARACTERS = 32_767;
/** What XML cannot hold, escaped or not: control characters, and halves of a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu;

/** Writes an XLSX workbook of text cells, so that no number loses a digit and nothing is a formula. */
export async function toXlsx(rows: readonly (readonly string[])[]): Promise<Uint8Array> {
  // Imported with the first workbook: most processes never write one.
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const sheet = rows.map((row) =>
    row.map((text) => {
      const value = text.replace(NOT_XML, '').slice(0, MAX_CELL_CHARACTERS);
      return value === '' ? null : { value: storable(value), type: String, format: '@' };
    }),
  );
  return writeWorkbook(sheet).toBuffer();
}

/**
 * The library looks texts up in a plain object and finds inherited names such as `constructor`; a trailing space avoids that
 * and is invisible.
 */
function storable(text: string): string {
  return Reflect.has(Object.prototype, text) ? `${text} ` : text;
}
