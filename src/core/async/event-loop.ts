import { setImmediate as nextTurn } from 'node:timers/promises';
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
    await nextTurn();
    since = systemClock.elapsed();
  }
}

/**
 * Runs `run` once all data that had already arrived is read. A process that stood still (stopped, asleep, in a long garbage
 * collection) runs its due timers before it reads its sockets, so acting on a time-out at once would discard an answer that
 * has already arrived.
 * @param bytesRead how many bytes have been read so far: while the number grows, more may follow
 * @returns a function that cancels the call
 */
export function afterReading(run: () => void, bytesRead: () => number = () => 0): () => void {
  let seen = bytesRead();
  let next: NodeJS.Immediate;
  const look = (): void => {
    const now = bytesRead();
    if (now === seen) {
      run();
      return;
    }
    seen = now;
    next = setImmediate(look);
  };
  // Immediates run right after the event loop has polled its sockets.
  next = setImmediate(look);
  return () => clearImmediate(next);
}
