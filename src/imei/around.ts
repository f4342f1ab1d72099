import { TYPED_END, WRAP } from './fold.ts';
import { MASK } from './imei.ts';

const ENDS = `\\n${WRAP}${TYPED_END}`;
const LINE_END = new RegExp(`[${ENDS}]`);
/** Nothing but signs and at most two digits, such as `1.` Hidden digits count. */
const FEW = `[^\\p{L}\\d${MASK}${ENDS}]*(?:[\\d${MASK}][^\\p{L}\\d${MASK}${ENDS}]*){0,2}`;
const FEW_BEFORE = new RegExp(`^${FEW}$`, 'u');
const FEW_BEHIND = new RegExp(`^${FEW}(?:$|[${ENDS}])`, 'u');
/** How much of the line on either side of a number is looked at. */
const REACH = 80;

const LINK_END = new RegExp(`[\\s<>()"'\\]${WRAP}${TYPED_END}]`);
const LINK = /https?:\/\/|www\./i;
/** How far before a number a link may begin. */
const LINK_REACH = 200;

/** Whether hardly anything but a number is on its line. */
export function isAlone(text: string, start: number, end: number): boolean {
  if (!FEW_BEHIND.test(text.slice(end, end + REACH))) return false;
  const before = text.slice(Math.max(0, start - REACH), start);
  return FEW_BEFORE.test(before.split(LINE_END).at(-1) ?? '');
}

/** Whether an offset is in a link. */
export function isInLink(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LINK_REACH), at);
  return LINK.test(before) && LINK.test(before.split(LINK_END).at(-1) ?? '');
}
