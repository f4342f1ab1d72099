import { passwordsIn } from '../config/setting.ts';
import { STORE_USAGE } from '../config/store-settings.ts';
import type { Clock } from '../core/clock.ts';
import { keepSecret } from '../core/secrets.ts';
import { EXIT } from '../ops/lifecycle.ts';
import type { StoreDriver } from '../store/driver.ts';
import { StoreInUse } from '../store/errors.ts';
import { isThere } from '../store/mark-file.ts';
import { driverOf, type OpenStore, openStore } from '../store/open.ts';
import { opensAny } from '../store/seal/reseal.ts';
import { filesAt, secretBeside, secretFileOf, storePlace } from './store-place.ts';
import { Refusal, type ToolContext } from './tool.ts';

/** One end of a move. */
export interface End {
  readonly url: string;
  /** The same without a password. */
  readonly name: string;
  readonly driver: StoreDriver;
  /** Where it is a file. */
  readonly place: Awaited<ReturnType<typeof filesAt>>;
}

/** @param given as it was said; STORE_URL where it was not. @throws Refusal */
export async function endAt(given: string | undefined, context: ToolContext): Promise<End> {
  const url = given ?? storePlace(context).storeUrl;
  for (const password of passwordsIn(url)) keepSecret(password);
  const driver = driverOf(url);
  if (driver === undefined) throw new Refusal(`That is no address of a store: ${STORE_USAGE}.`);
  const problem = driver.problemOf(url);
  const name = nameOf(url);
  if (problem !== undefined) throw new Refusal(`${name}: ${problem}`);
  const place = await filesAt(url);
  if (!driver.isShared && place === undefined) throw new Refusal(`${name} ends with its process.`);
  return { url, name, driver, place };
}

/**
 * The secret that the first end is sealed with: CACHE_SECRET, or else from the file beside it, which is named then.
 * @throws Refusal when there is none
 */
export async function secretOf(
  { place, name }: End,
  context: ToolContext,
): Promise<{ readonly text: string; readonly file: string | undefined }> {
  const { CACHE_SECRET: set } = context.environment;
  if (set !== undefined && set.trim() !== '') return { text: keepSecret(set.trim()), file: undefined };
  const beside = place === undefined ? undefined : await secretBeside(place.path);
  if (beside === undefined || place === undefined)
    throw new Refusal(`The secret of ${name} is not here: set CACHE_SECRET.`);
  return { text: beside, file: secretFileOf(place.path) };
}

/** Opens what is moved, which nobody else may have open. @throws StoreInUse, StoreUnusable, Refusal */
export async function openSource(
  { url, name, place }: End,
  secret: string,
  clock: Clock,
): Promise<OpenStore> {
  if (place !== undefined && !(await isThere(place.path))) throw new Refusal(`${place.path} is not there.`);
  const opened = await openStore(url, secret, clock);
  try {
    await opened.store.probe().catch((error: unknown) => {
      throw new Refusal(`${name} cannot be read (${String(error)}).`, EXIT.broken);
    });
    if (((await opened.upkeep?.working()) ?? 0) > 0) throw new StoreInUse(name);
    if ((await opensAny(opened.seal, opened.dump())) === false)
      throw new Refusal(
        place !== undefined && (await secretBeside(place.path)) !== undefined
          ? `CACHE_SECRET does not open ${name}: its secret is in ${secretFileOf(place.path)}. Set CACHE_SECRET to what that file holds.`
          : `CACHE_SECRET does not open ${name}: it is sealed with another one.`,
      );
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function nameOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const shown = new URL(url);
  if (shown.password === '') return url;
  shown.password = '';
  return shown.href;
}
