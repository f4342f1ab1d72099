import { startsWith } from './foreign.ts';

/** Bytes examined to detect the encoding. */
const LOOKED_AT = 4_096;
/** The share of zero bytes in one half of UTF-16: digits and Latin letters have one each. */
const ZEROS_IN_UTF16 = 0.4;
/** What no text has: control characters but for tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BINARY = /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/u;

/** The byte order marks of UTF-32; the first two bytes of one are that of UTF-16 as well. */
const UTF32_LITTLE = [0xff, 0xfe, 0, 0];
const UTF32_BIG = [0, 0, 0xfe, 0xff];
const UTF32_BYTES = 4;
const LAST_CHARACTER = 0x10_ff_ff;
const UNKNOWN_CHARACTER = 0xff_fd;
/** Most arguments of a call. */
const CHARACTERS_AT_ONCE = 8_192;

/** How programs of DOS end a text, and what fills its last block. */
const END: ReadonlySet<number> = new Set([0x1a, 0]);

/**
 * Decodes a file as UTF-8 or UTF-16, with or without a byte order mark, as UTF-32 with one, or else as Windows-1252, in which every byte is
 * valid. Returns undefined if the result is not text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = withoutEnd(decode(bytes));
  return BINARY.test(text) ? undefined : text;
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && END.has(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function decode(bytes: Uint8Array): string {
  const utf32 = utf32In(bytes);
  if (utf32 !== undefined) return utf32;
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8, so it is what older Western programs write.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (bytes.byteLength % 2 === 1) return undefined;
  const start = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((number) => number / (start.byteLength / 2));
  if (odd >= ZEROS_IN_UTF16 && even === 0) return 'utf-16le';
  return even >= ZEROS_IN_UTF16 && odd === 0 ? 'utf-16be' : undefined;
}

/** A text in UTF-32, which no decoder of the platform knows, without its mark; undefined without one. */
function utf32In(bytes: Uint8Array): string | undefined {
  const isBig = startsWith(bytes, UTF32_BIG);
  if (!isBig && !startsWith(bytes, UTF32_LITTLE)) return undefined;
  const units = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters = Array.from({ length: Math.floor(bytes.byteLength / UTF32_BYTES) - 1 }, (_, index) => {
    const code = units.getUint32((index + 1) * UTF32_BYTES, !isBig);
    return code > LAST_CHARACTER ? UNKNOWN_CHARACTER : code;
  });
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += CHARACTERS_AT_ONCE)
    parts.push(String.fromCodePoint(...characters.slice(at, at + CHARACTERS_AT_ONCE)));
  return parts.join('');
}
