import { valueOrThrow } from '../config/parsed.ts';
import { parseStoreSettings, type StoreSettings } from '../config/store-and-proxy.ts';
import { OperatorError } from '../core/operator/operator-error.ts';
import { storeKindOf, storePathOf } from '../store/store-kinds.ts';
import type { ToolContext } from './tool.ts';

/**
 * Reads where the store is, and CACHE_SECRET if it is set.
 * @throws OperatorError
 */
export function readStoreSettings({ environment }: ToolContext): StoreSettings {
  return valueOrThrow(parseStoreSettings(environment));
}

/**
 * The file of the store, for a tool that copies files.
 * @throws OperatorError if it has none
 */
export function storeFileOrThrow({ storeUrl }: Pick<StoreSettings, 'storeUrl'>): string {
  const file = storePathOf(storeUrl);
  if (file !== undefined) return file;
  throw new OperatorError(
    storeKindOf(storeUrl).isShared
      ? `The store is in ${storeKindOf(storeUrl).name}, which has its own tools (docs/operate.md).`
      : 'STORE_URL does not name a file: a store in memory ends with its process.',
  );
}
