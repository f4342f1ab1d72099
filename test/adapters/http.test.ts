import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createGetJson, download } from '../../src/adapters/http.ts';
import type { OutboundProxy } from '../../src/core/outbound-proxy.ts';
import { listening } from '../support/listening.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';

const FILE = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
const PIECE = 70_000;

function inPieces(response: ServerResponse): void {
  for (let from = 0; from < FILE.length; from += PIECE) {
    response.write(FILE.subarray(from, from + PIECE));
  }
  response.end();
}

async function served(answer: (response: ServerResponse) => void): Promise<URL> {
  const server = createServer((_, response) => answer(response));
  return new URL(`http://127.0.0.1:${await listening(server)}/`);
}

it.each<[string, (response: ServerResponse) => void]>([
  [
    'sends its length',
    (response) => response.writeHead(200, { 'content-length': FILE.length }).end(FILE),
  ],
  ['does not send its length', inPieces],
  [
    'sends a smaller length, of packed bytes',
    (response) => {
      const packed = gzipSync(FILE);
      const headers = { 'content-encoding': 'gzip', 'content-length': packed.length };
      response.writeHead(200, headers).end(packed);
    },
  ],
])(
  'a file is downloaded whole, and refused with the first byte too many, if the server %s',
  async (_, answer) => {
    const url = await served(answer);
    const { signal } = new AbortController();
    const file = await download(url, {
      limits: { maxBytes: 10 * FILE.length, signal },
      proxy: undefined,
    });
    expect(Buffer.compare(file, FILE)).toBe(0);
    // Of its own, so that it can be handed to another thread.
    expect(file.buffer.byteLength).toBe(FILE.length);
    const tooLarge = download(url, {
      limits: { maxBytes: FILE.length - 1, signal },
      proxy: undefined,
    });
    await expect(tooLarge).rejects.toMatchObject({ why: 'too-large' });
  },
);

it.each<[string, string, (response: ServerResponse) => void]>([
  ['stalls', 'no answer within 10 s', () => undefined],
  ['breaks off', 'UND_ERR_SOCKET', (response) => setImmediate(() => response.destroy())],
])('an answer whose body %s is no answer, and not one without a body', async (_, why, end) => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(1_000));
  onTestFinished(() => void vi.restoreAllMocks());
  const url = await served((response) => {
    response.writeHead(200).write('{');
    end(response);
  });
  await expect(createGetJson(undefined)(String(url))).rejects.toThrow(why);
});

it('downloads through a proxy share its connection', async () => {
  const server = createTlsServer(SELF_SIGNED, (_, response) => response.end(FILE));
  const port = await listening(server);
  let connections = 0;
  const proxy: OutboundProxy = {
    appliesTo: () => true,
    connect: async (host, port) => {
      connections += 1;
      return connect({ host, port, rejectUnauthorized: false });
    },
  };
  const url = new URL(`https://127.0.0.1:${port}/`);
  const limits = { maxBytes: FILE.length, signal: new AbortController().signal };
  for (let count = 0; count < 6; count += 1) {
    expect((await download(url, { limits, proxy })).length).toBe(FILE.length);
  }
  // The second may begin before the connection of the first is free.
  expect(connections).toBeLessThanOrEqual(2);
});
