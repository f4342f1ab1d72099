import type { StoreSettings } from '../../config/store-and-proxy.ts';
import { type Diagnosis, diagnosesAbout } from '../../core/operator/diagnosis.ts';
import { secretFileOf } from '../../store/file-names.ts';
import { opensWith } from '../../store/seal/data-key.ts';
import { readSecret } from '../../store/seal/secret-file.ts';
import { StoreUnusable } from '../../store/store-errors.ts';
import type { StoreExamination } from '../../store/store-examination.ts';
import { storeKindOf, storePathOf } from '../../store/store-kinds.ts';

export async function examineStore({
  storeUrl,
  cacheSecret,
}: StoreSettings): Promise<StoreExamination> {
  const { fine, wrong } = diagnosesAbout('store');
  const found = await storeKindOf(storeUrl).examine(storeUrl);
  const { sealedKey } = found;
  if (sealedKey === undefined) return found;
  const file = storePathOf(storeUrl);
  const where =
    file === undefined || cacheSecret !== undefined ? 'CACHE_SECRET' : secretFileOf(file);
  const withSecret = (diagnosis: Diagnosis) => ({
    ...found,
    diagnoses: [...found.diagnoses, diagnosis],
  });
  try {
    const secret = cacheSecret ?? (file && (await readSecret(secretFileOf(file))));
    if (secret === undefined) {
      return withSecret(wrong(`${where} is missing, so no bot can start. Restore that file.`));
    }
    const another = `${where} does not open it, so no bot can start: it was sealed with another secret. Put that one there.`;
    return withSecret(opensWith(sealedKey, secret) ? fine(`${where} opens it.`) : wrong(another));
  } catch (error) {
    if (error instanceof StoreUnusable) return withSecret(wrong(error.message));
    throw error;
  }
}
