import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what a library holds outside of JavaScript for objects nobody uses any more. Left to itself, the collector
 * sees only the small objects, and keeps a hundred megabytes behind them.
 */
export async function releaseUnused(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  // What is behind the objects is given back in a later turn.
  await setImmediate();
}
