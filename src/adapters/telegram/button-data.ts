import type { Button } from '../../core/reply.ts';
import type { Naming } from '../../store/seal/sealed-rows.ts';

/** A token without a meaning; the core answers that the button is too old. */
export const GONE = { kind: 'press', opens: 'here', token: '' } as const satisfies CallbackData;
/** Bot API: 1-64 characters of `A-Z a-z 0-9 _ -`. */
const PAYLOAD = /^[\w-]{1,64}$/u;
/** Numbers with common separators. */
const PLAIN = /^[\d_-]+$/u;
/** The shortest number that may be meant as an IMEI: one without check digit. */
const ENOUGH_DIGITS = 14;
const ASKED = /^\/start(?:@\w+)?\s+ask-([\w-]{43})$/u;
/** Base64url, 132 bits: the end of a parameter that names a command. */
const TAG_LENGTH = 22;

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

/** Parses the data of a button. */
export function readCallbackData(data: string): CallbackData {
  if (data.startsWith('c')) return { kind: 'check', name: data.slice(1) };
  const token = data.slice(1);
  if (data.startsWith('s')) return { kind: 'press', opens: 'new', to: 'everyone', token };
  if (data.startsWith('w')) return { kind: 'press', opens: 'new', to: 'asker', token };
  return { kind: 'press', opens: data.startsWith('n') ? 'new' : 'here', token };
}

/**
 * The text to check from the parameter of `/start`: numbers as they are, or any text in base64url. undefined if it has no
 * number: then `/start` is only a greeting.
 */
export function textAfterStart(payload: string): string | undefined {
  const plain = payload.trim();
  if (PLAIN.test(plain)) return hasNumber(plain) ? plain.replaceAll('_', ' ') : undefined;
  if (!PAYLOAD.test(plain)) return undefined;
  const decoded = Buffer.from(plain, 'base64url').toString('utf8');
  return hasNumber(decoded) && !decoded.includes('\uFFFD') ? decoded : undefined;
}

/** The parameter that asks again what is stored under this name. */
export function askedPayload(name: string): string {
  return `ask-${name}`;
}

/** The name of what a message asks again; undefined for other messages. */
export function askedNameIn(text: string): string | undefined {
  return ASKED.exec(text)?.[1];
}

/** The parameters of `/start` that run a command: each works for the one person it was made for. */
export interface CommandLinks {
  /** The parameter that has this person run the command. */
  payloadOf(command: string, user: number): string;
  /** The command of a parameter that was made for this person; undefined for any other, which anybody can make up. */
  read(payload: string, user: number): string | undefined;
}

/** Creates the parameters. Their hashes are keyed, so that nobody can make a link for somebody else. */
export function createCommandLinks(naming: Naming): CommandLinks {
  const payloadOf = (command: string, user: number): string =>
    `${command}-${naming.hash(`telegram start ${user} ${command}`).slice(0, TAG_LENGTH)}`;
  return {
    payloadOf,
    read: (payload, user) => {
      const command = payload.slice(0, payload.indexOf('-'));
      return payload === payloadOf(command, user) ? command : undefined;
    },
  };
}

/** The parameter that asks to check a text; undefined if it does not fit. */
export function startPayloadOf(text: string): string | undefined {
  const payload = PLAIN.test(text) ? text : Buffer.from(text).toString('base64url');
  return PAYLOAD.test(payload) && textAfterStart(payload) !== undefined ? payload : undefined;
}

function hasNumber(text: string): boolean {
  return (text.match(/\p{Nd}/gu) ?? []).length >= ENOUGH_DIGITS;
}
