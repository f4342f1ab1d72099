import type { Clock } from '../../src/core/time/clock.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';
import { laterBy } from '../support/clocks/skipping.ts';
import { createMortal } from '../support/mortal.ts';
import { failing, type StoreStep } from '../support/store/brittle.ts';
import type { World } from './world.ts';

export type Gate = ReturnType<typeof createGate>;

/**
 * The only way from a life to the outside. After the death of the life nothing gets through in
 * either direction. A life can die right before or after one of its effects, where a crash does the
 * most harm.
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
  /** Runs an effect outside, which takes a moment. */
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
    /** Kills the life at its effect of this number, counted from 1 for the next effect. */
    dieAt: mortal.dieAt,
    /** Closes the store of the life, as the last step of an orderly end. */
    closeDisk: (): void => {
      isClosed = true;
    },
    /** Runs an effect on the disk. */
    onDisk: async <T>(step: StoreStep, effect: () => Promise<T>): Promise<T> => {
      if (isClosed) throw new StoreFailed('the store is closed');
      await time.sleep(1);
      await whileAlive();
      return failing(world.storeFault, () => outside(effect), step);
    },
  };
}
