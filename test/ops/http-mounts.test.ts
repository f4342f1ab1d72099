import { describe, expect, it } from 'vitest';
import { serve } from './http-stage.ts';

const MEGABYTE = 1024 * 1024;

describe('a mount', () => {
  const echo = async (request: Request): Promise<Response> =>
    new Response(`${(await request.arrayBuffer()).byteLength} ${request.headers.get('x-secret')}`);

  it('gets the request and gives the response', async () => {
    const { ask } = await serve({ mounts: () => [{ path: '/telegram/a-b_c.1', handler: echo }] });
    const init = { method: 'POST', body: 'hello', headers: { 'x-secret': 'key' } };
    expect(await (await ask('/telegram/a-b_c.1', init)).text()).toBe('5 key');
  });

  it('gets bodies of 1 MB, of a told length or not, and no larger ones', async () => {
    let calls = 0;
    const handler = (request: Request): Promise<Response> => {
      calls += 1;
      return echo(request);
    };
    const { ask, logged } = await serve({ mounts: () => [{ path: '/hook', handler }] });
    const post = async (size: number, told: boolean): Promise<string> => {
      const bytes = new Uint8Array(size);
      const init = told ? { body: bytes } : { body: new Blob([bytes]).stream(), duplex: 'half' as const };
      const response = await ask('/hook', { method: 'POST', headers: { 'x-secret': 'key' }, ...init });
      return `${response.status} ${await response.text()}`;
    };
    for (const told of [true, false]) {
      expect(await post(MEGABYTE, told)).toBe(`200 ${MEGABYTE} key`);
      expect(await post(MEGABYTE + 1, told)).toMatch(/^413 /);
    }
    expect(calls).toBe(2);
    expect(logged).toEqual([]);
  });

  it('gets a request without a body, too', async () => {
    const { ask, logged } = await serve({ mounts: () => [{ path: '/hook', handler: echo }] });
    const response = await ask('/hook', { method: 'POST' });
    expect([response.status, await response.text()]).toEqual([200, '0 null']);
    expect(logged).toEqual([]);
  });

  it('that breaks is 500, logged, and harms nobody else', async () => {
    const handler = () => Promise.reject(new Error('broken'));
    const { ask, logged } = await serve({ mounts: () => [{ path: '/hook', handler }] });
    const response = await ask('/hook', { method: 'POST', body: 'x' });
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('broken')]);
    expect(logged.join('')).toContain('broken');
    expect((await ask('/healthz')).status).toBe(200);
  });
});
