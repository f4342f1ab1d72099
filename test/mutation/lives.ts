import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

interface Life {
  isOver: boolean;
}

const lives = new AsyncLocalStorage<Life>();
const NEVER = new Promise<never>(() => {});
const real = { setTimeout, setImmediate: timers.setImmediate, sleep: timers.setTimeout };

/**
 * A test that was given up goes on, and would take the processor from those after it, or turn their clocks. So nothing
 * that it waits for happens any more: what it began ends at its next step.
 */
Object.assign(timers, {
  setImmediate: (...all: Parameters<typeof real.setImmediate>) =>
    lives.getStore()?.isOver === true ? NEVER : real.setImmediate(...all),
  setTimeout: (...all: Parameters<typeof real.sleep>) =>
    lives.getStore()?.isOver === true ? NEVER : real.sleep(...all),
});
syncBuiltinESMExports();

/** Runs it, for so long at most. */
export async function giveLife(limitMs: number, run: () => unknown): Promise<void> {
  const life: Life = { isOver: false };
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = real.setTimeout(() => {
      life.isOver = true;
      reject(new Error('it takes too long'));
    }, limitMs);
  });
  await Promise.race([lives.run(life, run), tooLate]).finally(() => clearTimeout(timer));
}
