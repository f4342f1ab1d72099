import { Writable } from 'node:stream';

/** A terminal that is written to, and what a person sees on it. */
export interface Terminal {
  readonly stream: Writable & { readonly isTTY: boolean; readonly columns: number };
  /** The rows, with what was written over gone. */
  seen(): string;
  /** All that was sent, as it was. */
  raw(): string;
  /** Control sequences other than moving, clearing and colouring: an adapter sends none. */
  obeyed(): readonly string[];
}

export function createTerminal(isTTY: boolean, columns = 80): Terminal {
  const screen = createGrid(columns);
  let sent = '';
  const write = (chunk: unknown, _encoding: string, done: () => void): void => {
    const text = String(chunk);
    sent += text;
    screen.take(text);
    done();
  };
  return {
    stream: Object.assign(new Writable({ decodeStrings: false, write }), { isTTY, columns }),
    seen: screen.seen,
    raw: () => sent,
    obeyed: () => screen.strange,
  };
}

/** Escape sequences, or single characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is made of them.
const TOKEN = /\u001b\[([\d;?]*)([A-Za-z])|[\s\S]/gu;

interface Grid {
  take(text: string): void;
  seen(): string;
  readonly strange: string[];
}

function createGrid(columns: number): Grid {
  const rows: string[][] = [[]];
  const strange: string[] = [];
  let row = 0;
  let column = 0;

  const control = (name: string, count: number): void => {
    if (name === 'A') row = Math.max(0, row - (count || 1));
    else if (name === 'G') column = (count || 1) - 1;
    else if (name === 'J' || name === 'K') {
      rows[row]?.splice(column);
      if (name === 'J') rows.splice(row + 1);
    } else if (name !== 'm') strange.push(name);
  };
  const put = (character: string): void => {
    if (column >= columns) newLine();
    const line = rows[row] ?? [];
    while (line.length < column) line.push(' ');
    line[column] = character;
    rows[row] = line;
    column += 1;
  };
  const newLine = (): void => {
    row += 1;
    column = 0;
    rows[row] ??= [];
  };
  const obey = (token: string, parameter: string, name: string | undefined): void => {
    if (name !== undefined) control(name, Number.parseInt(parameter, 10) || 0);
    else if (token === '\n') newLine();
    else if (token === '\r') column = 0;
    else if (/\p{Cc}/u.test(token)) strange.push(token);
    else put(token);
  };
  const take = (text: string): void => {
    for (const [token, parameter = '', name] of text.matchAll(TOKEN)) obey(token, parameter, name);
  };
  return { take, strange, seen: () => rows.map((line) => line.join('').trimEnd()).join('\n') };
}
