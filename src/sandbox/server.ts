import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Clock, systemClock } from '../core/clock.ts';
import { createAccounts } from './answers/accounts.ts';
import { createAnswers } from './answers/answers.ts';
import { SANDBOX_KEYS, type SandboxKey } from './answers/keys.ts';
import { createApp } from './app.ts';
import type { LookUpTac } from './catalogue/catalogue.ts';
import { type Arrival, createFaults, type Fault } from './faults/faults.ts';
import { createGate, INTERFACE_LIMITS, type SandboxLimits } from './faults/limits.ts';
import { createDelay, type Delay } from './faults/random.ts';

export interface SandboxOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Default: this machine only. */
  readonly host?: string;
  /** Default: those of the interface. */
  readonly limits?: SandboxLimits | 'none';
  /** Keys beside those of {@link SANDBOX_KEYS}, or in place of those of the same name. */
  readonly keys?: readonly SandboxKey[];
  /** Names devices that the catalogue does not have. */
  readonly lookUpTac?: LookUpTac;
  /** How long it takes to answer, in milliseconds. Default: 0. */
  readonly delay?: Delay;
  /** For the limits, the counts of checks, dates, delays and the record of arrivals alike. */
  readonly clock?: Clock;
}

/** A running sandbox, and what tests want to know of it. */
export interface Sandbox {
  /** Without a slash at its end. */
  readonly url: string;
  /** Every request in the order of arrival, blocked or not; of very many the newest 50,000 at least. */
  readonly arrivals: readonly Arrival[];
  /**
   * The IMEI of every check that was counted, and so paid, in the same order and as many of them. Counted are checks
   * that end with a device or with "not found", also when a fault spoils the answer on its way.
   */
  readonly paidChecks: readonly string[];
  /** Requests that have arrived and are not answered yet, nor given up. */
  readonly inFlight: number;
  /** The most requests that were in flight at the same time. */
  readonly mostAtOnce: number;
  /** Whether an address is blocked for having crossed a limit. */
  readonly blocked: boolean;
  /** Makes requests fail from now on. */
  fail(fault: Fault): void;
  /** Ends all faults. */
  mend(): void;
  /** Cuts all connections; resolves when the port is free. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/**
 * Serves the service's interface over HTTP.
 * @throws Node's error (`EADDRINUSE`, `EACCES`, …) when it cannot listen there
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = LOOPBACK, limits = INTERFACE_LIMITS, clock = systemClock } = options;
  const gate = createGate(limits);
  const faults = createFaults();
  const arrivals: Arrival[] = [];
  const paidChecks: string[] = [];
  const closing = new AbortController();
  const app = createApp({
    answers: createAnswers(
      createAccounts([...SANDBOX_KEYS, ...(options.keys ?? [])], clock),
      options.lookUpTac,
    ),
    gate,
    faults,
    clock,
    delay: createDelay(options.delay ?? 0),
    arrivals,
    paidChecks,
    closing: closing.signal,
  });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: urlOf(server, host),
    arrivals,
    paidChecks,
    get inFlight() {
      return gate.inFlight;
    },
    get mostAtOnce() {
      return gate.mostAtOnce;
    },
    get blocked() {
      return gate.isBlocked(clock.elapsed());
    },
    fail: faults.add,
    mend: faults.mend,
    close: async () => {
      closing.abort();
      await stop(server);
    },
  };
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens on no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}
