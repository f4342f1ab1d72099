/** Does one step of a process with the world outside; never settles once the process is killed. */
export type Step = <T>(work: () => Promise<T>) => Promise<T>;

export type Mortal = ReturnType<typeof createMortal>;

/** A process that can be killed at any of its steps: from then on nothing of it happens. */
export function createMortal() {
  let isDead = false;
  let fatal: { steps: number; readonly when: 'before' | 'after' } | undefined;
  let kill = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    kill = () => {
      isDead = true;
      resolve();
    };
  });
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
    /** Resolves when it is killed. */
    ended,
    isDead: () => isDead,
    kill: () => kill(),
    /** Resolves while it lives, and otherwise never. */
    alive: async (): Promise<void> => {
      if (isDead) await never();
    },
    /** Kills it at its step of this number, counted from 1 for the next one. */
    dieAt: (steps: number, when: 'before' | 'after'): void => {
      fatal = { steps, when };
    },
  };
}

/** A promise each time: what waits for one is kept as long as it is. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
