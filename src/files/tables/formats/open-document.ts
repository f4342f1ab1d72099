import * as XLSX from '@e965/xlsx';

/** ` table:name="Phones" table:style-name="ta1"` */
const ATTRIBUTES = String.raw`((?:\s+[^\s<>="'/]+="[^"]*")*)\s*`;
/** `<table:table table:name="Phones">`, but not `<table:table/>`, which SheetJS leaves out. */
const TABLE = new RegExp(`<table:table${ATTRIBUTES}>`, 'g');
/** `<style:style style:name="ta1"><style:table-properties table:display="false"/>` */
const TABLE_STYLE = new RegExp(
  String.raw`<style:style${ATTRIBUTES}>\s*<style:table-properties${ATTRIBUTES}/?>`,
  'g',
);

/** The XML with the tables of an OpenDocument spreadsheet; undefined for any other workbook. */
export function openDocumentXml(
  { bookType }: XLSX.WorkBook,
  content: Uint8Array | string,
): string | undefined {
  if (typeof content === 'string') return bookType === 'fods' ? content : undefined;
  if (bookType !== 'ods') return undefined;
  const archive = XLSX.CFB.read(Buffer.from(content), { type: 'buffer' });
  return Buffer.from(XLSX.CFB.find(archive, '/content.xml')?.content ?? []).toString();
}

/**
 * Marks hidden tables, whose style says so:
 *
 *     <style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>
 *     <table:table table:name="Old phones" table:style-name="ta2">
 *
 * SheetJS 0.20.3 does not read which tables of an OpenDocument spreadsheet are hidden. After an
 * update look whether `Workbook.Sheets` says so.
 */
export function hideTables(book: XLSX.WorkBook, xml: string): void {
  const hiding = new Set(
    Array.from(xml.matchAll(TABLE_STYLE))
      .filter(([, , look = '']) => attributeOf(look, 'table:display') === 'false')
      .map(([, style = '']) => attributeOf(style, 'style:name')),
  );
  book.Workbook = {
    Sheets: Array.from(xml.matchAll(TABLE), ([, table = '']) => {
      const style = attributeOf(table, 'table:style-name');
      return { Hidden: style !== undefined && hiding.has(style) ? 1 : 0 };
    }),
  };
}

function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(String.raw`\s${name}="([^"]*)"`).exec(attributes)?.[1];
}
