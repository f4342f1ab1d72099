import { askKey } from '../../bot/ask-key.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import { createLog } from '../../ops/log/log.ts';
import type { Examination } from '../../store/examination.ts';
import { keyFindings, keyProblem, othersIn } from './key.ts';
import { examineRunning } from './running.ts';

const { note, wrong } = findingsAbout('service');
/** So long a free slot of the limit is waited for. */
const PATIENCE_MS = 20_000;

const SILENT = createLog({ level: 'silent', secrets: [], readable: false });

/**
 * Whether the service takes the key. It is asked as the bot asks it, in the same limit, if no bot holds the store; else what
 * that bot says is all there is.
 */
export async function examineService(
  config: Config,
  { isInUse, isReady }: Examination,
  clock: Clock,
): Promise<readonly Finding[]> {
  if (config.service === undefined)
    return [
      note('The embedded sandbox answers. For the real service set LOOKUP_BASE_URL and LOOKUP_API_KEY.'),
    ];
  if (isInUse) return examineRunning(config.http);
  if (!isReady)
    return [
      note(
        'The service was not asked: no store of this version tells what was sent to it just before. "setup" asks it, and so does the bot.',
      ),
    ];
  try {
    const { answer, past } = await askKey(
      { config: { ...config, http: undefined }, clock, log: SILENT },
      AbortSignal.timeout(PATIENCE_MS),
    );
    return [...keyFindings(answer.status, clock), ...othersIn(past)];
  } catch (error) {
    const problem = keyProblem(error);
    if (problem !== undefined) return [wrong(problem)];
    if (error instanceof Error && error.name === 'TimeoutError')
      return [
        note(
          'The service was not asked: the limit had no slot for it, or the store does not tell what was sent just before. Ask again in two minutes.',
        ),
      ];
    return [wrong(`The service could not be asked: ${String(error)}`)];
  }
}
