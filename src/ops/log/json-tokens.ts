const QUOTE = '"';
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Applies `change` to every string and number in a line of JSON, member names included; the result is valid JSON, since a
 * changed number becomes a string. Text that is not JSON is changed where it looks like JSON. Linear in the length of the
 * line.
 * @param change returns its argument if there is nothing to change
 */
export function mapJsonTokens(line: string, change: (text: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < line.length) {
    const start = line.indexOf(QUOTE, at);
    const end = start < 0 ? line.length : start;
    parts.push(line.slice(at, end).replace(NUMBER, (number) => changedNumber(number, change)));
    if (start < 0) break;
    at = endOfString(line, start);
    parts.push(changedString(line.slice(start, at), change));
  }
  return parts.join('');
}

function endOfString(line: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = line.indexOf(QUOTE, at);
    if (quote < 0) return line.length;
    let before = quote;
    while (before > at && line[before - 1] === '\\') before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function changedNumber(number: string, change: (text: string) => string): string {
  // A fraction is a duration or a share, with an arbitrary number of digits.
  if (/[.eE]/.test(number)) return number;
  const changed = change(number);
  return changed === number ? number : JSON.stringify(changed);
}

function changedString(token: string, change: (text: string) => string): string {
  const text = textOf(token);
  const changed = change(text ?? token);
  if (text === undefined) return changed;
  return changed === text ? token : JSON.stringify(changed);
}

/** The text of a JSON token; undefined if it is not one. */
function textOf(token: string): string | undefined {
  const isClosed = token.length > 1 && token.endsWith(QUOTE);
  if (isClosed && !token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    // Not JSON: a line that the log did not write.
    return undefined;
  }
}
