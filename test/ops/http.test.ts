import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpParts } from '../../src/ops/http/http-app.ts';
import { startHttpServer } from '../../src/ops/http/http-server.ts';

const NO_METRICS = { render: async () => ({ contentType: 'text/plain', text: 'a 1\n' }) };

/** The server of a healthy bot, with other parts if the test names them. */
async function serve(parts: Partial<HttpParts> = {}, host = '127.0.0.1', port = 0) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) });
  const server = await startHttpServer(host, port, {
    ready: () => [{ name: 'store', ok: true }],
    metrics: NO_METRICS,
    mounts: () => [],
    log,
    ...parts,
  });
  onTestFinished(() => server.close());
  const ask = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, init);
  return { server, logged, ask };
}

/** Everything the server answers to these bytes until it hangs up. */
async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1').write(bytes);
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  await once(socket, 'close');
  return answer;
}

const hook = (handler: (request: Request) => Promise<Response>) => ({
  mounts: () => [{ path: '/hook', handler }],
});

describe('/readyz', () => {
  const store = { name: 'store', ok: true };
  const discord = { name: 'discord', ok: false, problem: 'Not connected' };
  it.each([
    ['is 200 if all parts are ready', [store], 200, [store]],
    ['is 503 if one is not, and says what is wrong', [store, discord], 503, [store, discord]],
    [
      'is 200 while another part like it works',
      [store, { ...discord, isSpare: true }],
      200,
      [store, discord],
    ],
  ])('%s', async (_, ready, status, parts) => {
    const { ask } = await serve({ ready: () => ready });
    const response = await ask('/readyz');
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ ready: status === 200, parts });
  });
});

it('/healthz is ok, /metrics is what the metrics render, and other paths are 404', async () => {
  const { ask } = await serve();
  expect(await (await ask('/healthz')).text()).toBe('ok');
  expect((await ask('/healthz', { method: 'HEAD' })).status).toBe(200);
  const metrics = await ask('/metrics');
  expect(metrics.headers.get('content-type')).toBe('text/plain');
  expect(await metrics.text()).toBe('a 1\n');
  for (const path of ['/', '/healthz/', '/readyz/x', '/%2e%2e/etc/passwd']) {
    const response = await ask(path);
    expect(response.status, path).toBe(404);
    expect([...response.headers.keys()].filter((name) => /server|powered|via/.test(name))).toEqual(
      [],
    );
  }
  expect((await ask('/healthz', { method: 'POST', body: 'x' })).status).toBe(404);
});

it('metrics or a mount that break are 500, logged, and harm nobody else', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  const { ask, logged } = await serve({ metrics: { render: broken }, ...hook(broken) });
  for (const response of [
    await ask('/metrics'),
    await ask('/hook', { method: 'POST', body: 'x' }),
  ]) {
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.not.stringContaining('broken'),
    ]);
  }
  expect(logged.filter((line) => line.includes('broken'))).toHaveLength(2);
  expect((await ask('/healthz')).status).toBe(200);
});

it('a mount gets POST requests with bodies of up to 1 MB, also in chunks as a proxy may send them', async () => {
  const { ask, logged } = await serve(
    hook(async (request) => new Response(`${(await request.arrayBuffer()).byteLength}`)),
  );
  const post = async (body: NonNullable<RequestInit['body']>, more = {}) => {
    const response = await ask('/hook', { method: 'POST', body, ...more });
    return `${response.status} ${await response.text()}`;
  };
  const megabyte = new Uint8Array(1024 * 1024);
  expect(await post(megabyte)).toBe(`200 ${megabyte.length}`);
  expect(await post(new Uint8Array(megabyte.length + 1))).toMatch(/^413 /);
  const chunked = { duplex: 'half' };
  expect(await post(new Blob(['hello']).stream(), chunked)).toBe('200 5');
  expect(await post(new Blob([megabyte, 'x']).stream(), chunked)).toMatch(/^413 /);
  expect(logged).toEqual([]);
});

