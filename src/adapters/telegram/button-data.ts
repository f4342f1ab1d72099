import type { Button } from '../../core/reply.ts';

/** Bot API: callback data has at most 64 bytes. */
export const MAX_CALLBACK_BYTES = 64;

/** What a button of this bot says when it is pressed. */
export type CallbackData =
  | { readonly kind: 'press'; readonly opens: Button['opens']; readonly token: string }
  /** Checks what is kept under this name, for the one who posted it. */
  | { readonly kind: 'check'; readonly name: string };

/** A token that stands for nothing any more, as the core tells of a button that is too old. */
export const GONE = { kind: 'press', opens: 'here', token: '' } as const satisfies CallbackData;

/** The data of a button of a reply: `h` (here) or `n` (new), and the token. */
export function pressData({ opens, token }: Button): string {
  return `${opens === 'here' ? 'h' : 'n'}${token}`;
}

/** The data of a button that checks: `c` and the name of what. */
export function checkData(name: string): string {
  return `c${name}`;
}

/**
 * Reads what one of the two above has written. Earlier versions wrote whose button it is and the number itself,
 * `c11:490154203237518`; such a button counts as too old, since anybody may have read and copied it.
 */
export function readCallbackData(data: string): CallbackData {
  if (/^c\d+:/.test(data)) return GONE;
  if (data.startsWith('c')) return { kind: 'check', name: data.slice(1) };
  return { kind: 'press', opens: data.startsWith('n') ? 'new' : 'here', token: data.slice(1) };
}
