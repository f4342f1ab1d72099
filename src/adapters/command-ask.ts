import type { Ask } from '../core/adapter.ts';
import type { FileReference } from '../core/options.ts';

/** The text of a message without any text: contains no IMEI, so that the hint is the answer. */
export const WORDLESS = '…';
/** A digit of any script: where there is none, there is no IMEI. */
export const HAS_DIGIT = /\p{Nd}/u;

/** Whether a reply has a number of its own, or asks about that of the message it replies to: “really an iPhone 12?” */
export const HAS_NUMBER = /(?:\p{Nd}[\s\-./]?){8}/u;

/** An ask that names a command. */
export type CommandAsk = Ask & { readonly kind: 'command' };

/** An ask for a command with its options as text, and a file where there is one. */
export function asking(name: string, text: string, file?: FileReference): CommandAsk {
  return { kind: 'command', name, options: { kind: 'text', text, ...(file !== undefined && { file }) } };
}
