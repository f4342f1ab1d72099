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

/** A test was given up because of the time it took. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/**
 * Runs it, for so long at most of what counts: the time its event loop waits, and the processor's time that it uses. What it
 * spends waiting for a processor that others have does not count, or a busy machine would kill every mutant.
 * @throws TooLong
 */
export async function giveLife(limitMs: number, run: () => unknown): Promise<void> {
  const life: Life = { isOver: false };
  const begun = ownMs();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const look = (): void => {
      const leftMs = limitMs - (ownMs() - begun);
      if (leftMs > 0) {
        timer = real.setTimeout(look, leftMs);
        return;
      }
      life.isOver = true;
      reject(new TooLong('it takes too long'));
    };
    timer = real.setTimeout(look, limitMs);
  });
  await Promise.race([lives.run(life, run), tooLate]).finally(() => clearTimeout(timer));
}

/** What counts of the time so far. */
export function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return performance.eventLoopUtilization().idle + (user + system) / 1_000;
}
