import type { Archive } from './archive.ts';
import { isDateFormat } from './cell-values.ts';
import { createGrids } from './grid.ts';
import { readXml } from './markup.ts';
import { isTrue, readSheet, readStrings, type SheetContext, type Sheets } from './sheet.ts';

/** The part that every XLSX workbook has. */
export const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';

interface ListedSheet {
  readonly name: string;
  readonly id: string;
  readonly isHidden: boolean;
}

/** Reads the visible sheets of an XLSX workbook; of hidden ones it tells the names. Throws if it is broken. */
export function readWorkbook(archive: Archive): Sheets {
  const { sheets, from1904 } = readList(archive.read(WORKBOOK));
  const targets = readTargets(archive.read(RELATIONS));
  const context: SheetContext = {
    strings: readStrings(archive.read(STRINGS)),
    dates: readDateStyles(archive.read(STYLES)),
    from1904,
  };
  const newGrid = createGrids();
  const tables = sheets.flatMap(({ name, id, isHidden }) => {
    const part = isHidden ? undefined : archive.read(partOf(targets.get(id)));
    return part === undefined ? [] : (readSheet(part, context, newGrid()).table(name) ?? []);
  });
  return { tables, hiddenSheets: sheets.flatMap(({ name, isHidden }) => (isHidden ? [name] : [])) };
}

function readList(part: Uint8Array | undefined): {
  readonly sheets: ListedSheet[];
  readonly from1904: boolean;
} {
  const sheets: ListedSheet[] = [];
  let from1904 = false;
  readXml(part ?? new Uint8Array(), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const { name: title = '', state = 'visible' } = attributes;
      sheets.push({ name: title, id, isHidden: state !== 'visible' });
    },
    close: () => {},
    text: () => {},
  });
  if (sheets.length === 0) throw new RangeError('no sheets');
  return { sheets, from1904 };
}

function readTargets(part: Uint8Array | undefined): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(part ?? new Uint8Array(), {
    open: (_, { Id: id, Target: target }) => {
      if (id !== undefined && target !== undefined) targets.set(id, target);
    },
    close: () => {},
    text: () => {},
  });
  return targets;
}

/** Targets are relative to the workbook, or begin with a slash. */
function partOf(target = ''): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
}

function readDateStyles(part: Uint8Array | undefined): readonly boolean[] {
  const codes = new Map<number, string>();
  const dates: boolean[] = [];
  let isCellStyle = false;
  readXml(part ?? new Uint8Array(), {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name !== 'xf' || !isCellStyle) return;
      const id = Number(attributes.numFmtId ?? 0);
      dates.push(isDateFormat(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
    text: () => {},
  });
  return dates;
}
