import type { StoreSettings } from '../../config/store-settings.ts';
import { findingsAbout } from '../../core/findings.ts';
import { StoreUnusable } from '../../store/errors.ts';
import type { Examination } from '../../store/examination.ts';
import { fileOf, kindOf } from '../../store/kinds.ts';
import { opensWith } from '../../store/seal/data-key.ts';
import { secretBeside, secretFileOf } from '../store-place.ts';

const { fine, wrong } = findingsAbout('store');

/** The store, and whether its secret opens it. */
export async function examineStore({ storeUrl, cacheSecret }: StoreSettings): Promise<Examination> {
  const found = await kindOf(storeUrl).examine(storeUrl);
  if (found.sealedKey === undefined) return found;
  const file = fileOf(storeUrl);
  const where = file === undefined || cacheSecret !== undefined ? 'CACHE_SECRET' : secretFileOf(file);
  try {
    const secret = cacheSecret ?? (file === undefined ? undefined : await secretBeside(file));
    const opens = secret !== undefined && opensWith(found.sealedKey, secret);
    const finding = opens
      ? fine(`${where} opens it.`)
      : wrong(`${where} does not open it: it was sealed with another secret, and no bot starts on it.`);
    return { ...found, findings: [...found.findings, finding] };
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error;
    return { ...found, findings: [...found.findings, wrong(error.message)] };
  }
}
