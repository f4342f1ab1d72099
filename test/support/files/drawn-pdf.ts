/**
 * What is on a page of A4: lines of text from the upper left corner, in points, or one picture over
 * all of it.
 */
export interface PdfPage {
  readonly text?: readonly (readonly [x: number, y: number, text: string])[];
  readonly jpeg?: { readonly bytes: Uint8Array; readonly width: number; readonly height: number };
  /** Points of its sides, if it is not A4. */
  readonly size?: readonly [number, number];
}

/** What is between the number of an object and its end. */
export type PdfObject = string | Uint8Array;

const A4 = [595, 842] as const;
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
/** Keys that no empty password opens. Source: PDF 1.7, 7.6.3. */
const LOCK = `<< /Filter /Standard /V 1 /R 2 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> /P -4 >>`;

/** A PDF, as programs for invoices and scanners write it. Source: ISO 32000-1. */
export function pdfOf(pages: readonly PdfPage[], { isLocked = false } = {}): Uint8Array {
  const more: PdfObject[] = [FONT];
  const add = (object: PdfObject): number => more.push(object) + 2;
  const kids = pages.map(({ text = [], jpeg, size: [width, height] = A4 }) => {
    const lines = text.map(([x, y, line]) => `BT /F 12 Tf ${x} ${height - y} Td (${line}) Tj ET`);
    const sides = `/Width ${jpeg?.width} /Height ${jpeg?.height}`;
    const image = `/Type /XObject /Subtype /Image ${sides} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
    const picture = jpeg && add(streamOf(image, jpeg.bytes));
    const drawn = picture === undefined ? [] : [`q ${width} 0 0 ${height} 0 0 cm /P Do Q`];
    const content = add(streamOf('', [...drawn, ...lines].join('\n')));
    const uses = `/Font << /F 3 0 R >> ${picture === undefined ? '' : `/XObject << /P ${picture} 0 R >>`}`;
    const box = `/MediaBox [0 0 ${width} ${height}]`;
    return add(
      `<< /Type /Page /Parent 2 0 R ${box} /Contents ${content} 0 R /Resources << ${uses} >> >>`,
    );
  });
  const tree = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`;
  const lock = isLocked ? `/Encrypt ${add(LOCK)} 0 R /ID [<00> <00>]` : '';
  return documentOf([CATALOG, tree, ...more], lock);
}

/** A page of these contents; what it uses is among `more`, the first of which has the number 5. */
export function pageWith(
  content: PdfObject,
  uses = '',
  more: readonly PdfObject[] = [],
): Uint8Array {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${uses} >> >>`;
  return documentOf([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, content, ...more]);
}

/** An object with data. */
export function streamOf(dictionary: string, data: string | Uint8Array): PdfObject {
  const bytes = Buffer.from(data as Uint8Array);
  const head = Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`);
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

/** A PDF of these objects, numbered from 1; the first is its catalog. */
export function documentOf(objects: readonly PdfObject[], trailer = ''): Uint8Array {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places: string[] = [];
  let at = 0;
  for (const [index, object] of objects.entries()) {
    at += parts.at(-1)?.length ?? 0;
    places.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    const body = Buffer.from(object as Uint8Array);
    parts.push(
      Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]),
    );
  }
  at += parts.at(-1)?.length ?? 0;
  const table = `xref\n0 ${parts.length}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${parts.length} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(table + end)]));
}
