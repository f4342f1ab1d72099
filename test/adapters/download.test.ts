import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { download } from '../../src/adapters/download.ts';
import { systemClock } from '../../src/core/clock.ts';

const FILE = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
const PIECE = 70_000;

function inPieces(response: ServerResponse): void {
  for (let from = 0; from < FILE.length; from += PIECE) response.write(FILE.subarray(from, from + PIECE));
  response.end();
}

/** The ways in which a server may tell, or not tell, how long a file is. */
const WAYS: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['is told', (response) => response.writeHead(200, { 'content-length': FILE.length }).end(FILE)],
  ['is not told', inPieces],
  [
    'is that of fewer bytes, which unfold',
    (response) => {
      const packed = gzipSync(FILE);
      const headers = { 'content-encoding': 'gzip', 'content-length': packed.length };
      response.writeHead(200, headers).end(packed);
    },
  ],
];

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

const limits = (maxBytes: number) => ({ maxBytes, signal: new AbortController().signal });

describe.each(WAYS)('a file whose length %s', (_, answer) => {
  it('comes whole, and in a buffer of its own that can be handed over', async () => {
    const file = await download(await served(answer), limits(10 * FILE.length), { clock: systemClock });

    expect(Buffer.compare(file, FILE)).toBe(0);
    expect(file.buffer.byteLength).toBe(FILE.length);
  });

  it('is given up with the first byte too many', async () => {
    const file = download(await served(answer), limits(FILE.length - 1), { clock: systemClock });

    await expect(file).rejects.toMatchObject({ why: 'too-large' });
  });
});

describe('a file that claims to be larger than may be', () => {
  it('takes no more room than one that may be', async () => {
    const url = await served((response) => {
      response.writeHead(200, { 'content-length': Number.MAX_SAFE_INTEGER }).write(FILE);
    });

    await expect(download(url, limits(FILE.length - 1), { clock: systemClock })).rejects.toMatchObject({
      why: 'too-large',
    });
  });
});
