import { isAscii, isUtf8 } from 'node:buffer';
import { nameInTitle } from '../../../imei/names/label.ts';

/** The part of a text that shows its encoding. */
const HEAD_BYTES = 4_096;
/** The encodings of texts by the byte order mark at their start, in hexadecimal. */
const ENCODING_OF_MARK: Readonly<Record<string, string>> = {
  fffe: 'utf-16le',
  feff: 'utf-16be',
};
/** The encodings in which spreadsheets write texts that are not UTF-8, by their language. */
const ENCODING_OF_LANGUAGE: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  ru: 'windows-1251',
  uk: 'windows-1251',
  zh: 'gb18030',
  'zh-Hant': 'big5',
};
/** Those of other languages, and of older programs. */
const OLD_ENCODINGS = [
  'windows-1252',
  'windows-1251',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
  'windows-1256',
  'ibm866',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-874',
];
/** Between the titles of columns, and between a name and its number. */
const BETWEEN_NAMES = /[\n\r;,\t|:"]+/;
/** The longest name, with words around it. */
const MAX_CHARACTERS = 80;
/** The share of zero bytes from which each letter has two bytes. */
const MIN_ZERO_SHARE = 0.25;
/** `<meta charset="windows-1251">`, `<?xml version="1.0" encoding="windows-1251"?>` */
const NAMED_IN_MARKUP = /^\s*<[\s\S]*?\b(?:charset|encoding)\s*=\s*["']?([\w-]+)/i;

export interface EncodingHints {
  /** The language of the sender. */
  readonly language: string;
  /** The encoding that the text names itself, if it does. */
  readonly named?: string | undefined;
}

/**
 * Decodes a text, whatever its encoding is. It is found by a mark, by a name within the text, by
 * its bytes, or by what it makes of the titles:
 *
 *     ff fe 49 00 4d 00…                 utf-16le, by the mark
 *     <meta charset="windows-1251">…     windows-1251, by its name
 *     cd ee ec e5 f0 20 49 4d 45 49      windows-1251, if the sender writes Russian: `Номер IMEI`
 */
export function decodeText(bytes: Uint8Array, hints: EncodingHints): string {
  return new TextDecoder(encodingOf(bytes, hints)).decode(bytes);
}

function encodingOf(bytes: Uint8Array, { language, named }: EncodingHints): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const wide = ENCODING_OF_MARK[head.toString('hex', 0, 2)] ?? unmarkedUtf16(head);
  if (wide !== undefined) return wide;
  const known = knownEncoding(named ?? NAMED_IN_MARKUP.exec(head.toString('latin1'))?.[1]);
  // Some programs write UTF-8 and name another one. There are also encodings of plain bytes.
  if (isUtf8(bytes) && (known === undefined || !isAscii(bytes))) return 'utf-8';
  return known ?? likeliestEncoding(head, language);
}

/** UTF-16 without a mark: in most texts, every second byte is zero. */
function unmarkedUtf16(head: Buffer): string | undefined {
  const zeroCounts = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0) zeroCounts[index % 2] = (zeroCounts[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeroCounts;
  if (Math.min(even, odd) > 0 || even + odd < head.length * MIN_ZERO_SHARE) return undefined;
  if (even + odd === 0) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/**
 * The name as decoders have it; undefined if none has this encoding. UTF-16 shows in the bytes, and
 * programs also name it above other texts.
 */
function knownEncoding(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(name);
    return encoding.startsWith('utf-16') ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** The encoding in which the most names of numbers can be read, the usual one first. */
function likeliestEncoding(head: Buffer, language: string): string {
  const usual = ENCODING_OF_LANGUAGE[language] ?? 'windows-1252';
  const counts = Array.from(new Set([usual, ...OLD_ENCODINGS]), (encoding) => ({
    encoding,
    count: countNames(new TextDecoder(encoding).decode(head)),
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  return counts.find(({ count }) => count === most)?.encoding ?? usual;
}

function countNames(text: string): number {
  const titles = new Set(
    text.split(BETWEEN_NAMES).filter(({ length }) => length <= MAX_CHARACTERS),
  );
  return [...titles].filter((title) => nameInTitle(title).kind !== 'nothing').length;
}
