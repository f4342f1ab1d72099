import type { en } from './en.ts';

/**
 * The shape of a catalogue. Another language is a file beside `en.ts` of this type, so none of its words can lack but
 * those of a command: its entry under `commands` may wait, and people read the command's own English until then.
 */
export type Words = typeof en;
