import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { LookupProvider } from '../../../src/provider/contract.ts';
import { DEVICE_IDENTITY } from '../../../src/provider/device-identity/definition.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';
import { always } from './reading.ts';

/** A key with everything that addresses and forms write in another way. */
export const KEY = 's3cret+key/with odd&letters=é"';

export const IMEI = '490154203237518';

/** Every way to write the key, and its first half. */
const TRACES = [KEY, encodeURIComponent(KEY), new URLSearchParams({ k: KEY }).toString().slice(2), 's3cret'];

export function clientOf({ url, timeoutMs = 10_000 }: { url: string; timeoutMs?: number }): LookupProvider {
  return DEVICE_IDENTITY.connect({ baseUrl: url, apiKey: KEY, timeoutMs, limits: DEVICE_IDENTITY.limits });
}

/** Both calls by name, for tests that hold for both. */
export const CALLS: readonly (readonly [string, (client: LookupProvider) => Promise<unknown>])[] = [
  ['a check', (client) => client.check(IMEI, always)],
  ['a key status call', (client) => client.status(always)],
];

/** The failure a call ends with; whatever it is, the key must not be found in it. */
export async function failureFrom(call: Promise<unknown>): Promise<ServiceFailure> {
  const failure: unknown = await call.then(
    () => expect.fail('there should be no answer'),
    (error: unknown) => error,
  );
  expectNoTrace(failure);
  if (!(failure instanceof ServiceFailure)) throw failure;
  return failure;
}

function expectNoTrace(error: unknown): void {
  const parts = error instanceof Error ? [error.message, error.stack, String(error.cause)] : [];
  const texts = [...parts, JSON.stringify(error), inspect(error, { depth: 10, showHidden: true })];
  for (const trace of TRACES) expect(texts.join('\n')).not.toContain(trace);
}
