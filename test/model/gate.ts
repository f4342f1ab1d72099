import type { Clock } from '../../src/core/clock.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { laterBy } from '../support/clocks/skipping.ts';
import { createMortal } from '../support/mortal.ts';
import { failing, type StoreStep } from '../support/store/brittle.ts';
import type { World } from './world.ts';

export type Gate = ReturnType<typeof createGate>;

/**
 * A life's way to everything outside it. Dead, nothing gets through in either direction; and it can
 * be made to die right before or after one of its own effects, which is where a crash does its
 * harm.
 */
export function createGate(world: World, number: number) {
  const { time } = world;
  const mortal = createMortal();
  const { whileAlive, isDead } = mortal;
  let isClosed = false;

  const die = (orderly = false): void => {
    if (isDead()) return;
    world.ends.set(number, { at: time.now(), orderly });
    mortal.kill();
  };
  /** An effect outside, which takes a moment. */
  const outside = <T>(effect: () => T | Promise<T>): Promise<T> =>
    mortal.step(async () => {
      const result = effect();
      await time.sleep(1);
      return result;
    });
  mortal.ended.then(() => {
    if (!world.ends.has(number)) world.ends.set(number, { at: time.now(), orderly: false });
  });
  const sleep: Clock['sleep'] = async (ms, signal) => {
    await time.sleep(ms, signal);
    await whileAlive();
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
    whileAlive,
    outside,
    isDead,
    /** Dies at the effect after so many more. */
    dieAt: mortal.dieAt,
    /** From here on its store is closed, as the last thing of an end in good order. */
    closeDisk: (): void => {
      isClosed = true;
    },
    /** An effect on the disk. */
    onDisk: async <T>(step: StoreStep, effect: () => Promise<T>): Promise<T> => {
      if (isClosed) throw new StoreFailed('the store is closed');
      await time.sleep(1);
      await whileAlive();
      return failing(world.storeFault, () => outside(effect), step);
    },
  };
}
