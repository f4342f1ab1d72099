import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askHealth } from '../../src/ops/ask-health.ts';
import { type HttpServer, type HttpServerOptions, startHttpServer } from '../../src/ops/http.ts';
import { createMetrics } from '../../src/ops/metrics.ts';

const MEGABYTE = 1024 * 1024;
const NEVER = new Promise<never>(() => {});

interface Stage {
  readonly server: HttpServer;
  readonly logged: readonly string[];
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** A server of a healthy bot, but for what the test says. */
async function serve(options: Partial<HttpServerOptions> = {}): Promise<Stage> {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) });
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    alive: () => true,
    ready: async () => [{ name: 'store', ok: true }],
    log,
    ...options,
  });
  onTestFinished(() => server.close());
  return { server, logged, ask: (path, init) => fetch(server.url + path, init) };
}

/** Everything the server answers to these bytes until it hangs up. */
async function sendRaw({ url }: HttpServer, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.setEncoding('latin1').write(bytes);
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  socket.on('error', (error) => {
    answer += error.message;
  });
  await once(socket, 'close');
  return answer;
}

function newSignal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

describe('/healthz', () => {
  it('says ok while the bot is alive', async () => {
    const { ask } = await serve();
    const response = await ask('/healthz');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('ok');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is 503 when it is not', async () => {
    const { ask } = await serve({ alive: () => false });
    expect((await ask('/healthz')).status).toBe(503);
  });

  it('does not depend on what /readyz asks for', async () => {
    const { ask } = await serve({ ready: () => NEVER });
    expect((await ask('/healthz')).status).toBe(200);
  });
});