it('a mount gets what comes to a path with escapes or other letters', async () => {
  for (const path of ['/%C3%A9', '/t%C3%A9/x%20y', '/té', '/a%2Fb']) {
    const { pathname } = new URL(path, 'https://bot.example');
    const handler = async () => new Response('taken');
    const { ask } = await serve({ mounts: () => [{ path: pathname, handler }] });
    expect(await (await ask(path, { method: 'POST' })).text()).toBe('taken');
  }
});

it('a body that is too large ends its connection, which says so', async () => {
  const { ask } = await serve(hook(async (request) => new Response(await request.blob())));
  const answer = await ask('/hook', { method: 'POST', body: new Uint8Array(1024 * 1024 + 1) });
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
});

it('a mount answers before the body has arrived, if it does not read it', async () => {
  const { server } = await serve(hook(async () => new Response(null, { status: 401 })));
  const head = 'POST /hook HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n';
  // The connection ends as well, although its client keeps it open.
  expect(await sendRaw(server.port, `${head}a`)).toMatch(/^HTTP\/1\.1 401 /);
});

it.each([
  ['its sender hangs up', 'Content-Length: 9\r\n\r\n{"a":'],
  ['a chunk has no length', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nx\r\n'],
])(
  'a body that breaks off, since %s, is read by no mount and is not an error of the bot',
  async (_, rest) => {
    const read = vi.fn();
    const handler = async (request: Request) => {
      read(await request.json());
      return new Response();
    };
    const { server, logged, ask } = await serve(hook(handler));
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`POST /hook HTTP/1.1\r\nHost: a\r\n${rest}`);
    // By now the server waits for the rest.
    await ask('/healthz');
    socket.end();
    await once(socket.resume(), 'close');
    await ask('/healthz');
    expect([read.mock.calls, logged]).toEqual([[], []]);
  },
);

it('a mount gets GET requests too, by which platforms verify it', async () => {
  const { ask } = await serve(
    hook(async ({ method, url }) => new Response(`${method} ${new URL(url).search}`)),
  );
  expect(await (await ask('/hook?challenge=7')).text()).toBe('GET ?challenge=7');
  expect((await ask('/hook', { method: 'DELETE' })).status).toBe(404);
});

it('a check of a balancer by HTTP/1.0, which names no host, is answered', async () => {
  const { server } = await serve();
  expect(await sendRaw(server.port, 'GET /readyz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

it('a client that asks a thousand times at once does not keep the server busy', async () => {
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    return { contentType: 'text/plain', text: 'a 1\n' };
  };
  const { server } = await serve({ metrics: { render } });
  const ask = 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n';
  // Without it, the server waits five seconds for more.
  const askLast = 'GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  await sendRaw(server.port, ask.repeat(999) + askLast);
  expect(renderings).toBe(20);
});

it.each([
  [400, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  [400, 'GET /\\x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  [400, 'nonsense\r\n\r\n'],
  [431, `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
])('a malformed request is %i: %j', async (status, bytes) => {
  const { server, logged } = await serve();
  expect(await sendRaw(server.port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(logged).toEqual([]);
});

describe('opening and closing', () => {
  it('says what to do if it cannot listen', async () => {
    const { server } = await serve();
    await expect(serve({}, '127.0.0.1', server.port)).rejects.toThrow(
      /port \d+ .*Stop that one, or set HTTP_PORT to a free port/,
    );
    await expect(serve({}, '192.0.2.1')).rejects.toThrow(
      /HTTP_HOST is not an IP address of this machine/,
    );
  });

  it('lets a request on its way have its answer, and frees the port', async () => {
    let finish = (): void => {};
    const begun = new Promise<void>((begin) => {
      finish = begin;
    });
    const { server, ask } = await serve(
      hook(
        () =>
          new Promise((resolve) => {
            const begin = finish;
            finish = () => resolve(new Response('written'));
            begin();
          }),
      ),
    );
    const asked = ask('/hook', { method: 'POST', body: 'x', headers: { connection: 'close' } });
    await begun;
    const closed = server.close();
    finish();
    expect(await (await asked).text()).toBe('written');
    await closed;
    await expect(ask('/healthz')).rejects.toThrow('fetch failed');
    await serve({}, '127.0.0.1', server.port);
  });
});
