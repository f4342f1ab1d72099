/** The first bytes of each format in hexadecimal. */
const FIRST_BYTES = {
  jpeg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  gif: /^474946383[79]61/,
  webp: /^52494646.{8}57454250/,
  // Every BMP has these four zero bytes, and a text that starts with "BM" does not.
  bmp: /^424d.{8}00000000/,
  tiff: /^(?:4949(?:2a|2b)00|4d4d00(?:2a|2b))/,
  avif: filesOfBrand('avif', 'avis'),
  heic: filesOfBrand('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'),
  // Some programs write a mark or line ends before it.
  pdf: /^(?:efbbbf)?(?:0[0ad]|20)*255044462d/,
};

/** ISO 14496-12: a file of these brands has `ftyp` and its brand behind a length of four bytes. */
function filesOfBrand(...brands: readonly string[]): RegExp {
  const [mark, ...names] = ['ftyp', ...brands].map((text) => Buffer.from(text).toString('hex'));
  return new RegExp(`^.{8}${mark}(?:${names.join('|')})`);
}

/** The format of a picture or a PDF by its first bytes; undefined for other files. */
export function pictureFormat(file: Uint8Array): keyof typeof FIRST_BYTES | undefined {
  const start = Buffer.from(file.subarray(0, 16)).toString('hex');
  const formats = Object.keys(FIRST_BYTES) as (keyof typeof FIRST_BYTES)[];
  return formats.find((format) => FIRST_BYTES[format].test(start));
}
