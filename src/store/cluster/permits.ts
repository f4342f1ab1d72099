import type { Priority } from '../../core/priority.ts';

export interface PermitSettings {
  /** Requests in flight at the same time, and in any window. */
  readonly concurrent: number;
  readonly perWindow: number;
  readonly windowMs: number;
  /** Time between two batch checks of all processes together, in milliseconds. */
  readonly batchEveryMs: number;
  /** How long a permit that is never given back takes its window slot, and its in-flight slot. */
  readonly leaseMs: { readonly windowSlot: number; readonly inFlight: number };
}

/** The state of the limit; times are in milliseconds from now. */
export interface LimitState {
  /** When each taken window slot is free again; undefined for one whose request is still under way. */
  readonly slotsFreeIn: readonly (number | undefined)[];
  /** How many in-flight slots are taken. */
  readonly inFlight: number;
  /** Nothing is sent before this has passed: a pause, or a store that may not know what was sent just before. */
  readonly closedForMs: number;
}

/** The store's answer to a request for a permit. */
export interface PermitAnswer extends LimitState {
  readonly granted: boolean;
  /** After how many milliseconds it is worth asking again. */
  readonly retryInMs: number;
}

/**
 * The limit of all processes on one store, by the store's own clock: a permit takes a window slot and an in-flight slot
 * in one step. One in-flight slot is reserved for singles. A store that may have lost permits grants none for as long as one
 * can last. Every method rejects when the store fails; then it is unknown whether the call took effect.
 */
export interface Permits {
  /** @param token names the permit from now on; unique */
  ask(token: string, priority: Priority): Promise<PermitAnswer>;
  /**
   * Ends a permit: its slots stay taken for this much longer; 0 frees them. A batch's permit that is given back
   * unused (0) does not delay the next batch check. A token that the store has lost is written again.
   */
  giveBack(
    token: string,
    priority: Priority,
    held: { readonly windowSlotMs: number; readonly inFlightMs: number },
  ): Promise<void>;
  /** Keeps all processes from sending for this long. */
  pause(ms: number): Promise<void>;
  look(): Promise<LimitState>;
  /** How often a process has to ask while it knows of taken slots, in milliseconds: some stores' clocks need it. */
  readonly lookEveryMs: number;
}
