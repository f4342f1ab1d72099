import { TYPED_END, WRAP } from './fold.ts';
import { MASK } from './imei.ts';

const LINE_ENDS = new RegExp(`[\\n${WRAP}${TYPED_END}]|$`, 'g');
const WRITTEN_LINE_ENDS = new RegExp(`[\\n${WRAP}]`, 'g');
const LETTER = /\p{L}/u;
/** Hidden digits count. */
const NO_DIGITS = new RegExp(`[^\\d${MASK}]+`, 'g');
const LINK = new RegExp(`(?:https?://|www\\.)[^\\s<>()"'\\]${WRAP}${TYPED_END}]+`, 'gi');

/**
 * Returns a function that counts the digits of the line around an offset; undefined if the line has letters as well. The offsets
 * have to be given in ascending order, so that each line is looked at once.
 */
export function createDigitsAround(text: string): (at: number) => number | undefined {
  const ends = new RegExp(LINE_ENDS);
  let end = -1;
  let digits: number | undefined;
  return (at) => {
    while (at > end) {
      const start = end + 1;
      ends.lastIndex = start;
      end = ends.exec(text)?.index ?? text.length;
      const line = text.slice(start, end);
      digits = LETTER.test(line) ? undefined : line.replace(NO_DIGITS, '').length;
    }
    return digits;
  };
}

/** Returns a function that tells whether an offset is in a link. The offsets have to be given in ascending order. */
export function createIsInLink(text: string): (at: number) => boolean {
  const links = text.matchAll(LINK);
  let link = links.next().value;
  return (at) => {
    while (link !== undefined && link.index + link[0].length <= at) link = links.next().value;
    return link !== undefined && link.index < at;
  };
}

/** Returns a function that tells the line of an offset, from 1. The offsets have to be given in ascending order. */
export function createLineOf(text: string): (at: number) => number {
  let line = 1;
  let done = 0;
  return (at) => {
    line += text.slice(done, at).match(WRITTEN_LINE_ENDS)?.length ?? 0;
    done = at;
    return line;
  };
}
