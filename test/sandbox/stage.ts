import { onTestFinished } from 'vitest';
import { SANDBOX_KEY } from '../../src/sandbox/responses/keys.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/sandbox-server.ts';

/** A Nokia 3110 from the catalogue. */
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

/** Sends a check like the examples of the interface: multipart, with the trailing slash. */
export function check(
  { url }: Sandbox,
  {
    key = SANDBOX_KEY,
    imei = IMEI,
    signal,
  }: { key?: string; imei?: string; signal?: AbortSignal } = {},
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
