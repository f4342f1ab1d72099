import type { Clock } from '../core/clock.ts';
import { createSlots } from './window/local.ts';
import type { Slots, SlotsSettings } from './window/slots.ts';

/** Timers fire early and clocks drift: a slot is held this part of the window longer (0.5 s of a minute). */
const MARGIN = 1 / 120;
/** A request without an answer may still be on its way: its slot is held half a window longer (30 s of a minute). */
const FAILURE_HOLD = 1 / 2;

export interface LimiterOptions {
  /** Requests in flight at the same time. */
  readonly concurrent: number;
  /** Requests that may arrive in any window. */
  readonly perWindow: number;
  readonly windowMs: number;
  /** How much longer than the window a slot is held, since timers and clocks are inexact. */
  readonly marginMs?: number;
  /** How much longer still if there was no answer, since the request may yet arrive. */
  readonly failureHoldMs?: number;
  /** When the client gives up on a request. */
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  /** Creates the slots; by default those of this process alone. */
  readonly createSlots?: (settings: SlotsSettings) => Slots;
}

/** The limits in whole milliseconds, as the clock counts. */
export function limitsOf(options: LimiterOptions) {
  const { perWindow, windowMs } = options;
  return {
    createSlots,
    ...options,
    everyMs: Math.floor(windowMs / perWindow),
    holdMs: windowMs + (options.marginMs ?? Math.ceil(windowMs * MARGIN)),
    failureHoldMs: options.failureHoldMs ?? Math.ceil(windowMs * FAILURE_HOLD),
  };
}
