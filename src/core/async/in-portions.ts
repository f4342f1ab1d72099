import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../clock.ts';

/** The longest time the work blocks the event loop at once. */
const PORTION_MS = 8;

/** Long work in small steps that returns a result. The values yielded between the steps carry no meaning. */
export type Steps<T> = Generator<undefined, T>;

/** Runs all steps without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs the steps in portions and lets the event loop serve other work in between. */
export async function inPortions<T>(steps: Steps<T>): Promise<T> {
  let since = systemClock.elapsed();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (systemClock.elapsed() - since < PORTION_MS) continue;
    await setImmediate();
    since = systemClock.elapsed();
  }
}
