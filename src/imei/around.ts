import { TYPED_END, WRAP } from './fold.ts';
import { MASK } from './imei.ts';

const LINE_ENDS = new RegExp(`[\\n${WRAP}${TYPED_END}]`);
const LETTER = /\p{L}/u;
/** Hidden digits count. */
const DIGIT = new RegExp(`[\\d${MASK}]`, 'g');
/** How much of the line on either side of a number is looked at. */
const REACH = 80;
/** A number is alone with at most so many other digits, such as `1.` */
const MOST_BESIDE = 2;

const LINK_ENDS = new RegExp(`[\\s<>()"'\\]${WRAP}${TYPED_END}]`);
const LINK = /https?:\/\/|www\./i;
/** How far before a number a link may begin. */
const LINK_REACH = 200;

/** Whether hardly anything but a number is on its line. */
export function isAlone(text: string, start: number, end: number): boolean {
  const before =
    text
      .slice(Math.max(0, start - REACH), start)
      .split(LINE_ENDS)
      .at(-1) ?? '';
  const [behind = ''] = text.slice(end, end + REACH).split(LINE_ENDS, 1);
  const beside = before + behind;
  return !LETTER.test(beside) && (beside.match(DIGIT)?.length ?? 0) <= MOST_BESIDE;
}

/** Whether an offset is in a link. */
export function isInLink(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LINK_REACH), at);
  return LINK.test(before) && LINK.test(before.split(LINK_ENDS).at(-1) ?? '');
}
