import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, sleepAtMost, systemClock } from '../core/time/clock.ts';
import { type Admission, createAdmission, SERVICE_LIMITS } from './admission.ts';
import { type Arrival, CHECK_PATH, callOf, readForm, STATUS_PATH } from './arrival.ts';
import { SPOIL, TURN_AWAY } from './faults/fault-effects.ts';
import {
  createFaults,
  FAULT_HEADER,
  FAULT_KINDS,
  type Fault,
  type FaultKind,
  isFaultKind,
} from './faults/faults.ts';
import { createDelay } from './random.ts';
import { SANDBOX_KEYS } from './responses/keys.ts';
import { createResponses, type SandboxResponses } from './responses/responses.ts';
import { SERVICE_ERRORS, type WireResponse } from './responses/service-errors.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/** The most arrivals and checks to remember, so that a sandbox can run for months. */
const MAX_REMEMBERED = 100_000;

/**
 * Serves the service's interface over HTTP.
 * @throws Node's error (`EADDRINUSE`, `EACCES`, …) if it cannot listen there
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1' } = options;
  const server = new SandboxServer(options);
  await server.listen(host, port);
  return server;
}

/** An arrival whose body may still be on its way. */
interface Arriving extends Arrival {
  key?: string;
  imei?: string;
}

/** Answers a request, as it should be or spoiled. */
type WriteAnswer = (response: ServerResponse) => void;

class SandboxServer implements Sandbox {
  readonly arrivals: Arrival[] = [];
  readonly paidChecks: string[] = [];
  readonly #responses: SandboxResponses;
  readonly #admission: Admission;
  readonly #faults = createFaults();
  readonly #nextDelayMs: () => number;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #server = createServer((request, response) => {
    // After a bug here the client gets no answer, as from a service that failed.
    this.#handle(request, response).catch(() => response.destroy());
  });
  #host = '';

  constructor(options: SandboxOptions) {
    const { limits = SERVICE_LIMITS, keys = [], delay = 0, clock = systemClock } = options;
    this.#responses = createResponses([...SANDBOX_KEYS, ...keys], options.lookUpTac, clock);
    this.#admission = createAdmission(limits);
    this.#nextDelayMs = createDelay(delay);
    this.#clock = clock;
  }

  async listen(host: string, port: number): Promise<void> {
    this.#host = host.includes(':') ? `[${host}]` : host;
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://${this.#host}:${(this.#server.address() as AddressInfo).port}`;
  }

  get inFlight(): number {
    return this.#admission.inFlight;
  }

  get mostAtOnce(): number {
    return this.#admission.mostAtOnce;
  }

  get isBlocked(): boolean {
    return this.#admission.isBlocked(this.#clock.elapsed());
  }

  fail(fault: Fault): void {
    this.#faults.add(fault);
  }

  clearFaults(): void {
    this.#faults.clear();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    const { pathname: path, searchParams } = new URL(`http://sandbox${request.url}`);
    const call = callOf(method, path);
    const arrival: Arriving = { at: this.#clock.now(), method, path, ...(call && { call }) };
    remember(this.arrivals, arrival);
    if (!this.#admits(request, response)) {
      sendJson(response, 200, JSON.stringify(SERVICE_ERRORS['limit-exceeded'].body));
      return;
    }
    if (call === undefined) {
      response.writeHead(404).end(`Not here. Try POST ${CHECK_PATH}/ or GET ${STATUS_PATH}?key=\n`);
      return;
    }
    if (call === 'check') {
      const form = await readForm(request);
      arrival.key = form.key;
      arrival.imei = form.imei;
    } else {
      arrival.key = searchParams.get('key') ?? '';
    }
    const wanted = request.headers[FAULT_HEADER]?.toString();
    if (wanted !== undefined && !isFaultKind(wanted)) {
      response.writeHead(400).end(`${FAULT_HEADER} takes one of: ${FAULT_KINDS.join(', ')}\n`);
      return;
    }
    const write = this.#answer(arrival, wanted ?? this.#faults.take(arrival));
    await this.#delay();
    write(response);
  }

  /**
   * Counts a request of an IP address until its connection ends. Returns whether it is answered.
   */
  #admits(request: IncomingMessage, response: ServerResponse): boolean {
    const address = request.socket.remoteAddress ?? 'unknown';
    const isAdmitted = this.#admission.admit(address, this.#clock.elapsed());
    // `close` comes once, after the answer or when the connection breaks.
    response.once('close', () => this.#admission.leave(address));
    return isAdmitted;
  }

  /** Makes and counts the check, unless a fault turns the request away before that. */
  #answer(arrival: Arrival, fault: FaultKind | undefined): WriteAnswer {
    const turnAway = effectOf(fault, TURN_AWAY);
    if (turnAway !== undefined) return turnAway;
    const error = effectOf(fault, SERVICE_ERRORS);
    const { httpStatus: status, body } = error ?? this.#wireResponse(arrival);
    const text = JSON.stringify(body);
    const spoil = effectOf(fault, SPOIL);
    return (response) => {
      if (spoil === undefined) sendJson(response, status, text);
      else spoil(response, { status, text, imei: arrival.imei });
    };
  }

  #wireResponse({ call, key = '', imei = '' }: Arrival): WireResponse {
    if (call !== 'check') return this.#responses.keyStatus(key);
    return this.#responses.check(key, imei, (paid) => remember(this.paidChecks, paid));
  }

  async #delay(): Promise<void> {
    const delayMs = this.#nextDelayMs();
    // Only `close` aborts it, and then nobody waits for an answer.
    if (delayMs > 0) await sleepAtMost(this.#clock, delayMs, this.#closing.signal);
  }
}

/** The effect of a fault in one of the tables; undefined if the table does not have it. */
function effectOf<Effect>(
  fault: FaultKind | undefined,
  table: Readonly<Partial<Record<FaultKind, Effect>>>,
): Effect | undefined {
  return fault && table[fault];
}

/** Adds an item to a list, and removes the oldest half of a very long one. */
function remember<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > MAX_REMEMBERED) list.splice(0, list.length - MAX_REMEMBERED / 2);
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}
