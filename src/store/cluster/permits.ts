import type { Priority } from '../../core/priority.ts';

export interface PermitSettings {
  /** Requests in flight at the same time, and in any window. */
  readonly concurrent: number;
  readonly perWindow: number;
  readonly windowMs: number;
  /** How far apart batch checks of all processes together are. */
  readonly batchEveryMs: number;
  /** How long a permit that is never given back takes its window slot, and its in-flight slot. */
  readonly leaseMs: { readonly windowSlot: number; readonly inFlight: number };
}

/** How the limit stands, in milliseconds from the moment of asking. */
export interface LimitState {
  /** When each taken window slot is free again; undefined for one whose request is still under way. */
  readonly slotsFreeIn: readonly (number | undefined)[];
  /** How many in-flight slots are taken. */
  readonly inFlight: number;
  /** Nothing is sent before this: a pause, or a store that does not know what was sent just before. */
  readonly closedForMs: number;
}

/** What the store says to a request for a permit. */
export interface PermitAnswer extends LimitState {
  readonly granted: boolean;
  /** In how many milliseconds it is worth asking again. */
  readonly retryInMs: number;
}

/**
 * The limit of all processes on one store, kept on the store's own time: a permit takes a window slot and an in-flight slot
 * in one step. One in-flight slot is left to singles. A store that may have lost permits grants none for as long as one can
 * last. Every method rejects when the store fails; then nobody knows whether it was done.
 */
export interface Permits {
  /** @param token the permit's name from now on, unlike any other */
  ask(token: string, priority: Priority): Promise<PermitAnswer>;
  /**
   * Ends a permit: its slots stay taken for this much longer; 0 frees them. A batch's permit that is given back
   * unused (0) costs the batches no turn. A token that the store has lost is written again.
   */
  giveBack(
    token: string,
    priority: Priority,
    held: { readonly windowSlotMs: number; readonly inFlightMs: number },
  ): Promise<void>;
  /** Sends nothing for so long, in any process. */
  pause(ms: number): Promise<void>;
  look(): Promise<LimitState>;
  /** How often a process has to look while it knows of something taken, in milliseconds: the store's time may need it. */
  readonly lookEveryMs: number;
}
