import { idsOf, type Naming } from '../../../store/seal/keyed-name.ts';

/** Bot API: 1-64 characters of `A-Z a-z 0-9 _ -`. */
const PAYLOAD = /^[\w-]{1,64}$/u;
/** Numbers with common separators. */
const PLAIN = /^[\d_-]+$/u;
/** The shortest number that may be meant as an IMEI: one without check digit. */
const ENOUGH_DIGITS = 14;

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

const ASKED = /^\/start(?:@\w+)?\s+ask-([\w-]{43})$/u;

/** The parameter that asks again what is stored under this name. */
export function askedPayload(name: string): string {
  return `ask-${name}`;
}

/** The name of what a message asks again; undefined for other messages. */
export function askedNameIn(text: string): string | undefined {
  return ASKED.exec(text)?.[1];
}

/** Base64url, 132 bits: the end of a parameter that names a command. */
const TAG_LENGTH = 22;

/** The parameters of `/start` that run a command: each works for the one person it was made for. */
export interface CommandLinks {
  /** The parameter that has this person run the command. */
  payloadOf(command: string, user: number): string;
  /** The command of a parameter that was made for this person; undefined for any other, which anybody can make up. */
  read(payload: string, user: number): string | undefined;
}

/** Creates the parameters. Their hashes are keyed, so that nobody can make a link for somebody else. */
export function createCommandLinks(naming: Naming): CommandLinks {
  const nameOf = (command: string, user: number): string => `telegram start ${user} ${command}`;
  const withTag = (command: string, hashed: string): string => `${command}-${hashed.slice(0, TAG_LENGTH)}`;
  return {
    payloadOf: (command, user) => withTag(command, naming.hash(nameOf(command, user))),
    read: (payload, user) => {
      const command = payload.slice(0, payload.indexOf('-'));
      const isTheirs = idsOf(naming, nameOf(command, user)).some((one) => payload === withTag(command, one));
      return isTheirs ? command : undefined;
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
