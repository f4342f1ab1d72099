import { Parser } from 'htmlparser2';
import { Unreadable } from './unreadable.ts';

/** What is told of XML or HTML while it is read. */
export interface MarkupHandler {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
  /** A piece of text; one text may come in several pieces. */
  readonly text: (text: string) => void;
}

/** Deeper elements are refused: no table needs them, and closing an element searches those that are open. */
const DEEPEST = 200;
/** The first byte of XML in UTF-16, which begins with a mark; all other XML here is UTF-8. Source: XML 1.0, 4.3.3. */
const UTF16_MARKS: ReadonlyMap<number, string> = new Map([
  [0xff, 'utf-16le'],
  [0xfe, 'utf-16be'],
]);
/** Bytes decoded at a time. */
const PIECE = 256 * 1024;

/** Reads a part of a workbook; elements are told without the prefix of their namespace. */
export function readXml(part: Uint8Array, handler: MarkupHandler): void {
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  readPrefixedXml(part, {
    open: (name, attributes) => handler.open(local(name), attributes),
    close: (name) => handler.close(local(name)),
    text: handler.text,
  });
}

/** As {@link readXml}, with the prefixes. */
export function readPrefixedXml(part: Uint8Array, handler: MarkupHandler): void {
  const parser = parserOf(handler, true);
  const decoder = new TextDecoder(UTF16_MARKS.get(part[0] ?? 0) ?? 'utf-8');
  for (let at = 0; at < part.byteLength; at += PIECE) {
    parser.write(decoder.decode(part.subarray(at, at + PIECE), { stream: true }));
  }
  parser.end();
}

/** Reads HTML as a browser does; names are in lower case. */
export function readHtml(html: string, handler: MarkupHandler): void {
  parserOf(handler, false).end(html);
}

function parserOf({ open, close, text }: MarkupHandler, xmlMode: boolean): Parser {
  let depth = 0;
  return new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > DEEPEST) throw new Unreadable('not-a-table');
        open(name, attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        close(name);
      },
      ontext: text,
    },
    { xmlMode },
  );
}
