import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer, Agent as SecureAgent } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TelegramFault } from '../../../../src/adapters/telegram/errors.ts';
import { fetchAnswer } from '../../../../src/adapters/telegram/outbound/fetch.ts';
import { agentThrough } from '../../../../src/adapters/through-proxy.ts';
import { deferred } from '../../../../src/core/async/promises.ts';
import { createProxy } from '../../../../src/ops/proxy.ts';
import { startConnectProxy } from '../../../support/process/connect-proxy.ts';
import { SELF_SIGNED } from '../../../support/self-signed.ts';

describe('a call for the library', () => {
  it('brings its answer, and the next call goes by the same connection', async () => {
    const came: IncomingMessage[] = [];
    const call = await calling((request, response) => {
      came.push(request);
      text(request).then((body) => response.end(JSON.stringify({ ok: true, result: body })));
    });
    for (const body of ['{"text":"Zürich 📱"}', '{}'])
      expect((await call({ body })).json()).toEqual({ ok: true, result: body });
    const [first, second] = came;
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '23' });
    expect(second?.socket.remotePort).toBe(first?.socket.remotePort);
  });

  it('sends a form with files as it comes', async () => {
    const call = await calling((request, response) => {
      text(request).then((body) => response.end(JSON.stringify(body)));
    });
    const body = Readable.from(['one ', 'two'], { objectMode: false });
    expect((await call({ body })).json()).toBe('one two');
  });

  it('keeps characters whole that arrive in parts', async () => {
    const call = await calling((_, response) => {
      const bytes = Buffer.from('"ü"');
      response.write(bytes.subarray(0, 2));
      setImmediate(() => response.end(bytes.subarray(2)));
    });
    expect((await call({})).json()).toBe('ü');
  });

  it('is not made at all when it was given up before', async () => {
    let asked = 0;
    const call = await calling((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await expect(call({ signal: AbortSignal.abort() })).rejects.toThrow('given up');
    await call({});
    expect(asked).toBe(1);
  });

  it.each(['before its answer', 'within its answer'])('is given up %s, with its connection', async (when) => {
    const ended = new AbortController();
    const closed = deferred<void>();
    const call = await calling((request, response) => {
      request.socket.on('error', () => undefined).once('close', closed.resolve);
      if (when === 'within its answer') response.write('{"ok":');
      setImmediate(() => ended.abort());
    });
    await expect(call({ signal: ended.signal })).rejects.toThrow();
    await closed.promise;
  });

  it('fails when the answer breaks off', async () => {
    const call = await calling((_, response) => {
      response.writeHead(200, { 'content-length': '20' });
      response.write('{"ok":true}', () => response.destroy());
    });
    await expect(call({})).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('fails when the answer has no end', async () => {
    const part = 'x'.repeat(1_000_000);
    const call = await calling((_, response) => {
      Readable.from(
        (function* () {
          for (;;) yield part;
        })(),
        { objectMode: false },
      ).pipe(response);
    });
    await expect(call({})).rejects.toThrow('too long');
  });

  it('asks that nothing is compressed, since nothing here unpacks', async () => {
    const call = await calling(({ headers }, response) =>
      response.end(JSON.stringify(headers['accept-encoding'])),
    );
    expect((await call({})).json()).toBe('identity');
  });

  it.each(['first', 'kept'])(
    'that the server drops unread may have been sent, on a %s connection',
    async (which) => {
      let asked = 0;
      const call = await calling((request, response) => {
        asked += 1;
        if (which === 'kept' && asked === 1) response.end('{}');
        else request.socket.resetAndDestroy();
      });
      if (which === 'kept') await call({});
      const error = await call({}).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'ECONNRESET' });
      expect(error).not.toBeInstanceOf(TelegramFault);
    },
  );
});

describe('a call that finds no way to the server was not sent', () => {
  it('when nobody listens', async () => {
    await expect(calledAt('http://127.0.0.1:1', new Agent())).rejects.toMatchObject(unsent('ECONNREFUSED'));
  });

  it('when none of the addresses of the host lets connect', async () => {
    const agent = new Agent({
      autoSelectFamily: true,
      lookup: (_host, _options, done) =>
        done(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]),
    });
    await expect(calledAt('http://two.test:1', agent)).rejects.toMatchObject(unsent('ECONNREFUSED'));
  });

  it('when nobody trusts its certificate', async () => {
    let asked = 0;
    const server = createSecureServer(SELF_SIGNED, () => {
      asked += 1;
    });
    const url = `https://127.0.0.1:${await listening(server)}`;
    await expect(calledAt(url, new SecureAgent())).rejects.toMatchObject(
      unsent('DEPTH_ZERO_SELF_SIGNED_CERT'),
    );
    expect(asked).toBe(0);
  });

  it('when the server breaks off the handshake', async () => {
    const server = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
    const url = `https://127.0.0.1:${await listening(server)}`;
    await expect(calledAt(url, new SecureAgent())).rejects.toMatchObject(unsent('ECONNRESET'));
  });

  it('when the proxy refuses to open it', async () => {
    const { url } = await startConnectProxy({});
    const agent = agentThrough(createProxy({ url, except: '' }), { keepAlive: true });
    await expect(calledAt('https://nobody.test', agent)).rejects.toMatchObject(unsent('the proxy said 502'));
  });
});

function unsent(why: string) {
  return { name: 'TelegramFault', kind: 'not-sent', message: `Telegram was not reached (${why})` };
}

function calledAt(root: string, agent: Agent): Promise<unknown> {
  onTestFinished(() => agent.destroy());
  const { signal } = new AbortController();
  return fetchAnswer(`${root}/bot7:test/sendMessage`, {
    method: 'POST',
    headers: {},
    body: '{}',
    agent,
    signal,
  });
}

/** Calls a server that answers so; both end with the test. */
async function calling(answer: RequestListener) {
  const port = await listening(createServer(answer));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const headers = { 'content-type': 'application/json', connection: 'keep-alive' };
  const usual = { method: 'POST', headers, body: '{}', agent, signal: new AbortController().signal };
  return (special: Partial<Parameters<typeof fetchAnswer>[1]>) =>
    fetchAnswer(`http://127.0.0.1:${port}/bot7:test/sendMessage`, { ...usual, ...special });
}

/** The port of a server that ends with the test. */
async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return port;
}
