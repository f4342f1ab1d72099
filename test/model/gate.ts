import type { Clock } from '../../src/core/clock.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { laterBy } from '../support/clocks/later.ts';
import type { World } from './world.ts';

/** A store that stalls is given up after so long. */
const GIVE_UP_MS = 2_000;
/** A store that goes on takes up to so long to come to a command. */
const LOOKS_EVERY_MS = 50;

/**
 * A life's way to everything outside it. Dead, nothing gets through in either direction; frozen, all waits; and it can be
 * told to die right before or after one of its own effects, which is where a crash does its harm.
 */
export interface Gate {
  readonly number: number;
  readonly clock: Clock;
  isDead(): boolean;
  die(orderly?: boolean): void;
  /** Dies at the effect after so many more. */
  dieAt(effects: number, when: 'before' | 'after'): void;
  freeze(): void;
  thaw(): void;
  /** From here on its store is closed, as the last thing of an end in good order. */
  closeDisk(): void;
  /** Resolves when the life runs; never, once it is dead. */
  awake(): Promise<void>;
  /** An effect on the disk. */
  onDisk<T>(kind: 'read' | 'write', effect: () => T | Promise<T>): Promise<T>;
  /** An effect elsewhere outside. */
  outside<T>(effect: () => T | Promise<T>): Promise<T>;
}

export function createGate(world: World, number: number): Gate {
  const { time } = world;
  let dead = false;
  let isClosed = false;
  let fatal: { effects: number; readonly when: 'before' | 'after' } | undefined;
  let frozen: { readonly since: number; readonly over: Promise<void>; readonly end: () => void } | undefined;

  const die = (orderly = false): void => {
    if (dead) return;
    dead = true;
    if (frozen !== undefined) world.freezes.push({ life: number, from: frozen.since, to: time.now() });
    world.ends.set(number, { at: time.now(), orderly });
  };
  const awake = async (): Promise<void> => {
    while (frozen !== undefined && !dead) await frozen.over;
    if (dead) await never();
  };
  /** Counts an effect down to the fatal one. */
  const isFatal = (when: 'before' | 'after'): boolean => {
    if (fatal?.when !== when) return false;
    fatal.effects -= 1;
    return fatal.effects <= 0;
  };
  const outside = async <T>(effect: () => T | Promise<T>): Promise<T> => {
    await awake();
    if (isFatal('before')) die();
    await awake();
    const result = effect();
    if (isFatal('after')) die();
    await time.sleep(1);
    await awake();
    return result;
  };
  const sleep: Clock['sleep'] = async (ms, signal) => {
    await time.sleep(ms, signal);
    await awake();
    signal?.throwIfAborted();
  };
  const stalled = async <T>(effect: () => T): Promise<never> => {
    // The command lies in the socket, and is carried out when the store goes on, whoever has given it up.
    void whenHealed(world).then(effect);
    await time.sleep(GIVE_UP_MS);
    await awake();
    throw new StoreFailed('the store does not answer');
  };
  return {
    number,
    isDead: () => dead,
    die,
    dieAt: (effects, when) => {
      fatal = { effects, when };
    },
    freeze: () => {
      if (frozen !== undefined) return;
      let end = (): void => undefined;
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      frozen = { since: time.now(), over, end };
    },
    thaw: () => {
      if (frozen !== undefined) world.freezes.push({ life: number, from: frozen.since, to: time.now() });
      frozen?.end();
      frozen = undefined;
    },
    closeDisk: () => {
      isClosed = true;
    },
    awake,
    outside,
    onDisk: async (kind, effect) => {
      if (isClosed) throw new StoreFailed('the store is closed');
      await time.sleep(1);
      await awake();
      const fault = world.storeFault;
      if (fault === 'stalls') return stalled(effect);
      if (fault === 'fails' || (fault === 'read-only' && kind === 'write'))
        throw new StoreFailed('disk I/O error');
      const result = await outside(effect);
      if (fault === 'ambiguous' && kind === 'write') throw new StoreFailed('the connection broke');
      return result;
    },
    clock: {
      now: () => time.now() + world.timeOfDayShiftMs,
      elapsed: () => time.elapsed(),
      uptime: () => time.uptime(),
      sleep,
      later: laterBy(sleep),
    },
  };
}

/** One of its own each time: what waits for a promise is kept as long as the promise, and with it its whole world. */
function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}

/** Resolves when the store goes on, but for the time until it comes to this command. */
async function whenHealed({ time, stalled }: World): Promise<void> {
  const since = time.now();
  // Not asked for again and again: a store stalls for hours, and thousands of commands lie there.
  await new Promise<void>((resolve) => {
    stalled.push(resolve);
  });
  await time.sleep(LOOKS_EVERY_MS - ((time.now() - since) % LOOKS_EVERY_MS));
}