describe('/readyz', () => {
  it('lists all parts when they are ready', async () => {
    const parts = [
      { name: 'store', ok: true },
      { name: 'discord', ok: true },
    ];
    const { ask } = await serve({ ready: async () => parts });
    const response = await ask('/readyz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ready: true, parts });
  });

  it('is 503 when one is not, and says in plain words what is wrong', async () => {
    const discord = { name: 'discord', ok: false, problem: 'Not connected for 2 minutes' };
    const { ask } = await serve({ ready: async () => [{ name: 'store', ok: true }, discord] });
    const response = await ask('/readyz');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ ready: false, parts: [{ name: 'store', ok: true }, discord] });
  });

  it('is 503 within its own time when the parts say nothing, and asks them one question only', async () => {
    let questions = 0;
    const ready = (): Promise<never> => {
      questions += 1;
      return NEVER;
    };
    const { ask } = await serve({ ready, times: { readyMs: 50 } });
    const responses = [await ask('/readyz'), ...(await Promise.all([ask('/readyz'), ask('/readyz')]))];
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(await responses[0]?.json()).toMatchObject({
      ready: false,
      parts: [{ problem: expect.stringContaining('did not say within 0.05 s') }],
    });
    expect(questions).toBe(1);
  });

  it('asks anew once the last question is answered', async () => {
    let ok = false;
    const { ask } = await serve({ ready: async () => [{ name: 'store', ok }] });
    expect((await ask('/readyz')).status).toBe(503);
    ok = true;
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('is 503 when asking breaks, which is logged and not shown', async () => {
    const { ask, logged } = await serve({ ready: () => Promise.reject(new Error('secret detail')) });
    const response = await ask('/readyz');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('secret detail');
    expect(logged.join('')).toContain('secret detail');
  });
});

describe('/metrics', () => {
  it('is what the metrics say', async () => {
    const metrics = createMetrics();
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
    const { ask } = await serve({ mounts: [{ path: '/hook', handler: async () => new Response('done') }] });
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
    ['head', 'GET /healthz HTTP/1.1\r\nHost:'],
    ['body', 'POST /hook HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc'],
  ])('is 408 when its %s comes too slowly', async (_, bytes) => {
    const handler = async (request: Request) => new Response(await request.text());
    const { server, logged } = await serve({
      mounts: [{ path: '/hook', handler }],
      times: { headersMs: 100, requestMs: 200 },
    });
    expect(await sendRaw(server, bytes)).toMatch(/^HTTP\/1\.1 408 /);
    expect(logged).toEqual([]);
  });
});

describe('a mount', () => {
  const echo = async (request: Request): Promise<Response> =>
    new Response(`${(await request.arrayBuffer()).byteLength} ${request.headers.get('x-secret')}`);

  it('gets the request and gives the response', async () => {
    const { ask } = await serve({ mounts: [{ path: '/telegram/a-b_c.1', handler: echo }] });
    const init = { method: 'POST', body: 'hello', headers: { 'x-secret': 'key' } };
    expect(await (await ask('/telegram/a-b_c.1', init)).text()).toBe('5 key');
  });

  it('gets bodies of 1 MB, of a told length or not, and no larger ones', async () => {
    let calls = 0;
    const handler = (request: Request): Promise<Response> => {
      calls += 1;
      return echo(request);
    };
    const { ask, logged } = await serve({ mounts: [{ path: '/hook', handler }] });
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

  it('that breaks is 500, logged, and harms nobody else', async () => {
    const handler = () => Promise.reject(new Error('broken'));
    const { ask, logged } = await serve({ mounts: [{ path: '/hook', handler }] });
    const response = await ask('/hook', { method: 'POST', body: 'x' });
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('broken')]);
    expect(logged.join('')).toContain('broken');
    expect((await ask('/healthz')).status).toBe(200);
  });

  it.each(['/healthz', '/metrics', '/*', '/:all', '/a{1}', 'hook', '/', ''])(
    'cannot take a path that is the server’s own or not plain: %j',
    async (path) => {
      await expect(serve({ mounts: [{ path, handler: echo }] })).rejects.toThrow(TypeError);
    },
  );
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
    const { server, ask } = await serve({ mounts: [{ path: '/hook', handler }], times: { closeMs: 60_000 } });
    const asked = ask('/hook', { method: 'POST', body: 'x' });
    await begun.given;
    const closed = server.close();
    finish.give();
    const answeredAt = performance.now();
    expect(await (await asked).text()).toBe('written down');
    await closed;
    // Well before the connection, kept alive, would be given up for idle after 5 s.
    expect(performance.now() - answeredAt).toBeLessThan(4_000);
  });

  it('waits no longer than its time for one that hangs', async () => {
    const begun = newSignal();
    const handler = (): Promise<never> => {
      begun.give();
      return NEVER;
    };
    const { server, ask } = await serve({ mounts: [{ path: '/hook', handler }], times: { closeMs: 50 } });
    const asked = ask('/hook', { method: 'POST', body: 'x' }).catch(() => 'cut');
    await begun.given;
    await server.close();
    expect(await asked).toBe('cut');
  });
});

describe('the health check of the container', () => {
  const environmentOf = ({ url }: HttpServer) => ({ HTTP_PORT: new URL(url).port });

  it('is well while the bot is alive, and not otherwise', async () => {
    const well = await serve();
    const ill = await serve({ alive: () => false });
    expect(await askHealth(environmentOf(well.server))).toMatchObject({ healthy: true });
    expect(await askHealth(environmentOf(ill.server))).toMatchObject({
      healthy: false,
      said: expect.stringContaining('answers 503'),
    });
  });

  it('is not well when nobody answers, and says why', async () => {
    const { server } = await serve();
    await server.close();
    expect(await askHealth(environmentOf(server))).toMatchObject({
      healthy: false,
      said: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('asks where the server listens', async () => {
    const { server } = await serve({ host: '127.0.0.2' });
    const port = environmentOf(server);
    expect(await askHealth({ ...port, HTTP_HOST: '127.0.0.2' })).toMatchObject({ healthy: true });
    expect(await askHealth({ ...port, HTTP_HOST: '0.0.0.0' })).toMatchObject({ healthy: false });
  });

  it('has nothing to ask, and no complaint, without a port', async () => {
    expect(await askHealth({})).toEqual({ healthy: true, said: expect.stringContaining('nothing to ask') });
  });
});
