import { within } from '../../core/async/promises.ts';
import type { Log } from '../log/log.ts';

/** The state of one thing the bot needs: an adapter, the store. */
export interface ReadyPart {
  /** Short name, such as `store`. */
  readonly name: string;
  /** Whether it works. */
  readonly ok: boolean;
  /** What is wrong, in plain words. Readable by everyone who can reach the port. */
  readonly problem?: string;
}

interface Readiness {
  readonly ready: boolean;
  readonly parts: readonly ReadyPart[];
}

interface ReadinessNeeds {
  readonly ready: () => Promise<readonly ReadyPart[]>;
  readonly timeoutMs: number;
  readonly log: Log;
}

/**
 * Creates a function that asks all parts for their state: at most one round at a time, however many callers wait, and at
 * most `timeoutMs` long. It never rejects.
 */
export function createReadiness({ ready, timeoutMs, log }: ReadinessNeeds): () => Promise<Readiness> {
  const ask = async (): Promise<readonly ReadyPart[]> => {
    try {
      return await ready();
    } catch (error) {
      log.error({ err: error }, 'Whether the bot is ready could not be found out');
      return [unknown('It could not be found out whether the bot is ready. The log says why')];
    }
  };
  let asking: Promise<readonly ReadyPart[]> | undefined;
  const shared = (): Promise<readonly ReadyPart[]> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return async () => {
    const late = () => [unknown(`The parts did not say within ${timeoutMs / 1_000} s how they are`)];
    const parts = await within({ ms: timeoutMs, late }, shared);
    return { ready: parts.every(({ ok }) => ok), parts: parts.map(shown) };
  };
}

function unknown(problem: string): ReadyPart {
  return { name: 'readiness', ok: false, problem };
}

/** Only the fields that may be published. */
function shown({ name, ok, problem }: ReadyPart): ReadyPart {
  return ok ? { name, ok } : { name, ok, problem: problem ?? 'Not ready' };
}
