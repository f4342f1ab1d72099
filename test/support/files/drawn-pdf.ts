/** What is on a page of A4: lines of text and bars from the upper left corner, in points, or one picture over all of it. */
export interface PdfPage {
  readonly text?: readonly (readonly [x: number, y: number, text: string])[];
  /** Modules from the left, true for dark, drawn as programs for labels do, without a picture. */
  readonly bars?: readonly (readonly [x: number, y: number, modules: readonly boolean[]])[];
  readonly jpeg?: { readonly bytes: Uint8Array; readonly width: number; readonly height: number };
  /** Points of its sides, where it is not A4. */
  readonly size?: readonly [number, number];
  /** The page is shown turned by so many degrees; what is on it is turned back, so that it is upright then. */
  readonly turned?: 90 | 180 | 270;
  /** What is on it is not turned back, and lies on its side. */
  readonly isSideways?: boolean;
}

/** How what is drawn is turned back, for a page with these sides as it is shown. Source: ISO 32000-1, 7.7.3.3. */
const TURNS = {
  90: (_width: number, height: number) => `0 1 -1 0 ${height} 0 cm`,
  180: (width: number, height: number) => `-1 0 0 -1 ${width} ${height} cm`,
  270: (width: number, _height: number) => `0 -1 1 0 0 ${width} cm`,
} as const;

const A4 = [595, 842] as const;
/** Points of a module of bars, and of their height. */
const MODULE = 1.5;
const BARS_HEIGHT = 30;
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
/** Keys that no empty password opens. Source: PDF 1.7, 7.6.3. */
const LOCK = `<< /Filter /Standard /V 1 /R 2 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> /P -4 >>`;

/** A PDF, as programs for invoices and scanners write it. Source: ISO 32000-1. */
export function pdfOf(pages: readonly PdfPage[], { isLocked = false } = {}): Uint8Array {
  const objects: Buffer[] = [];
  const add = (...parts: readonly (string | Uint8Array)[]): number => {
    const body = parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part));
    objects.push(
      Buffer.concat([Buffer.from(`${objects.length + 1} 0 obj\n`), ...body, Buffer.from('\nendobj\n')]),
    );
    return objects.length;
  };
  const stream = (dictionary: string, data: Uint8Array): number =>
    add(`<< ${dictionary} /Length ${data.length} >>\nstream\n`, data, '\nendstream');
  const font = add(FONT);
  // The tree of pages comes behind them, at a number that is known before.
  const tree = 2 + pages.reduce((count, { jpeg }) => count + (jpeg === undefined ? 2 : 3), 0);
  const kids = pages.map(
    ({ text = [], bars = [], jpeg, turned, isSideways = false, size: [width, height] = A4 }) => {
      const lines = text.map(([x, y, line]) => `BT /F 12 Tf ${x} ${height - y} Td (${line}) Tj ET`);
      const areas = bars.flatMap(([x, y, modules]) =>
        modules.flatMap((isDark, at) =>
          isDark ? [`${x + at * MODULE} ${height - y - BARS_HEIGHT} ${MODULE} ${BARS_HEIGHT} re f`] : [],
        ),
      );
      const picture =
        jpeg &&
        stream(
          `/Type /XObject /Subtype /Image /Width ${jpeg.width} /Height ${jpeg.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
          jpeg.bytes,
        );
      const drawn = picture === undefined ? [] : [`q ${width} 0 0 ${height} 0 0 cm /P Do Q`];
      const turn = turned === undefined || isSideways ? [] : [TURNS[turned](width, height)];
      const content = stream('', Buffer.from([...turn, ...drawn, ...areas, ...lines].join('\n'), 'latin1'));
      const sides = !isSideways && (turned === 90 || turned === 270) ? [height, width] : [width, height];
      const rotate = turned === undefined ? '' : `/Rotate ${turned}`;
      const pictures = picture === undefined ? '' : `/XObject << /P ${picture} 0 R >>`;
      return add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${sides.join(' ')}] ${rotate} /Contents ${content} 0 R /Resources << /Font << /F ${font} 0 R >> ${pictures} >> >>`,
      );
    },
  );
  add(`<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`);
  const root = add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  const lock = isLocked ? ` /Encrypt ${add(LOCK)} 0 R /ID [<00> <00>]` : '';
  return withTable(objects, `/Root ${root} 0 R${lock}`);
}

/** What stands between the number of an object and its end. */
export type PdfObject = string | Uint8Array;

/** A PDF of these objects, numbered from 1; the first is its catalog. */
export function documentOf(objects: readonly PdfObject[]): Uint8Array {
  const whole = objects.map((object, index) =>
    Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n'),
    ]),
  );
  return withTable(whole, '/Root 1 0 R');
}

/** The objects behind their header, and where each of them is. */
function withTable(objects: readonly Buffer[], trailer: string): Uint8Array {
  const parts = [Buffer.from('%PDF-1.4\n'), ...objects];
  const places: string[] = [];
  let at = 0;
  for (const part of parts) {
    places.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    at += part.length;
  }
  const table = `xref\n0 ${parts.length}\n0000000000 65535 f \n${places.slice(1).join('')}`;
  const end = `trailer\n<< /Size ${parts.length} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(table + end)]));
}
