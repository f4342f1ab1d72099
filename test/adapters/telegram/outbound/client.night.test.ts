import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, createConnections } from '../../../../src/adapters/telegram/outbound/client.ts';

const ANSWER = '{"ok":true,"result":{}}';

describe('an idle connection to the Bot API', () => {
  it('is closed before the server closes it: as the server says, else within five seconds', async () => {
    const silent = await setUp((response) => response.end(ANSWER));
    const telling = await setUp((response) =>
      response.writeHead(200, { 'keep-alive': 'timeout=2' }).end(ANSWER),
    );
    await Promise.all([silent.api.getMe(), telling.api.getMe()]);
    const closed: string[] = [];
    const ends = async (name: string, [socket]: readonly Socket[]): Promise<void> => {
      if (socket === undefined) throw new Error('nobody called');
      await once(socket, 'end');
      closed.push(name);
    };
    await Promise.all([ends('silent', silent.sockets), ends('telling', telling.sockets)]);
    expect(closed).toEqual(['telling', 'silent']);
  });
});

describe('a connection to the Bot API', () => {
  it('stays while an answer is waited for longer than an idle one would', async () => {
    const { api, sockets } = await setUp((response) => wait(4_500).then(() => response.end(ANSWER)));
    await api.getMe();
    await api.getMe();
    expect(sockets).toHaveLength(1);
  });

  it('serves all clients of a bot, call after call', async () => {
    const { api, other, sockets } = await setUp((response) => response.end(ANSWER));
    for (let calls = 0; calls < 50; calls += 1) {
      await api.getMe();
      await other.getMe();
    }
    expect(sockets).toHaveLength(1);
  });
});

describe('a call to the Bot API that was given up', () => {
  it('has its answer told when it comes, and one that was answered in time has not', async () => {
    const { at } = await setUp((response) => wait(300).then(() => response.end(ANSWER)));
    const told: unknown[] = [];
    const inTime = createClient(at, 20, (...late) => void told.push(late));
    const hasty = createClient(at, 0.1, (...late) => void told.push(late));
    await inTime.getMe();
    await expect(hasty.getMe()).rejects.toThrow('given up');
    expect(told).toEqual([]);
    await expect.poll(() => told).toEqual([['getMe', ANSWER]]);
  });
});

/** A server that closes nothing by itself, and two clients of one bot. */
async function setUp(answer: (response: ServerResponse) => void) {
  const sockets: Socket[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    request.resume().once('end', () => answer(response));
  }).on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const apiRoot = `http://127.0.0.1:${port}`;
  const agent = createConnections(apiRoot, undefined);
  onTestFinished(() => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const at = { token: '7:test', apiRoot, agent };
  return { at, api: createClient(at, 20), other: createClient(at, 20), sockets };
}
