import type { FileReference } from '../../core/options.ts';

/** A format that is recognised by the first bytes. `jxl` and `jp2` cannot be decoded. */
export type PictureFormat =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'gif'
  | 'bmp'
  | 'tiff'
  | 'avif'
  | 'heic'
  | 'pdf'
  | 'jxl'
  | 'jp2';

const CALLED_PICTURE = /^image\//i;
const PICTURE_NAME = /\.(?:png|jpe?g|jfif|gif|bmp|webp|hei[cf]|avif|tiff?|jxl|jp2)$/i;

/** The first bytes of a format in hexadecimal. */
const FIRST_BYTES: readonly (readonly [PictureFormat, RegExp])[] = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['gif', /^474946383[79]61/],
  ['webp', /^52494646.{8}57454250/],
  // Every BMP has these four zero bytes, and a text that starts with "BM" does not.
  ['bmp', /^424d.{8}00000000/],
  ['tiff', /^(?:4949(?:2a|2b)00|4d4d00(?:2a|2b))/],
  // ISO 14496-12: `ftyp` and a brand of pictures. AVIF: avif, avis. HEIC: heic, heix, heim, heis, hevc, hevx, mif1, msf1.
  ['avif', /^.{8}66747970617669(?:66|73)/],
  ['heic', /^.{8}66747970(?:686569(?:63|78|6d|73)|686576(?:63|78)|6d696631|6d736631)/],
  ['jxl', /^(?:ff0a|0000000c4a584c20)/],
  ['jp2', /^0000000c6a502020/],
];
const FIRST = 16;
/** PDF 1.7, H.3: a PDF may begin and end anywhere in so many bytes. */
const PDF_WITHIN = 1024;

/** The format by the content of a file; undefined for other files. */
export function pictureFormat(file: Uint8Array): PictureFormat | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.toString('hex', 0, FIRST);
  return isPdf(bytes) ? 'pdf' : FIRST_BYTES.find(([, first]) => first.test(start))?.[0];
}

/** Printers write something before a PDF. A list that only mentions `%PDF-1` does not end like one. */
function isPdf(bytes: Buffer): boolean {
  const at = bytes.toString('latin1', 0, PDF_WITHIN).search(/%PDF-\d/);
  return (
    at === 0 || (at > 0 && bytes.toString('latin1', Math.max(0, bytes.length - PDF_WITHIN)).includes('%%EOF'))
  );
}

/** Whether the type or the name of a file says that it is a picture. A platform may only say `application/octet-stream`. */
export function isCalledPicture({
  contentType = '',
  name,
}: Pick<FileReference, 'contentType' | 'name'>): boolean {
  return CALLED_PICTURE.test(contentType) || PICTURE_NAME.test(name);
}
