/** Has the child of `frozen-child.ts` ask, and say so once it has; it is no answer. */
export const SAY_SO = 'ask, and say so';
export const ASKED = 'asked';
