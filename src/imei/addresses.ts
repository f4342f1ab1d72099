/** Ends every number and joins no two of them. */
const GONE = '\ufffc';
/** What a web address cannot hold ends it. */
const PIECE = /[^\s"'<>`|{}]+/g;
const PATH_START = /^(?:\.{1,2}|~|[a-z]:)?[/\\]([^/\\]*)[/\\]/i;
const LONGEST_HOST = 255;
const LONGEST_TOP_DOMAIN = 24;

/** The text with web addresses, their parameters, mail addresses and file paths blanked out; its length stays. */
export function withoutAddresses(text: string): string {
  return text.replace(PIECE, (piece) => (isAddress(piece) ? GONE.repeat(piece.length) : piece));
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

/** `?imei=…` or `a=1&b=2`; but not `imei=…?`, which is a question. */
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
  const host = piece.slice(0, end).replace(/:\d+$/, '');
  const topDomain = host.slice(host.lastIndexOf('.') + 1);
  return host !== topDomain && topDomain.length <= LONGEST_TOP_DOMAIN && /^[a-z]{2,}$/i.test(topDomain);
}
