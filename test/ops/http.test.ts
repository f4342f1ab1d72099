import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '../../src/core/clock.ts';
import { createMetrics } from '../../src/ops/metrics/metrics.ts';
import { NEVER, newSignal, sendRaw, serve } from './http-stage.ts';

describe('/healthz', () => {
  it('says ok while the bot is alive', async () => {
    const { ask } = await serve();
    const response = await ask('/healthz');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('ok');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('/readyz', () => {
  it('lists all parts when they are ready', async () => {
    const parts = [
      { name: 'store', ok: true },
      { name: 'discord', ok: true },
    ];
    const { ask } = await serve({ ready: () => parts });
    const response = await ask('/readyz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ready: true, parts });
  });

  it('is 503 when one is not, and says in plain words what is wrong', async () => {
    const discord = { name: 'discord', ok: false, problem: 'Not connected for 2 minutes' };
    const { ask } = await serve({ ready: () => [{ name: 'store', ok: true }, discord] });
    const response = await ask('/readyz');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ ready: false, parts: [{ name: 'store', ok: true }, discord] });
  });

  it('is 200 while one of several like it works, and still says what is wrong', async () => {
    const discord = { name: 'discord', ok: false, problem: 'Not connected' };
    const { ask } = await serve({
      ready: () => [
        { name: 'telegram', ok: true },
        { ...discord, isSpare: true },
      ],
    });
    const response = await ask('/readyz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ready: true, parts: [{ name: 'telegram', ok: true }, discord] });
  });
});

describe('/metrics', () => {
  it('is what the metrics say', async () => {
    const metrics = createMetrics({ platforms: [], version: '1.2.3' });
    onTestFinished(() => metrics.stop());
    metrics.checkSettled('found');
    const { ask } = await serve({ metrics });
    const response = await ask('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('imei_bot_checks_total{outcome="found"} 1\n');
  });

  it('is not there without metrics', async () => {
    const { ask } = await serve();
    expect((await ask('/metrics')).status).toBe(404);
  });

  it('is 500 when they break, and the server goes on', async () => {
    const { ask, logged } = await serve({ metrics: { render: () => Promise.reject(new Error('broken')) } });
    expect((await ask('/metrics')).status).toBe(500);
    expect(logged.join('')).toContain('broken');
    expect((await ask('/healthz')).status).toBe(200);
  });
});

describe('what nobody should ask for', () => {
  it('is 404 at other paths', async () => {
    const { ask } = await serve();
    for (const path of ['/', '/healthz/', '/readyz/x', '/%2e%2e/etc/passwd', '/api/status']) {
      expect((await ask(path)).status, path).toBe(404);
    }
  });

  it('is 405 with other methods, and says which are right', async () => {
    const { ask } = await serve({
      mounts: () => [{ path: '/hook', handler: async () => new Response('done') }],
    });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await ask('/readyz', { method });
      expect([response.status, response.headers.get('allow')], method).toEqual([405, 'GET, HEAD']);
    }
    const response = await ask('/hook');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await ask('/healthz', { method: 'HEAD' })).status).toBe(200);
  });

  it('never learns what the server is made of', async () => {
    const { ask } = await serve();
    for (const path of ['/healthz', '/readyz', '/nothing']) {
      const names = [...(await ask(path)).headers.keys()];
      expect(names.filter((name) => /server|powered|via/.test(name))).toEqual([]);
    }
  });

  it.each([
    'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'GET /\\x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
  ])('is 400 when it is broken: %j', async (bytes) => {
    const { server, logged } = await serve();
    expect(await sendRaw(server, bytes)).toMatch(/^HTTP\/1\.1 400 /);
    expect(logged).toEqual([]);
  });

  it('is 431 when the headers are too large', async () => {
    const { server } = await serve();
    const bytes = `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await sendRaw(server, bytes)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    ['head', { headersMs: 100 }, 'GET /healthz HTTP/1.1\r\nHost:'],
    [
      'body',
      { headersMs: 100, requestMs: 100 },
      'POST /hook HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc',
    ],
  ])('is 408 when its %s comes too slowly', async (_, times, bytes) => {
    const handler = async (request: Request) => new Response(await request.text());
    const { server, logged } = await serve({ mounts: () => [{ path: '/hook', handler }], times });
    expect(await sendRaw(server, bytes)).toMatch(/^HTTP\/1\.1 408 /);
    expect(logged).toEqual([]);
  });
});

describe('opening and closing', () => {
  it('says what to do when the port is taken', async () => {
    const { server } = await serve();
    const port = Number(new URL(server.url).port);
    await expect(serve({ port })).rejects.toMatchObject({
      name: 'HttpServerError',
      code: 'port-taken',
      message: expect.stringMatching(new RegExp(`port ${port} .* is taken.*Set HTTP_PORT to a free one`)),
    });
  });

  it('says what to do when the host is not of this machine', async () => {
    await expect(serve({ host: '192.0.2.1' })).rejects.toMatchObject({
      code: 'host-unknown',
      message: expect.stringContaining('Set 127.0.0.1'),
    });
  });

  it('frees the port, however often it is closed and whoever keeps a connection', async () => {
    const { server, ask } = await serve();
    await (await ask('/healthz')).text();
    await Promise.all([server.close(), server.close()]);
    await expect(ask('/healthz')).rejects.toThrow('fetch failed');
    await serve({ port: Number(new URL(server.url).port) });
  });

  it('lets a request on its way have its answer', async () => {
    const begun = newSignal();
    const finish = newSignal();
    const handler = async (): Promise<Response> => {
      begun.give();
      await finish.given;
      return new Response('written down');
    };
    const { server } = await serve({
      mounts: () => [{ path: '/hook', handler }],
      times: { closeMs: DAY_MS, keepAliveMs: DAY_MS },
    });
    const asked = sendRaw(server, 'POST /hook HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx');
    await begun.given;
    const closed = server.close();
    finish.give();
    expect(await asked).toMatch(/^HTTP\/1\.1 200 .*written down$/s);
    // Not when the connection, which is kept alive, is given up for idle.
    await closed;
  });

  it('waits no longer than its time for one that hangs', async () => {
    const begun = newSignal();
    const handler = (): Promise<never> => {
      begun.give();
      return NEVER;
    };
    const { server, ask } = await serve({
      mounts: () => [{ path: '/hook', handler }],
      times: { closeMs: 50 },
    });
    const asked = ask('/hook', { method: 'POST', body: 'x' }).catch(() => 'cut');
    await begun.given;
    await server.close();
    expect(await asked).toBe('cut');
  });
});
