import { z } from 'zod';

/**
 * How often a request was started without ending in good order, neither by an answer nor by a stop: counts the processes
 * that crashed during it.
 */
export interface Tries {
  /** Attempts started. */
  readonly begun: number;
  /** Attempts that ran for a while: whatever ended such a process was hardly the start of this request. */
  readonly lasted: number;
  /** Those of them that only waited for a check then; absent where there is none. */
  readonly waited?: number;
}

/** What an attempt that has run for a while does: it works, or only waits for a check, in line or under way. */
export type Lasting = 'working' | 'waiting';

/** When a request is considered to crash processes and is run no more. */
export interface PoisonLimits {
  /** How long an attempt has to run to count as lasted, in milliseconds. */
  readonly lastsMs: number;
  /** Attempts that crashed early after which the request is closed. */
  readonly mostShort: number;
  /** Attempts after which the request is closed, however long they ran, but for those that only waited. */
  readonly most: number;
  /** Attempts after which it is closed, whatever they did. */
  readonly mostInAll: number;
}

/** The limits in production. */
export const POISON_LIMITS: PoisonLimits = { lastsMs: 3_000, mostShort: 2, most: 3, mostInAll: 20 };

/** Before the first attempt. */
export const NO_TRIES: Tries = { begun: 0, lasted: 0 };
/** During the first attempt. */
export const FIRST_TRY: Tries = { begun: 1, lasted: 0 };

/** The stored form of {@link Tries}. */
export const triesSchema = z.object({
  begun: z.int().min(0),
  lasted: z.int().min(0),
  waited: z.int().min(0).exactOptional(),
});

/**
 * Whether a request is closed because it crashes processes. One that waited for its check had been read, and nothing had come
 * of it yet, so whatever ended the process was something else.
 * @param wasSent an earlier process has sent a check for it: what came of that may be the cause, so no attempt only waited
 */
export function isPoison(
  { begun, lasted, waited = 0 }: Tries,
  limits: PoisonLimits,
  wasSent: boolean,
): boolean {
  const counted = wasSent ? begun : begun - waited;
  return begun - lasted >= limits.mostShort || counted >= limits.most || begun >= limits.mostInAll;
}

/** Whether a process crashed soon after it started the request, which may be the cause. */
export function isSuspect({ begun, lasted }: Tries): boolean {
  return begun > lasted;
}

/** Counts a further attempt. */
export function withBegun(tries: Tries): Tries {
  return { ...tries, begun: tries.begun + 1 };
}

/** Counts the current attempt as lasted. */
export function withLasted({ begun, lasted, waited = 0 }: Tries, how: Lasting): Tries {
  if (lasted >= begun) return triesOf(begun, begun, waited);
  return triesOf(begun, lasted + 1, how === 'waiting' ? waited + 1 : waited);
}

/** Removes the current attempt, which ended in good order; `lasting` if it was counted as lasted. */
export function withEnded({ begun, lasted, waited = 0 }: Tries, lasting: Lasting | undefined): Tries {
  const rest = Math.max(begun - 1, 0);
  const restLasted = Math.min(lasting === undefined ? lasted : Math.max(lasted - 1, 0), rest);
  const restWaited = lasting === 'waiting' ? Math.max(waited - 1, 0) : waited;
  return triesOf(rest, restLasted, Math.min(restWaited, restLasted));
}

function triesOf(begun: number, lasted: number, waited: number): Tries {
  return { begun, lasted, ...(waited > 0 && { waited }) };
}
