import { askKey } from '../../bot/ask-key.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { createLog } from '../../ops/log/log.ts';
import { fileOf } from '../../store/kinds.ts';
import { createMarkFile, isThere } from '../../store/mark-file.ts';
import { keyFindings, keyProblem } from '../doctor/key.ts';
import { examineStore } from '../doctor/store.ts';

/** A store that does not tell what was sent just before lets a window pass. */
const PATIENCE_MS = 150_000;
const SILENT = createLog({ level: 'silent', secrets: [], readable: false });

/** What came of asking the service. */
export interface KeyCheck {
  /** What is wrong, in a sentence; undefined where nothing is. */
  readonly problem?: string;
  readonly says: readonly string[];
}

/** Asks the service for the state of keys, within the limit of the bot. */
export interface KeyChecks {
  check(config: Config, givenUp: AbortSignal): Promise<KeyCheck>;
  /** To be called when no more are asked: the bot's first start lets a window pass after them. */
  end(): Promise<void>;
}

export function createKeyChecks(clock: Clock): KeyChecks {
  /** The mark of a store that was made here, where nothing had been sent before. */
  let made: string | undefined;
  return {
    check: async (config, givenUp) => {
      const at = await placeOf(config);
      if (at.isHeld)
        return {
          says: [
            'The key was not asked for: a bot runs on this store, and its limiter alone knows what may be sent.',
          ],
        };
      if (at.newFile !== undefined) made = `${at.newFile}.mark`;
      try {
        const { answer } = await askKey(
          { config: { ...config, http: undefined }, clock, log: SILENT },
          AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), givenUp]),
          at.newFile !== undefined,
        );
        const findings = keyFindings(answer.status, clock);
        const wrong = findings.find(({ state }) => state === 'wrong');
        return { says: findings.map(({ says }) => says), ...(wrong && { problem: wrong.says }) };
      } catch (error) {
        givenUp.throwIfAborted();
        const problem = keyProblem(error);
        if (problem !== undefined) return { problem, says: [] };
        if (error instanceof Error && error.name === 'TimeoutError')
          return { says: ['The key was not asked for: the limit had no slot for it within two minutes.'] };
        throw error;
      }
    },
    end: async () => {
      if (made !== undefined) await createMarkFile(made).remove();
    },
  };
}

async function placeOf({ storeUrl, cacheSecret }: Config) {
  const { isInUse } = await examineStore({ storeUrl, cacheSecret });
  const file = fileOf(storeUrl);
  return { isHeld: isInUse, newFile: file === undefined || (await isThere(file)) ? undefined : file };
}
