import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchAnswer } from '../../../../src/adapters/telegram/outbound/fetch.ts';
import { deferred } from '../../../../src/core/async/deferred.ts';

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

  it('fails when nobody listens', async () => {
    const agent = new Agent();
    const call = { method: 'POST', headers: {}, body: '{}', agent, signal: new AbortController().signal };
    await expect(fetchAnswer('http://127.0.0.1:1/', call)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

/** Calls a server that answers so; both end with the test. */
async function calling(answer: RequestListener) {
  const sockets = new Set<Socket>();
  const server = createServer(answer).on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json', connection: 'keep-alive' };
  const usual = { method: 'POST', headers, body: '{}', agent, signal: new AbortController().signal };
  return (special: Partial<Parameters<typeof fetchAnswer>[1]>) =>
    fetchAnswer(`http://127.0.0.1:${port}/bot7:test/sendMessage`, { ...usual, ...special });
}
