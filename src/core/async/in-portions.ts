import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../clock.ts';

/** The event loop is held up for about so long at a time. */
const PORTION_MS = 8;

/** A work in small steps that ends with a result; what comes between the steps is nobody's business. */
export type Steps<T> = Generator<undefined, T>;

/** Does a work at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does a long work in portions, between which the event loop does what else is waiting. */
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
