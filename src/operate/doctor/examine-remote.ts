import type { PlatformReport } from '../../adapters/definition.ts';
import { createGetJson } from '../../adapters/get-json.ts';
import { configurePlatforms, openProxy } from '../../bot/settings.ts';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { parseProxySettings } from '../../config/store-and-proxy.ts';
import { diagnosesAbout } from '../../core/operator/diagnosis.ts';
import type { Clock } from '../../core/time/clock.ts';
import { ServiceFailure } from '../../provider/service-failure.ts';
import type { StoreExamination } from '../../store/store-examination.ts';
import { askForKey } from '../examination/ask-for-key.ts';
import { keyDiagnoses, keyProblem, whyNotAsked } from '../examination/key-diagnoses.ts';

/** Time limit for opening the store, waiting for a free slot, and the call. */
const PATIENCE_MS = 20_000;

/**
 * Reports of the platforms about the bot, even if other settings are wrong. Empty if the proxy's
 * settings are wrong: without the proxy nobody knows whether a platform can be reached.
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
 * Whether the service accepts the key. The call is stored, so that it counts in the bot's limit. It
 * is not made while a bot runs on the store.
 */
export async function examineService(
  config: Config,
  { isInUse, isReady }: StoreExamination,
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
