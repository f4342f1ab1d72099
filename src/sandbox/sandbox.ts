import type { Clock } from '../core/time/clock.ts';
import type { SandboxLimits } from './admission.ts';
import type { Arrival } from './arrival.ts';
import type { LookUpTac } from './catalogue/catalogue.ts';
import type { Fault } from './faults/faults.ts';
import type { Delay } from './random.ts';
import type { SandboxKey } from './responses/keys.ts';

export interface SandboxOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Default: this machine only. */
  readonly host?: string;
  /** Default: the limits of the interface. */
  readonly limits?: SandboxLimits | 'none';
  /** Keys in addition to {@link SANDBOX_KEYS}; they replace those of the same name. */
  readonly keys?: readonly SandboxKey[];
  /** Finds devices that are not in the catalogue. */
  readonly lookUpTac?: LookUpTac;
  /** Milliseconds before each answer. Default: 0. */
  readonly delay?: Delay;
  /** The clock of limits, counts of checks, dates, delays and arrivals. */
  readonly clock?: Clock;
}

/**
 * A running sandbox, with what tests look at. `startSandbox` of `sandbox-server` starts it.
 *
 *     main, sandbox-command  `npm run sandbox`
 *     sandbox-server         a request over HTTP, from its arrival to its answer
 *     arrival                which call a request is, and what it asks
 *     admission              the limits of each IP address, and its block
 *     random                 delays before answers
 *     responses/responses    answers the two calls of the interface
 *     responses/keys         the keys to try, and what each may do
 *     responses/key-ledger   the checks that a key has left
 *     catalogue/catalogue    the phones that it knows
 *     faults/faults          which requests get a fault
 *     faults/fault-effects   what each fault does to an answer
 */
export interface Sandbox {
  /** The URL of the sandbox, without a slash at its end. */
  readonly url: string;
  /**
   * All requests in the order of arrival, also blocked ones. If there are very many, at least the
   * newest 50,000 are in the list.
   */
  readonly arrivals: readonly Arrival[];
  /**
   * The IMEI of every paid check, in order, with the same limit. A check is paid if it ends with a
   * device or with "not found", also if a fault spoils the answer on its way.
   */
  readonly paidChecks: readonly string[];
  /** Requests that are neither answered nor given up by the client. */
  readonly inFlight: number;
  /** The most requests that were in flight at the same time. */
  readonly mostAtOnce: number;
  /** Whether an IP address is blocked. */
  readonly isBlocked: boolean;
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Cuts all connections; resolves when the port is free. */
  close(): Promise<void>;
}
