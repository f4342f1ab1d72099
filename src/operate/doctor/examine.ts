import { once } from 'node:events';
import { createServer } from 'node:net';
import type { PlatformReport } from '../../adapters/definition.ts';
import { createGetJson } from '../../adapters/http.ts';
import { configurePlatforms, openProxy } from '../../bot/settings.ts';
import { type Config, parseProxySettings, type StoreSettings } from '../../config/config.ts';
import type { Environment } from '../../config/setting.ts';
import type { Clock } from '../../core/clock.ts';
import { type Diagnosis, diagnosesAbout } from '../../core/diagnosis.ts';
import { cannotListen } from '../../ops/http/error.ts';
import type { KeyStatus } from '../../provider/device.ts';
import { ServiceFailure } from '../../provider/errors.ts';
import type { Examination } from '../../store/contract.ts';
import { StoreUnusable } from '../../store/errors.ts';
import { secretFileOf } from '../../store/file-names.ts';
import { storeKindOf, storePathOf } from '../../store/kinds.ts';
import { opensWith, readSecret } from '../../store/seal/secret.ts';
import { keepingOwner } from '../store-place.ts';
import { keyDiagnoses, keyProblem, whyNotAsked } from './key.ts';
import { type ProbeOptions, probeKey } from './probe.ts';

/** How long to wait for a free slot of the limit. */
const PATIENCE_MS = 20_000;

/** Whether a start can listen on the port, if one is set. */
export async function examinePort(http: Config['http']): Promise<readonly Diagnosis[]> {
  if (http === undefined) return [];
  const { host, port } = http;
  const { wrong } = diagnosesAbout('settings');
  const server = createServer().listen(port, host);
  return once(server, 'listening')
    .then(() => [])
    .catch((error: unknown) => [wrong(cannotListen(error, host, port).message)])
    .finally(() => server.close());
}

/**
 * What the platforms report about the bot, even if other settings are wrong. Empty if those of the
 * proxy are: without it nobody knows whether a platform can be reached.
 */
export async function examinePlatforms(
  environment: Environment,
): Promise<readonly PlatformReport[]> {
  const settings = parseProxySettings(environment);
  if (!settings.ok) return [];
  const getJson = createGetJson(await openProxy(settings.value));
  return Promise.all(configurePlatforms(environment).map((platform) => platform.examine(getJson)));
}

/**
 * Whether the service accepts the key. The call counts in the bot's limit, and is not made while a
 * bot owns the store.
 */
export async function examineService(
  config: Config,
  { isInUse, isReady }: Examination,
  clock: Clock,
) {
  const { note, wrong } = diagnosesAbout('service');
  if (config.service === undefined) {
    return [
      note('The embedded sandbox answers. For the service set LOOKUP_BASE_URL and LOOKUP_API_KEY.'),
    ];
  }
  if (isInUse) {
    return [
      note('Not checked: a bot runs on this store, and only that bot knows what the limit allows.'),
    ];
  }
  if (!isReady) {
    const why = 'Not checked: without a store nobody knows what was sent in the last minute.';
    return [note(`${why} The first start makes one; npm run setup tries the key before that.`)];
  }
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return keyDiagnoses(await askForKey({ config, clock, signal }), clock);
  } catch (error) {
    if (error instanceof ServiceFailure) return [wrong(keyProblem(error))];
    return [note(`Not checked: ${whyNotAsked(error)}`)];
  }
}

/** The status of the key. The call is stored, and the files stay those of the bot's user. */
export function askForKey(options: ProbeOptions): Promise<KeyStatus> {
  return keepingOwner(storePathOf(options.config.storeUrl), () => probeKey(options));
}

/** The store, and whether its secret opens it. */
export async function examineStore({ storeUrl, cacheSecret }: StoreSettings): Promise<Examination> {
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
