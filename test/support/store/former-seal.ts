import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** A value as versions before format 2 of the seal have sealed it: for its secret, and for no place. */
export function sealAsBefore(secret: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derive(secret, 'seal'), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** What those versions filed a name under. */
export function hashAsBefore(secret: string, name: string): string {
  return createHmac('sha256', derive(secret, 'hash')).update(name).digest('base64url');
}

function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'imei-bot', use, 32));
}
