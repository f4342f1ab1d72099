import { REACH, type ReadLabel } from './label.ts';
import { type LabelName, LONGEST_SHOWN_NAME, NAMELESS, otherName } from './number-name.ts';
import { nameInValues, onlyName } from './values.ts';

/** The reading of the words behind a number. */
export interface WordsBehind {
  /** Says nothing if they are only a remark, such as `(black)`. */
  readonly name: LabelName;
  /** Characters of the text that belong to this number, and so not to the next one. */
  readonly length: number;
}

const NOTHING_BEHIND: WordsBehind = { name: NAMELESS, length: 0 };

/** `(order)` or `[order]`, but not `(21)` of GS1. */
const BRACKETS = new RegExp(
  [
    String.raw`^[^\p{L}\p{N}(){}[\]\n]*`, // signs between the number and the bracket
    '[([]', // (
    String.raw`([^()[\]]*\p{L}[^()[\]]*)`, // order
    String.raw`[)\]]`, // )
  ].join(''),
  'u',
);
/**
 * The rest of an address, `@lid`, but not `@250`, which is a price. WhatsApp may write a device
 * before it: `:12@lid`.
 */
const ADDRESS = /^(?:[.:_]\d+)*(@\p{L}[\p{L}\d.-]*)/u;
/** The rest of its object, `","kind":"imei"}`. */
const REST_OF_OBJECT = /^[^{}]*\}/;
/** The next line of its record, `kind: imei`, but not below an empty line. */
const NEXT_OF_RECORD = new RegExp(
  [
    String.raw`^(?:["',]|[^\S\n])*\n`, // ", and the line end
    String.raw`[^\S\n]*["'\w]+\s*[:=]`, // kind:
    String.raw`[^\n]*`, // imei
  ].join(''),
);

/** Most texts behind a number have none of these, and so no brackets, values or addresses. */
const SIGN_OF_NAME = /[()[\]{}:=@]/;

/**
 * Reads what encloses a number or is in brackets behind it. The first of these that is there:
 *
 *     x (order)                   the words in the brackets
 *     x@lid                       the address that begins with the number      if not named yet
 *     {"id":"x","kind":"imei"}    a later value of the same object or record   if not named yet
 *
 * @param words up to the next number, also on the lines below
 * @param name what the words before the number say
 */
export function readEnclosedBehind(words: string, name: LabelName, read: ReadLabel): WordsBehind {
  const near = words.slice(0, REACH);
  if (!SIGN_OF_NAME.test(near)) return NOTHING_BEHIND;
  const [brackets, content = ''] = BRACKETS.exec(near) ?? [];
  if (brackets !== undefined) return { name: onlyName(content, read), length: brackets.length };
  if (name.kind !== 'nothing') return NOTHING_BEHIND;
  const address = ADDRESS.exec(near)?.[1];
  if (address === undefined) return laterValue(near, read);
  return { name: otherName(address.slice(0, LONGEST_SHOWN_NAME)), length: 0 };
}

/** Reads words behind a number that are only a name: `x - order`. */
export function readPlainBehind(words: string, read: ReadLabel): WordsBehind {
  return { name: onlyName(words.slice(0, REACH), read), length: words.length };
}

function laterValue(near: string, read: ReadLabel): WordsBehind {
  const rest = (REST_OF_OBJECT.exec(near) ?? NEXT_OF_RECORD.exec(near))?.[0] ?? '';
  const name = nameInValues(rest, read);
  return name.kind === 'nothing' ? NOTHING_BEHIND : { name, length: rest.length };
}
