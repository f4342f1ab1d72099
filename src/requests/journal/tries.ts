import { z } from 'zod';

/**
 * How often a request was begun without an end in good order, neither an answer nor a stop: what the processes that died
 * over it have left.
 */
export interface Tries {
  readonly begun: number;
  /** Those of them that went on for a while: whatever ended such a process, it was hardly this request's beginning. */
  readonly lasted: number;
}

/** When a request is taken for what ends the processes, and run no more. */
export interface PoisonLimits {
  /** A try that went on for so long has lasted. */
  readonly lastsMs: number;
  /** So many tries that ended their process soon are enough. */
  readonly mostShort: number;
  /** So many tries are enough, however long they went on. */
  readonly most: number;
}

export const POISON_LIMITS: PoisonLimits = { lastsMs: 3_000, mostShort: 2, most: 6 };

export const NO_TRIES: Tries = { begun: 0, lasted: 0 };
export const FIRST_TRY: Tries = { begun: 1, lasted: 0 };

export const triesSchema = z.object({ begun: z.int().min(0), lasted: z.int().min(0) });

export function isPoison({ begun, lasted }: Tries, limits: PoisonLimits): boolean {
  return begun - lasted >= limits.mostShort || begun >= limits.most;
}

/** Whether a process has died soon after it was begun: it may be the cause, or have been there by chance. */
export function isSuspect({ begun, lasted }: Tries): boolean {
  return begun > lasted;
}

export function withBegun({ begun, lasted }: Tries): Tries {
  return { begun: begun + 1, lasted };
}

export function withLasted({ begun, lasted }: Tries): Tries {
  return { begun, lasted: Math.min(lasted + 1, begun) };
}

/** The latest try has ended in good order. */
export function withEnded({ begun, lasted }: Tries, hasLasted: boolean): Tries {
  const rest = Math.max(begun - 1, 0);
  return { begun: rest, lasted: Math.min(hasLasted ? Math.max(lasted - 1, 0) : lasted, rest) };
}
