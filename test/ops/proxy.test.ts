import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProxy } from '../../src/ops/proxy.ts';
import { listening } from '../support/listening.ts';

/** A proxy that refuses, and what it was sent. */
async function refusing(credentials: string, status: number) {
  const authorizations: (string | undefined)[] = [];
  const server = createServer();
  server.on('connect', ({ headers }, socket) => {
    authorizations.push(headers['proxy-authorization']);
    socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
  });
  const url = `http://${credentials}127.0.0.1:${await listening(server)}`;
  return { proxy: createProxy({ url, except: '' }), authorizations };
}

describe('the proxy', () => {
  it.each([
    ['', 'https://api.telegram.org/bot', true],
    ['', 'http://api.telegram.org/bot', false],
    ['*', 'https://discord.com', false],
    ['discord.com', 'https://discord.com', false],
    ['discord.com', 'https://gateway.discord.com', false],
    ['.discord.com', 'https://discord.com', false],
    ['*.discord.com', 'https://gateway.discord.com', false],
    ['discord.com', 'https://notdiscord.com', true],
    ['localhost, DISCORD.com', 'https://discord.com', false],
    ['localhost discord.com', 'https://discord.com', false],
    ['discord.com:443', 'https://discord.com', false],
    ['discord.com:8443', 'https://discord.com', true],
    ['discord.com:8443', 'https://discord.com:8443', false],
    ['localhost,127.0.0.1,::1', 'https://[::1]:8443', false],
    ['[::1]', 'https://[::2]', true],
    [',', 'https://discord.com', true],
  ])('with NO_PROXY=%s takes %s: %s', (except, url, isTaken) => {
    expect(createProxy({ url: 'http://127.0.0.1:3128', except }).appliesTo(new URL(url))).toBe(
      isTaken,
    );
  });

  it.each([
    ['ann:p%40ss%20word@', 'ann:p@ss word', 407],
    ['ann:5%zz@', 'ann:5%zz', 407],
    ['ann@', 'ann:', 502],
  ])(
    'gets the name and the password of its URL, and may refuse them: %s',
    async (given, plain, status) => {
      const { proxy, authorizations } = await refusing(given, status);
      await expect(proxy.connect('discord.com', 443)).rejects.toThrow(`the proxy said ${status}`);
      expect(authorizations).toEqual([`Basic ${Buffer.from(plain).toString('base64')}`]);
    },
  );

  it('has ten seconds to open a tunnel, also if it never stops sending headers', async () => {
    const server = createServer();
    server.on('connect', (_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const sending = setInterval(() => socket.write('X-Header: another\r\n'), 20);
      socket.once('close', () => clearInterval(sending)).once('error', () => undefined);
    });
    const proxy = createProxy({ url: `http://127.0.0.1:${await listening(server)}`, except: '' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const connected = once(server, 'connect');
    const refused = expect(proxy.connect('discord.com', 443)).rejects.toThrow('does not answer');
    await connected;
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
  });
});
