import type { Clock } from '../../src/core/clock.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { laterBy } from '../support/clocks/skipping.ts';
import type { World } from './world.ts';

export type Gate = ReturnType<typeof createGate>;

/**
 * A life's way to everything outside it. Dead, nothing gets through in either direction; and it can
 * be made to die right before or after one of its own effects, which is where a crash does its
 * harm.
 */
export function createGate(world: World, number: number) {
  const { time } = world;
  let dead = false;
  let isClosed = false;
  let fatal: { effects: number; readonly when: 'before' | 'after' } | undefined;

  const die = (orderly = false): void => {
    if (dead) return;
    dead = true;
    world.ends.set(number, { at: time.now(), orderly });
  };
  /**
   * Resolves when the life runs; never, once it is dead. One promise each time: what waits for it
   * is kept as long as it is.
   */
  const alive = async (): Promise<void> => {
    if (dead) await new Promise<never>(() => undefined);
  };
  /** Counts an effect down to the fatal one. */
  const isFatal = (when: 'before' | 'after'): boolean => {
    if (fatal?.when !== when) return false;
    fatal.effects -= 1;
    return fatal.effects <= 0;
  };
  /** An effect outside. */
  const outside = async <T>(effect: () => T | Promise<T>): Promise<T> => {
    if (isFatal('before')) die();
    await alive();
    const result = effect();
    if (isFatal('after')) die();
    await time.sleep(1);
    await alive();
    return result;
  };
  const sleep: Clock['sleep'] = async (ms, signal) => {
    await time.sleep(ms, signal);
    await alive();
    signal?.throwIfAborted();
  };
  const clock: Clock = {
    now: () => time.now() + world.timeOfDayShiftMs,
    elapsed: () => time.now(),
    uptime: () => time.now(),
    sleep,
    later: laterBy(sleep),
  };
  return {
    number,
    clock,
    die,
    alive,
    outside,
    isDead: () => dead,
    /** Dies at the effect after so many more. */
    dieAt: (effects: number, when: 'before' | 'after'): void => {
      fatal = { effects, when };
    },
    /** From here on its store is closed, as the last thing of an end in good order. */
    closeDisk: (): void => {
      isClosed = true;
    },
    /** An effect on the disk. */
    onDisk: async <T>(kind: 'read' | 'write', effect: () => T | Promise<T>): Promise<T> => {
      if (isClosed) throw new StoreFailed('the store is closed');
      await time.sleep(1);
      await alive();
      const fault = world.storeFault;
      if (fault === 'fails' || (fault === 'read-only' && kind === 'write'))
        throw new StoreFailed('disk I/O error');
      const result = await outside(effect);
      if (fault === 'ambiguous' && kind === 'write') throw new StoreFailed('the connection broke');
      return result;
    },
  };
}
