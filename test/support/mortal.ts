import { deferred } from '../../src/core/promises.ts';

/** Runs one step of a process, such as a call or a write. Never settles after the kill. */
export type Step = <T>(work: () => Promise<T>) => Promise<T>;

/** A process that can be killed at any of its steps. After that it has no effects. */
export interface Mortal {
  readonly step: Step;
  /** Resolves when the process is killed. */
  readonly ended: Promise<void>;
  isDead(): boolean;
  kill(): void;
  /** Resolves if the process lives, and otherwise never. */
  whileAlive(): Promise<void>;
  /** Kills the process at its step of this number, counted from 1 for the next one. */
  dieAt(steps: number, when: 'before' | 'after'): void;
}

export function createMortal(): Mortal {
  let isDead = false;
  let fatal: { steps: number; readonly when: 'before' | 'after' } | undefined;
  const ended = deferred<void>();
  const kill = (): void => {
    isDead = true;
    ended.resolve();
  };
  const countDown = (when: 'before' | 'after'): void => {
    if (fatal?.when !== when) return;
    fatal.steps -= 1;
    if (fatal.steps <= 0) kill();
  };
  const step: Step = async (work) => {
    countDown('before');
    if (isDead) return never();
    const working = work();
    countDown('after');
    const outcome = await working.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    return isDead ? never() : outcome();
  };
  return {
    step,
    ended: ended.promise,
    isDead: () => isDead,
    kill,
    whileAlive: async () => {
      if (isDead) await never();
    },
    dieAt: (steps, when) => {
      fatal = { steps, when };
    },
  };
}

/** A new promise each time, since a shared one would keep in memory whatever waits for it. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
