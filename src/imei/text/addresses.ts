import type { Steps } from '../../core/async/event-loop.ts';

/** Replaces blanked characters: ends every number and joins no two of them. */
export const GONE = '\ufffc';
/** Characters that cannot occur in a web address end it. */
const ENDS = /[\s"'<>`|{}]/g;
const ENDS_BEFORE = /[\s"'<>`|{}]/;
/** Every address contains one of these. */
const SIGNS = /[/\\@=?#]|www\./gi;
const PATH_START = /^(?:\.{1,2}|~|[a-z]:)?[/\\]([^/\\]*)[/\\]/i;
const LONGEST_HOST = 255;
/** The target of a Markdown link, `](https://…)`, with brackets in it; without an end, it has all the rest. */
const LINK_TARGET = /\]\((?:[^()]*(?:\([^()]*\)[^()]*)*\)|.*$)/g;
const TARGET_START = '](';
/** A parameter that says that it is an IMEI; what else an address has is an id of something, or part of a path. */
const IMEI_PARAMETER = /(?<=^|[?&;#(])imei(?:sv)?_?[12]?=[\d-]{14,20}(?![\w%-])/gi;
/** Each of these contains it, which is looked for many times as fast. */
const HAS_IMEI = /imei/i;
const LONGEST_TOP_DOMAIN = 24;

/**
 * Blanks web addresses, their parameters, mail addresses and file paths. The text of a Markdown link stays, and a parameter that
 * is called `imei`. Keeps the length.
 */
export function* withoutAddresses(text: string): Steps<string> {
  const parts: string[] = [];
  let written = 0;
  let done = 0;
  for (let sign = firstSign(text, 0); sign !== undefined; sign = firstSign(text, done)) {
    const from = startOfPiece(text, sign, done);
    done = endOfPiece(text, sign);
    const piece = text.slice(from, done);
    const blanked = withoutLinks(piece);
    if (blanked !== piece) {
      parts.push(text.slice(written, from), blanked);
      written = done;
    }
    yield;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(written);
}

/** Without the targets of its Markdown links; the texts between them are looked at as well. */
function withoutLinks(piece: string): string {
  if (!piece.includes(TARGET_START)) return withoutAddress(piece);
  const parts: string[] = [];
  let done = 0;
  for (const { 0: target, index } of piece.matchAll(LINK_TARGET)) {
    parts.push(withoutAddress(piece.slice(done, index)), TARGET_START);
    parts.push(withoutAddress(target.slice(TARGET_START.length)));
    done = index + target.length;
  }
  return parts.join('') + withoutAddress(piece.slice(done));
}

function withoutAddress(part: string): string {
  if (!isAddress(part)) return part;
  if (!HAS_IMEI.test(part)) return GONE.repeat(part.length);
  const parts: string[] = [];
  let done = 0;
  for (const { 0: parameter, index } of part.matchAll(IMEI_PARAMETER)) {
    parts.push(GONE.repeat(index - done), parameter);
    done = index + parameter.length;
  }
  return parts.join('') + GONE.repeat(part.length - done);
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
    /^[([]?www\./i.test(piece) ||
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
  if (end <= 0 || end > LONGEST_HOST) return false;
  const host = piece.slice(0, end).replace(/:\d{1,5}$/, '');
  const topDomain = host.slice(host.lastIndexOf('.') + 1);
  return host !== topDomain && topDomain.length <= LONGEST_TOP_DOMAIN && /^[a-z]{2,}$/i.test(topDomain);
}
