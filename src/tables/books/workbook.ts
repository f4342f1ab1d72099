import type { Archive } from './archive.ts';
import { isDateFormat } from './cell-values.ts';
import { createGrids } from './grid.ts';
import { readXml } from './markup.ts';
import { isTrue, readSheet, readStrings, type SheetContext, type Sheets } from './sheet.ts';

/** The part that an XLSX workbook has, unless its relations name another one. */
const WORKBOOK = 'xl/workbook.xml';
const OTHER_WORKBOOK = /(?:^|\/)workbook\d*\.xml$/;

interface ListedSheet {
  readonly name: string;
  readonly id: string;
  readonly isHidden: boolean;
}

/** The main part of an XLSX workbook; undefined if the archive is none. */
export function workbookIn(archive: Archive): string | undefined {
  if (archive.names.has(WORKBOOK)) return WORKBOOK;
  const named = readRelations(archive, '').byType.get('officeDocument')?.toLowerCase() ?? '';
  return OTHER_WORKBOOK.test(named) && archive.names.has(named) ? named : undefined;
}

/** Reads the visible sheets of an XLSX workbook by its main part; of hidden ones it tells the names. Throws if it is broken. */
export function readWorkbook(archive: Archive, workbook: string): Sheets {
  const { sheets, from1904 } = readList(archive.read(workbook));
  const { byId, byType } = readRelations(archive, workbook);
  const read = (type: string): Uint8Array | undefined =>
    archive.read(byType.get(type) ?? targetFrom(workbook, `${type}.xml`));
  const context: SheetContext = {
    strings: readStrings(read('sharedStrings')),
    dates: readDateStyles(read('styles')),
    from1904,
  };
  const newGrid = createGrids();
  const tables = sheets.flatMap(({ name, id, isHidden }) => {
    const part = isHidden ? undefined : archive.read(byId.get(id) ?? '');
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

/** The parts that a part of an archive relates to. */
interface Relations {
  /** By the id that the part uses. */
  readonly byId: ReadonlyMap<string, string>;
  /** By the last word of what they are, which has two beginnings: `worksheet`. The first one of each. */
  readonly byType: ReadonlyMap<string, string>;
}

/** What a part relates to, or the whole archive if the part is called ''. Source: ECMA-376-2, 6.5. */
function readRelations(archive: Archive, part: string): Relations {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
  readXml(archive.read(`${folder}_rels/${name}.rels`) ?? new Uint8Array(), {
    open: (_, { Id: id, Type: type = '', Target: named }) => {
      if (id === undefined || named === undefined) return;
      const target = targetFrom(part, named);
      byId.set(id, target);
      const kind = type.slice(type.lastIndexOf('/') + 1);
      if (!byType.has(kind)) byType.set(kind, target);
    },
    close: () => {},
    text: () => {},
  });
  return { byId, byType };
}

/** The part that another one names: from its own folder on or, with a slash before it, from the beginning. */
function targetFrom(part: string, named: string): string {
  const base = `part:/${part}`;
  const path = named.replaceAll('\\', '/');
  return URL.canParse(path, base) ? decodeURIComponent(new URL(path, base).pathname).slice(1) : '';
}
