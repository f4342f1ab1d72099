import { askKey } from '../../bot/ask-key.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import type { Examination } from '../../store/examination.ts';
import { keyFindings, keyProblem } from './key.ts';

const { note, wrong } = findingsAbout('service');
/** So long a free slot of the limit is waited for. */
const PATIENCE_MS = 20_000;

/** Whether the service takes the key. It is asked as the bot asks it, in the same limit, unless a bot holds the store. */
export async function examineService(
  config: Config,
  { isInUse, isReady }: Examination,
  clock: Clock,
): Promise<readonly Finding[]> {
  if (config.service === undefined)
    return [
      note('The embedded sandbox answers. For the real service set LOOKUP_BASE_URL and LOOKUP_API_KEY.'),
    ];
  if (isInUse)
    return [note('The service was not asked: a bot runs on this store, and keeps the limit. See /quota.')];
  if (!isReady)
    return [note('The service was not asked: there is no store yet that tells what was sent before.')];
  try {
    const status = await askKey(config, clock, AbortSignal.timeout(PATIENCE_MS));
    return keyFindings(status, clock);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      return [note('The service was not asked: the limit had no free slot. Ask again in two minutes.')];
    return [wrong(keyProblem(error) ?? `The service could not be asked: ${String(error)}`)];
  }
}
