import { parseStoreSettings, type StoreSettings } from '../config/config.ts';
import { keepSecret } from '../core/secrets.ts';
import { writeDurably } from '../store/disk.ts';
import { fileOf, kindOf } from '../store/kinds.ts';
import { readSecret } from '../store/seal/secret.ts';
import { Refusal, type ToolContext } from './tool.ts';

/** Where the store is, and CACHE_SECRET if it is set. @throws Refusal */
export function storePlace({ environment }: ToolContext): StoreSettings {
  const set = parseStoreSettings(environment);
  if ('problems' in set) throw new Refusal(set.problems.join('\n'));
  if (set.settings.cacheSecret !== undefined) keepSecret(set.settings.cacheSecret);
  return set.settings;
}

/** The file of the secret if CACHE_SECRET is not set. */
export function secretFileOf(file: string): string {
  return `${file}.secret`;
}

/** The secret in the file next to a store; undefined if there is none. @throws StoreUnusable */
export function readSecretFile(file: string): Promise<string | undefined> {
  return readSecret(secretFileOf(file));
}

/** Writes a secret that only its owner can read. */
export function writeSecret(file: string, text: string): Promise<void> {
  return writeDurably(secretFileOf(file), `${text}\n`);
}

/** The file of the store. @throws Refusal if STORE_URL names no file */
export function storeFileOf({ storeUrl }: StoreSettings): string {
  const file = fileOf(storeUrl);
  if (file !== undefined) return file;
  throw new Refusal(
    kindOf(storeUrl).isShared
      ? `The store is in ${kindOf(storeUrl).name}, which has its own tools (docs/operate.md).`
      : 'STORE_URL names no file: a store in memory ends with its process.',
  );
}
