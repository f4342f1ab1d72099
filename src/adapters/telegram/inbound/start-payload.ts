/** Bot API: 1-64 characters of `A-Z a-z 0-9 _ -`. */
const PAYLOAD = /^[\w-]{1,64}$/u;
/** Numbers as people group them. */
const PLAIN = /^[\d_-]+$/u;
/** The shortest that may be meant as an IMEI: one without its check digit. */
const ENOUGH_DIGITS = 14;

/**
 * The text to check of what stands behind `/start`: numbers as they are, or any text in base64url. Nothing when it
 * holds no number: then `/start` is only a greeting.
 */
export function textAfterStart(payload: string): string | undefined {
  const plain = payload.trim();
  if (PLAIN.test(plain)) return hasNumber(plain) ? plain.replaceAll('_', ' ') : undefined;
  if (!PAYLOAD.test(plain)) return undefined;
  const decoded = Buffer.from(plain, 'base64url').toString('utf8');
  return hasNumber(decoded) && !decoded.includes('\uFFFD') ? decoded : undefined;
}

/** The payload that asks to check a text; nothing when it does not fit. */
export function startPayloadOf(text: string): string | undefined {
  const payload = PLAIN.test(text) ? text : Buffer.from(text).toString('base64url');
  return PAYLOAD.test(payload) && textAfterStart(payload) !== undefined ? payload : undefined;
}

function hasNumber(text: string): boolean {
  return (text.match(/\p{Nd}/gu) ?? []).length >= ENOUGH_DIGITS;
}
