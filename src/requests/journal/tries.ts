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
}

/** When a request is considered to crash processes and is run no more. */
export interface PoisonLimits {
  /** How long an attempt has to run to count as lasted, in milliseconds. */
  readonly lastsMs: number;
  /** Attempts that crashed early after which the request is closed. */
  readonly mostShort: number;
  /** Attempts after which the request is closed, however long they ran. */
  readonly most: number;
}

/** The limits in production. */
export const POISON_LIMITS: PoisonLimits = { lastsMs: 3_000, mostShort: 2, most: 3 };

/** Before the first attempt. */
export const NO_TRIES: Tries = { begun: 0, lasted: 0 };
/** During the first attempt. */
export const FIRST_TRY: Tries = { begun: 1, lasted: 0 };

/** The stored form of {@link Tries}. */
export const triesSchema = z.object({ begun: z.int().min(0), lasted: z.int().min(0) });

/** Whether a request is closed because it crashes processes. */
export function isPoison({ begun, lasted }: Tries, limits: PoisonLimits): boolean {
  return begun - lasted >= limits.mostShort || begun >= limits.most;
}

/** Whether a process crashed soon after it started the request, which may be the cause. */
export function isSuspect({ begun, lasted }: Tries): boolean {
  return begun > lasted;
}

/** Counts a further attempt. */
export function withBegun({ begun, lasted }: Tries): Tries {
  return { begun: begun + 1, lasted };
}

/** Counts the current attempt as lasted. */
export function withLasted({ begun, lasted }: Tries): Tries {
  return { begun, lasted: Math.min(lasted + 1, begun) };
}

/** Removes the current attempt, which ended in good order. */
export function withEnded({ begun, lasted }: Tries, hasLasted: boolean): Tries {
  const rest = Math.max(begun - 1, 0);
  return { begun: rest, lasted: Math.min(hasLasted ? Math.max(lasted - 1, 0) : lasted, rest) };
}
