import type { Equivalent } from './score.ts';

/** Survivors that somebody has looked at and found to be the same program in other words. */
export const EQUIVALENTS: readonly Equivalent[] = [];
