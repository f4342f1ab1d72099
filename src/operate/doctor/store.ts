import type { StoreSettings } from '../../config/store-settings.ts';
import type { Clock } from '../../core/clock.ts';
import { findingsAbout } from '../../core/findings.ts';
import type { Examination } from '../../store/driver.ts';
import { StoreUnusable } from '../../store/errors.ts';
import { driverOf } from '../../store/open.ts';
import { opensAny } from '../../store/seal/reseal.ts';
import { ANSWERS, createSeal, isSealed, type Seal } from '../../store/seal/seal.ts';
import { filesAt, secretBeside, secretFileOf } from '../store-place.ts';

const { fine, note, warning, wrong } = findingsAbout('store');

/** What was found of the store, which is closed again. */
export type ExaminedStore = Pick<Examination, 'findings' | 'isInUse' | 'isReady'>;

/** The store, and whether its secret opens it. */
export async function examineStore(
  { storeUrl, cacheSecret }: StoreSettings,
  clock: Clock,
): Promise<ExaminedStore> {
  const driver = driverOf(storeUrl);
  if (driver === undefined) throw new Error('no driver takes this STORE_URL');
  const found = await driver.examine(storeUrl, clock);
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
  return underSeal(createSeal(secret), where, found);
}

async function underSeal(seal: Seal, where: string, { dump }: Examination) {
  const opens = await opensAny(seal, dump());
  if (opens === undefined) return [];
  if (!opens)
    return [
      wrong(
        `${where} opens nothing in it: it is another secret. What was kept is lost until the right one is back.`,
      ),
    ];
  if (!seal.hasOlder) return [fine(`${where} opens it.`)];
  const { many, lasting } = await countOlder(seal, dump());
  if (many === 0)
    return [note(`${where} has several secrets, and the first one opens all: the others can go.`)];
  return [
    lasting === 0
      ? note(
          `${where} has several secrets; ${many} rows need an older one, and expire or move to the first by themselves.`,
        )
      : warning(`${where} has several secrets; ${many} rows need an older one, ${lasting} of them for good.`),
  ];
}

/** What the first secret does not open, and another one does. */
async function countOlder(seal: Seal, dump: ReturnType<Examination['dump']>) {
  let many = 0;
  let lasting = 0;
  for await (const portion of dump)
    for (const { collection = ANSWERS, id, value, expiresAt } of portion) {
      const place = { collection, id };
      if (!isSealed(value) || seal.isOfFirst(value, place) || seal.open(value, place) === undefined) continue;
      many += 1;
      if (expiresAt === undefined) lasting += 1;
    }
  return { many, lasting };
}
