import type { Button } from '../../core/reply.ts';

/** Bot API: callback data has at most 64 bytes. */
export const MAX_CALLBACK_BYTES = 64;

/** What a button of this bot says when it is pressed. */
export type CallbackData =
  | { readonly kind: 'press'; readonly opens: Button['opens']; readonly token: string }
  /** Checks a text, for the one who posted it. */
  | { readonly kind: 'check'; readonly owner: number; readonly text: string };

/** The data of a button of a reply: `h` (here) or `n` (new), and the token. */
export function pressData({ opens, token }: Button): string {
  return `${opens === 'here' ? 'h' : 'n'}${token}`;
}

/** The data of a button that checks a text: `c`, whose it is, the text. Nothing when it does not fit. */
export function checkData(owner: number, text: string): string | undefined {
  const data = `c${owner}:${text}`;
  return Buffer.byteLength(data) <= MAX_CALLBACK_BYTES ? data : undefined;
}

/** Reads what one of the two above has written. */
export function readCallbackData(data: string): CallbackData {
  const check = /^c(\d+):(.*)$/s.exec(data);
  if (check !== null) return { kind: 'check', owner: Number(check[1]), text: check[2] ?? '' };
  return { kind: 'press', opens: data.startsWith('n') ? 'new' : 'here', token: data.slice(1) };
}
