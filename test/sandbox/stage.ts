import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/core/clock.ts';
import { SANDBOX_KEY } from '../../src/sandbox/answers/keys.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { clockAt } from '../support/clocks/clock-at.ts';

/** Of the catalogue: a Nokia 3110. */
export const IMEI = '490154203237518';

/** A sandbox on any free port that stops when the test has finished. */
export async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A sandbox that blocks nobody. */
export function freeSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return sandboxWith({ limits: 'none', ...options });
}

export interface Said {
  readonly status: number;
  readonly body: unknown;
}

/** A check as the interface's examples send it: multipart, with the trailing slash. */
export function check(
  { url }: Sandbox,
  { key = SANDBOX_KEY, imei = IMEI, signal }: { key?: string; imei?: string; signal?: AbortSignal } = {},
): Promise<Said> {
  const body = new FormData();
  body.set('key', key);
  body.set('imei', imei);
  return said(fetch(`${url}/api/checkimei/`, { method: 'POST', body, ...(signal && { signal }) }));
}

export function keyStatus({ url }: Sandbox, key: string): Promise<Said> {
  return said(fetch(`${url}/api/status?key=${encodeURIComponent(key)}`));
}

export async function said(answer: Promise<Response>): Promise<Said> {
  const response = await answer;
  return { status: response.status, body: await response.json() };
}

/** A clock that stands still until a test moves it. */
export function createStillClock(start = Date.UTC(2026, 0, 15, 12)): Clock & { pass(ms: number): void } {
  let now = start;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { ...clockAt(() => now), pass };
}

/** What came over the wire, down to a connection that broke. */
export interface OnTheWire {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** Whether as much came as the headers promised. */
  readonly whole: boolean;
}

/** A check on a connection of its own, with Node's plain client, which hides nothing. */
export function rawCheck({ url }: Sandbox, headers: Record<string, string> = {}): Promise<OnTheWire> {
  return new Promise((resolve) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(`${url}/api/checkimei/`, {
      method: 'POST',
      agent: false,
      headers: { ...form, ...headers },
    });
    const nothing = { headers: {}, bytes: Buffer.alloc(0), whole: false };
    sent.on('error', () => resolve(nothing));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      // What did not come shows the break.
      response.on('error', () => {});
      response.on('close', () => {
        const { statusCode: status = 0, headers, complete: whole } = response;
        resolve({ status, headers, bytes: Buffer.concat(chunks), whole });
      });
    });
    sent.end(`key=${SANDBOX_KEY}&imei=${IMEI}`);
  });
}
