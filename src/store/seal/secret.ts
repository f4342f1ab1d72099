import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, unlessMissing } from '../../core/errors.ts';
import { keepSecret } from '../../core/secrets.ts';

/**
 * The secret that the store is sealed with, from a file beside the store; made once, readable by its owner only.
 * Losing the file loses the cache and open requests, and makes the next start wait for a window of the limit.
 * @throws what the file system says, when the file can neither be read nor made
 */
export async function loadOrMakeSecret(file: string): Promise<string> {
  const kept = await unlessMissing(readSecret(file));
  if (kept !== undefined) return kept;
  await mkdir(dirname(file), { recursive: true });
  // Written whole before it gets its name, so that nobody reads half a secret.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const made = keepSecret(randomBytes(32).toString('base64url'));
  await writeFile(draft, `${made}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    // Another process made it in the same moment: then that one is the secret.
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return readSecret(file);
}

async function readSecret(file: string): Promise<string> {
  const secret = keepSecret((await readFile(file, 'utf8')).trim());
  if (secret.length < 16) {
    throw new Error(
      `${file} should hold the cache secret but is empty or cut short. Restore it or delete it.`,
    );
  }
  return secret;
}
