import { deflateSync } from 'node:zlib';
import { documentOf, type PdfObject } from './drawn-pdf.ts';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const SIZE = '/MediaBox [0 0 595 842]';
const MEGABYTE = 1_024 * 1_024;

const FONTS =
  '/Font << /G << /Type /Font /Subtype /TrueType /BaseFont /X /FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 /FontFile2 4 0 R >> >> >>';
/** The header of a page of 65,535 pixels by as many. Source: ITU-T T.88, 7.4.8. */
const JBIG2 = Buffer.from(`0000000030000100000013${'0000ffff0000ffff'.padEnd(38, '0')}`, 'hex');

function stream(dictionary: string, data: string | Uint8Array): PdfObject {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  const head = Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`, 'latin1');
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

/** One page after another; what each uses is among `more`, the first of which has the number after those of the pages. */
function pagesOf(
  pages: readonly { readonly content: string; readonly uses?: string }[],
  more: readonly PdfObject[] = [],
): Uint8Array {
  const first = 3;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ');
  return documentOf([
    CATALOG,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap(({ content, uses = '' }, index) => [
      `<< /Type /Page /Parent 2 0 R ${SIZE} /Contents ${first + 2 * index + 1} 0 R /Resources << /Font << /F ${first + 2 * pages.length} 0 R >> ${uses} >> >>`,
      stream('', content),
    ]),
    FONT,
    ...more,
  ]);
}

/** A page that says an IMEI in its text. */
const saying = (imei: string) => ({ content: `BT /F 12 Tf 60 700 Td (IMEI: ${imei}) Tj ET` });
/** What is drawn over the whole page. */
const DRAWN = 'q 595 0 0 842 0 0 cm /X Do Q';

/** A page that says an IMEI before one that no bounded memory holds. */
export function beforeTooMuch(imei: string): Uint8Array {
  const more = formsFrom(8, 12);
  return pagesOf([saying(imei), { content: '/X Do', uses: '/XObject << /X 8 0 R >>' }], more);
}

/** Documents that are made to take a reader's memory or time, or to do something; each with what it is. */
export const HOSTILE_DOCUMENTS: readonly (readonly [what: string, make: () => Uint8Array])[] = [
  ['a million pages', () => treeOf('/Kids [3 0 R] /Count 1000000')],
  ['a tree of pages of itself', () => treeOf('/Kids [2 0 R 2 0 R] /Count 10 /Parent 2 0 R')],
  [
    'a page that is larger than the earth',
    () => treeOf('/Kids [3 0 R] /Count 1', '/MediaBox [0 0 1e30 1e30] /UserUnit 9999'),
  ],
  [
    'text that unpacks twice',
    () => contentOf(stream('/Filter [/FlateDecode /FlateDecode]', unpackingTo(200))),
  ],
  [
    'objects that unpack',
    () =>
      contentOf(
        stream(
          '/Type /ObjStm /N 1000000 /First 10 /Extends 4 0 R /Filter /FlateDecode',
          deflateSync(Buffer.alloc(50 * MEGABYTE)),
        ),
      ),
  ],
  ['forms of ten forms each', () => usingX(formsFrom(6, 12))],
  ['a form of itself', () => usingX([formOf(6, '/X Do /X Do')])],
  [
    'an image that unpacks',
    () =>
      usingX([imageOf('/Width 30000 /Height 30000 /Filter [/FlateDecode /FlateDecode]', unpackingTo(40))]),
  ],
  [
    'a JBIG2 image of a huge size',
    () => usingX([imageOf('/Width 65535 /Height 65535 /Filter /JBIG2Decode', JBIG2)]),
  ],
  [
    'a JPEG 2000 image that is none',
    () => usingX([imageOf('/Width 65535 /Height 65535 /Filter /JPXDecode', Buffer.alloc(500, 0xff))]),
  ],
  ['a font that unpacks', () => usingX([formOf(6, 'BT /G 9 Tf (a) Tj ET')], FONTS)],
  ['a script and a program', running],
  ['arrays in arrays', () => documentOf(['['.repeat(100_000)])],
];

/** Those that take a processor until they are ended. */
export const SLOW_DOCUMENTS: typeof HOSTILE_DOCUMENTS = [
  [
    'a pattern of tiny tiles',
    () =>
      pagesOf(
        [{ content: '/Pattern cs /T scn 0 0 595 842 re f', uses: '/Pattern << /T 6 0 R >>' }],
        [tiles()],
      ),
  ],
  [
    'dashes without end',
    () => pagesOf([{ content: '[0.0001 0.0001] 0 d 1 w 0 0 m 595 842 l S '.repeat(1_000) }]),
  ],
];

function treeOf(tree: string, size = SIZE): Uint8Array {
  return documentOf([CATALOG, `<< /Type /Pages ${tree} >>`, `<< /Type /Page /Parent 2 0 R ${size} >>`]);
}

function contentOf(content: PdfObject): Uint8Array {
  const page = `<< /Type /Page /Parent 2 0 R ${SIZE} /Contents 4 0 R >>`;
  return documentOf([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, content]);
}

function usingX(more: readonly PdfObject[], uses = ''): Uint8Array {
  return pagesOf([{ content: DRAWN, uses: `/XObject << /X 6 0 R >> ${uses}` }], more);
}

function formOf(next: number, content: string): PdfObject {
  return stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${next} 0 R >> >>`,
    content,
  );
}

/** Forms that each draw the next one ten times. */
function formsFrom(first: number, count: number): readonly PdfObject[] {
  return Array.from({ length: count }, (_, index) =>
    formOf(first + Math.min(index + 1, count - 1), index + 1 < count ? '/X Do '.repeat(10) : '0 0 m 1 1 l S'),
  );
}

function imageOf(dictionary: string, data: Uint8Array): PdfObject {
  return stream(
    `/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 ${dictionary}`,
    data,
  );
}

function tiles(): PdfObject {
  const steps = '/BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>';
  return stream(`/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 ${steps}`, '0 0 1 1 re f');
}

/** Some kilobytes that are so many megabytes of zeros, packed twice. */
function unpackingTo(megabytes: number): Uint8Array {
  return deflateSync(deflateSync(Buffer.alloc(megabytes * MEGABYTE), { level: 9 }), { level: 9 });
}

/** What a reader that runs scripts would not come back from. */
function running(): Uint8Array {
  const script = '/S /JavaScript /JS (while (true) {})';
  return documentOf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << ${script} >> /Names << /JavaScript << /Names [(a) << ${script} >>] >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${SIZE} /AA << /O << /S /Launch /F (/bin/sh) >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://127.0.0.1:1/) >> >>] >>`,
  ]);
}
