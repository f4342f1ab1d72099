import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees memory that a library holds outside of JavaScript for unreachable objects. The garbage collector only sees the small
 * objects and would keep the hundred megabytes behind them.
 */
export async function releaseUnused(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  // Memory behind collected objects is freed in a later turn of the event loop.
  await setImmediate();
}
