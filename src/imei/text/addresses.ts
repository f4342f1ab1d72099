import type { Steps } from '../../core/async/in-portions.ts';

/** Replaces blanked characters: ends every number and joins no two of them. */
export const GONE = '\ufffc';
/** Characters that cannot occur in a web address end it. */
const ENDS = /[\s"'<>`|{}]/g;
const ENDS_BEFORE = /[\s"'<>`|{}]/;
/** Every address contains one of these. */
const SIGNS = /[/\\@=?#]|www\./gi;
const PATH_START = /^(?:\.{1,2}|~|[a-z]:)?[/\\]([^/\\]*)[/\\]/i;
const LONGEST_HOST = 255;
const LONGEST_TOP_DOMAIN = 24;

/** Blanks web addresses, their parameters, mail addresses and file paths. Keeps the length. */
export function* withoutAddresses(text: string): Steps<string> {
  const parts: string[] = [];
  let done = 0;
  for (let sign = firstSign(text, 0); sign !== undefined; sign = firstSign(text, done)) {
    const from = startOfPiece(text, sign, done);
    const to = endOfPiece(text, sign);
    const piece = text.slice(from, to);
    parts.push(text.slice(done, from), isAddress(piece) ? GONE.repeat(piece.length) : piece);
    done = to;
    yield;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}

function firstSign(text: string, from: number): number | undefined {
  SIGNS.lastIndex = from;
  return SIGNS.exec(text)?.index;
}

function startOfPiece(text: string, sign: number, least: number): number {
  let from = sign;
  while (from > least && !ENDS_BEFORE.test(text[from - 1] ?? '')) from -= 1;
  return from;
}

function endOfPiece(text: string, sign: number): number {
  ENDS.lastIndex = sign;
  return ENDS.exec(text)?.index ?? text.length;
}

function isAddress(piece: string): boolean {
  return (
    piece.includes('://') ||
    /^\(?www\./i.test(piece) ||
    /.@[a-z]/i.test(piece) ||
    isQuery(piece) ||
    isPath(piece) ||
    hasHost(piece)
  );
}

/** `?imei=…` or `a=1&b=2`, but not `imei=…?`, which is a question. */
function isQuery(piece: string): boolean {
  const lastValue = piece.lastIndexOf('=');
  if (lastValue < 0) return false;
  const question = piece.indexOf('?');
  return piece.includes('&') || (question >= 0 && question < lastValue);
}

function isPath(piece: string): boolean {
  const first = PATH_START.exec(piece)?.[1];
  return first !== undefined && /[a-z]/i.test(first);
}

/** `example.com/490154203237518` */
function hasHost(piece: string): boolean {
  const end = piece.search(/[/?#]/);
  if (end < 0 || end > LONGEST_HOST) return false;
  const host = piece.slice(0, end).replace(/:\d{1,5}$/, '');
  const topDomain = host.slice(host.lastIndexOf('.') + 1);
  return host !== topDomain && topDomain.length <= LONGEST_TOP_DOMAIN && /^[a-z]{2,}$/i.test(topDomain);
}
