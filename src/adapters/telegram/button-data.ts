import type { Button } from '../../core/reply.ts';

/** The content of this bot's buttons, for which the Bot API has 64 bytes. */
export type CallbackData =
  | {
      readonly kind: 'press';
      readonly opens: Button['opens'];
      /** Who sees what a press in a group opens, if it is not who sees the pressed message. */
      readonly to?: 'everyone' | 'asker';
      readonly token: string;
    }
  /** Checks the number stored under this name, for the person who posted it. */
  | { readonly kind: 'check'; readonly name: string };

/** A token without a meaning; the core answers that the button is too old. */
export const GONE = { kind: 'press', opens: 'here', token: '' } as const satisfies CallbackData;

/** The data of a reply's button: `h` (here), `n` (new), `s` (new, for everyone) or `w` (new, for the asker), and the token. */
export function pressData({ opens, token, shares, whispers }: Button): string {
  if (shares === true) return `s${token}`;
  if (whispers === true) return `w${token}`;
  return `${opens === 'here' ? 'h' : 'n'}${token}`;
}

/** The data of the same button in a message that stays as it is: what it opens is a message of its own. */
export function openingNew(data: string): string {
  return data.replace(/^h/, 'n');
}

/** The data of a button that starts a check: `c` and the name of the stored number. */
export function checkData(name: string): string {
  return `c${name}`;
}

/**
 * Parses the data of a button. Earlier versions wrote the owner and the number itself, `c11:490154203237518`; such a button
 * counts as too old, since anybody may have read and copied it.
 */
export function readCallbackData(data: string): CallbackData {
  if (/^c\d+:/.test(data)) return GONE;
  if (data.startsWith('c')) return { kind: 'check', name: data.slice(1) };
  const token = data.slice(1);
  if (data.startsWith('s')) return { kind: 'press', opens: 'new', to: 'everyone', token };
  if (data.startsWith('w')) return { kind: 'press', opens: 'new', to: 'asker', token };
  return { kind: 'press', opens: data.startsWith('n') ? 'new' : 'here', token };
}
