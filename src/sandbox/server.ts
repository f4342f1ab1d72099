import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../core/clock.ts';
import { REFUSALS, type WireAnswer } from './answers/accounts.ts';
import { createAnswers } from './answers/answers.ts';
import { SANDBOX_KEYS, type SandboxKey } from './answers/keys.ts';
import type { LookUpTac } from './catalogue/catalogue.ts';
import {
  type Arrival,
  createFaults,
  FAULT_HEADER,
  FAULT_KINDS,
  type Fault,
  type FaultKind,
  isFaultKind,
} from './faults/faults.ts';
import { createGate, INTERFACE_LIMITS, type SandboxLimits } from './faults/limits.ts';
import { createDelay, type Delay } from './faults/random.ts';
import { SPOIL, TURN_AWAY } from './faults/spoil.ts';

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
  /** For limits, counts of checks, dates, delays and arrivals. */
  readonly clock?: Clock;
}

/** A running sandbox, with what tests look at. */
export interface Sandbox {
  /** Without a slash at its end. */
  readonly url: string;
  /**
   * All requests in the order of arrival, also blocked ones; of very many at least the newest
   * 50,000.
   */
  readonly arrivals: readonly Arrival[];
  /**
   * The IMEI of every paid check, in order, and as many of them. A check is paid if it ends with a
   * device or with "not found", also if a fault spoils the answer on its way.
   */
  readonly paidChecks: readonly string[];
  /** Requests that are neither answered nor given up by the client. */
  readonly inFlight: number;
  /** The most requests that were in flight at the same time. */
  readonly mostAtOnce: number;
  /** Whether an address is blocked. */
  readonly blocked: boolean;
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Cuts all connections; resolves when the port is free. */
  close(): Promise<void>;
}

const CHECK_PATH = '/api/checkimei';
const STATUS_PATH = '/api/status';
/** Arrivals and checks that are kept, so that a sandbox can run for months. */
const MAX_KEPT = 100_000;

/**
 * Serves the service's interface over HTTP.
 * @throws Node's error (`EADDRINUSE`, `EACCES`, …) if it cannot listen there
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', limits = INTERFACE_LIMITS, clock = systemClock } = options;
  const answers = createAnswers(
    [...SANDBOX_KEYS, ...(options.keys ?? [])],
    options.lookUpTac,
    clock,
  );
  const gate = createGate(limits);
  const faults = createFaults();
  const delay = createDelay(options.delay ?? 0);
  const arrivals: Arrival[] = [];
  const paidChecks: string[] = [];
  const closing = new AbortController();

  const answer = ({ call, key = '', imei = '' }: Arrival): WireAnswer =>
    call === 'check'
      ? answers.check(key, imei, (paid) => keep(paidChecks, paid))
      : answers.keyStatus(key);
  /** Answers a request, unless a fault turns it away. Returns a function that sends the answer. */
  const work = (
    arrival: Arrival,
    fault: FaultKind | undefined,
  ): ((response: ServerResponse) => void) => {
    const turnAway = Object.entries(TURN_AWAY).find(([kind]) => kind === fault);
    if (turnAway !== undefined) return turnAway[1];
    const refusal = Object.entries(REFUSALS).find(([kind]) => kind === fault);
    const { httpStatus: status, body } = refusal?.[1] ?? answer(arrival);
    const text = JSON.stringify(body);
    const spoil = Object.entries(SPOIL).find(([kind]) => kind === fault);
    return (response) =>
      spoil === undefined
        ? sendJson(response, status, text)
        : spoil[1](response, { status, text, imei: arrival.imei });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers } = request;
    const { pathname: path, searchParams } = new URL(`http://sandbox${request.url}`);
    const call = callOf(method, path);
    const arrival = { at: clock.now(), method, path, ...(call && { call }) };
    keep(arrivals, arrival);
    const address = request.socket.remoteAddress ?? 'unknown';
    const isAdmitted = gate.enter(address, clock.elapsed());
    // Emitted once, after the answer or when the connection breaks.
    response.once('close', () => gate.leave(address));
    if (!isAdmitted)
      return sendJson(response, 200, JSON.stringify(REFUSALS['limit-exceeded'].body));
    if (call === undefined) {
      response.writeHead(404).end(`Not here. Try POST ${CHECK_PATH}/ or GET ${STATUS_PATH}?key=\n`);
      return;
    }
    const fields =
      call === 'check' ? await readForm(request) : { key: searchParams.get('key') ?? '' };
    Object.assign(arrival, fields);
    const fault = headers[FAULT_HEADER]?.toString();
    if (fault !== undefined && !isFaultKind(fault)) {
      response.writeHead(400).end(`${FAULT_HEADER} takes one of: ${FAULT_KINDS.join(', ')}\n`);
      return;
    }
    const send = work(arrival, fault ?? faults.take(arrival));
    const delayMs = delay();
    // Only `close` aborts it, and then nobody waits for an answer.
    if (delayMs > 0) await clock.sleep(delayMs, closing.signal).catch(() => {});
    send(response);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
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
    clearFaults: faults.clear,
    close: async () => {
      closing.abort();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Adds an item to a list, and removes the oldest half of a very long one. */
function keep<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > MAX_KEPT) list.splice(0, list.length - MAX_KEPT / 2);
}

/** Paths may have a slash at their end. */
function callOf(method: string, path: string): Arrival['call'] {
  const plain = path.replace(/\/$/, '');
  if (method === 'POST' && plain === CHECK_PATH) return 'check';
  return method === 'GET' && plain === STATUS_PATH ? 'key-status' : undefined;
}

/** A body that is not a form has no fields: the interface has no error for it. */
async function readForm(
  request: IncomingMessage,
): Promise<{ readonly key: string; readonly imei: string }> {
  const body = Buffer.concat(await request.toArray());
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(body, { headers }).formData().catch(() => new FormData());
  const text = (name: string): string => form.get(name)?.toString() ?? '';
  return { key: text('key'), imei: text('imei') };
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}
