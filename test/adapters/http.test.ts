import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { download } from '../../src/adapters/download.ts';
import { createGetJson } from '../../src/adapters/get-json.ts';
import type { OutboundProxy } from '../../src/core/network/outbound-proxy.ts';
import { listening } from '../support/listening.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';

const FILE = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
const PIECE = 70_000;

/** As it may happen at any time. */
setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

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

describe.each<
  [
    string,
    (response: ServerResponse) => void,
    Readonly<{ json: string; file: string; limitMs: number }>,
  ]
>([
  [
    'stalls',
    () => undefined,
    {
      json: 'no answer within 10 s',
      file: 'the server did not send it (no answer within 60 s)',
      limitMs: 1_000,
    },
  ],
  [
    'breaks off',
    (response) => setImmediate(() => response.destroy()),
    {
      json: 'UND_ERR_SOCKET',
      file: 'the server did not send it (UND_ERR_SOCKET)',
      limitMs: 20_000,
    },
  ],
])('an answer whose body %s', (_, end, { json, file, limitMs }) => {
  async function begun(): Promise<URL> {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(limitMs));
    onTestFinished(() => void vi.restoreAllMocks());
    const collecting = setInterval(collectGarbage, 50);
    onTestFinished(() => clearInterval(collecting));
    return served((response) => {
      response.writeHead(200).write('{');
      end(response);
    });
  }

  it('counts as no answer at all, and not as an answer without a body', async () => {
    const url = await begun();
    await expect(createGetJson(undefined)(String(url))).rejects.toThrow(json);
  });

  it('is not taken for a file, and the error says why it ended', async () => {
    const url = await begun();
    const limits = { maxBytes: FILE.length, signal: new AbortController().signal };
    const downloaded = download(url, { limits, proxy: undefined });
    await expect(downloaded).rejects.toMatchObject({ why: 'failed', message: file });
  });
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
