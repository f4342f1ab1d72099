import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { download } from '../../src/adapters/http.ts';

const FILE = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
const PIECE = 70_000;

function inPieces(response: ServerResponse): void {
  for (let from = 0; from < FILE.length; from += PIECE)
    response.write(FILE.subarray(from, from + PIECE));
  response.end();
}

async function served(answer: (response: ServerResponse) => void): Promise<URL> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
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
  'downloads a whole file, and gives up with the first byte too many, from a server that %s',
  async (_, answer) => {
    const url = await served(answer);
    const { signal } = new AbortController();
    const file = await download(url, { maxBytes: 10 * FILE.length, signal }, undefined);
    expect(Buffer.compare(file, FILE)).toBe(0);
    // Of its own, so that it can be handed to another thread.
    expect(file.buffer.byteLength).toBe(FILE.length);
    const tooLarge = download(url, { maxBytes: FILE.length - 1, signal }, undefined);
    await expect(tooLarge).rejects.toMatchObject({ why: 'too-large' });
  },
);
