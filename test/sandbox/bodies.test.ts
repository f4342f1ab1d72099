import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SANDBOX_KEY } from '../../src/sandbox/answers/keys.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { freeSandbox, IMEI } from './stage.ts';

const FORM = `key=${SANDBOX_KEY}&imei=${IMEI}`;
const HEAD = 'POST /api/checkimei/ HTTP/1.1\r\nhost: sandbox\r\nconnection: close\r\n';
const TYPE = 'content-type: application/x-www-form-urlencoded\r\n';

/** What the sandbox says to these very bytes. */
async function sayRaw({ url }: Sandbox, ...pieces: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  // Listened for from the start: the answer may come while the last piece is given its time.
  const closed = once(socket, 'close');
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
    // Nobody reads the rest of such a body, so that the connection stays as it is.
    if (heard.startsWith('HTTP/1.1 413')) socket.destroy();
  });
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await closed;
  return heard;
}

function chunks(...texts: string[]): string[] {
  return [...texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`), '0\r\n\r\n'];
}

describe('a check', () => {
  it.each([
    ['without a body', [`${HEAD}\r\n`]],
    ['with a body of no bytes', [`${HEAD}content-length: 0\r\n\r\n`]],
    ['with a form of no fields', [`${HEAD}${TYPE}content-length: 0\r\n\r\n`]],
    ['with a body of no type', [`${HEAD}content-length: ${FORM.length}\r\n\r\n${FORM}`]],
    ['with chunks of no type', [`${HEAD}transfer-encoding: chunked\r\n\r\n`, ...chunks(FORM)]],
    [
      'with half a multipart form',
      [`${HEAD}content-type: multipart/form-data; boundary=x\r\ncontent-length: 5\r\n\r\n--x\r\n`],
    ],
  ])('%s has no fields, which is answered as the interface does', async (_how, pieces) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const sandbox = await freeSandbox();
    const heard = await sayRaw(sandbox, ...pieces);
    expect(heard).toMatch(/^HTTP\/1\.1 (?!5)/);
    expect(heard).toContain('"error');
    expect(logged).not.toHaveBeenCalled();
  });

  it.each([
    ['in one chunk', chunks(FORM)],
    ['in many', chunks(...FORM)],
  ])('that comes %s is a check like any other', async (_how, pieces) => {
    const sandbox = await freeSandbox();
    const heard = await sayRaw(sandbox, `${HEAD}${TYPE}transfer-encoding: chunked\r\n\r\n`, pieces.join(''));
    expect(heard).toContain('"brand":"NOKIA"');
    expect(sandbox.paidChecks).toEqual([IMEI]);
  });

  it.each([
    ['with its length told', [`${HEAD}${TYPE}content-length: 70000\r\n\r\n`, 'x'.repeat(70_000)]],
    ['in chunks', [`${HEAD}${TYPE}transfer-encoding: chunked\r\n\r\n`, chunks('x'.repeat(70_000)).join('')]],
  ])('that is far too long, %s, is refused', async (_how, pieces) => {
    expect(await sayRaw(await freeSandbox(), ...pieces)).toMatch(/^HTTP\/1\.1 413/);
  });
});
