import type { StoreSettings } from '../../config/store-settings.ts';
import type { Clock } from '../../core/clock.ts';
import { findingsAbout } from '../../core/findings.ts';
import type { Examination } from '../../store/driver.ts';
import { StoreUnusable } from '../../store/errors.ts';
import { createSeal, opensAny } from '../../store/seal/seal.ts';
import { sqliteDriver } from '../../store/sqlite/driver.ts';
import { filesAt, secretBeside, secretFileOf } from '../store-place.ts';

const { fine, wrong } = findingsAbout('store');

/** What was found of the store, which is closed again. */
export type ExaminedStore = Pick<Examination, 'findings' | 'isInUse' | 'isReady'>;

/** The store, and whether its secret opens it. */
export async function examineStore(
  { storeUrl, cacheSecret }: StoreSettings,
  clock: Clock,
): Promise<ExaminedStore> {
  const found = await sqliteDriver.examine(storeUrl, clock);
  try {
    return {
      ...found,
      findings: [...found.findings, ...(await underSecret({ storeUrl, cacheSecret }, found))],
    };
  } catch (error) {
    return {
      ...found,
      findings: [
        ...found.findings,
        wrong(error instanceof StoreUnusable ? error.message : `It cannot be read: ${String(error)}`),
      ],
    };
  } finally {
    await found.close();
  }
}

async function underSecret({ storeUrl, cacheSecret }: StoreSettings, found: Examination) {
  const file = await filesAt(storeUrl);
  const secret = cacheSecret ?? (file === undefined ? undefined : await secretBeside(file.path));
  if (secret === undefined) return [];
  const where = file === undefined || cacheSecret !== undefined ? 'CACHE_SECRET' : secretFileOf(file.path);
  const opens = await opensAny(createSeal(secret), found.dump());
  if (opens === undefined) return [];
  return [
    opens
      ? fine(`${where} opens it.`)
      : wrong(
          `${where} opens nothing in it: it is another secret. What was kept is lost until the right one is back.`,
        ),
  ];
}
