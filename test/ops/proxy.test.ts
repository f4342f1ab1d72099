import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../src/ops/proxy.ts';

function takes(url: string, except: string): boolean {
  return createProxy({ url: 'http://127.0.0.1:3128', except }).takes(new URL(url));
}

describe('the proxy', () => {
  it('takes what is called by https, and nothing else', () => {
    expect(takes('https://api.telegram.org/bot', '')).toBe(true);
    expect(takes('http://api.telegram.org/bot', '')).toBe(false);
  });

  it.each([
    ['*', 'https://discord.com', false],
    ['discord.com', 'https://discord.com', false],
    ['discord.com', 'https://gateway.discord.com', false],
    ['.discord.com', 'https://gateway.discord.com', false],
    ['.discord.com', 'https://discord.com', false],
    ['*.discord.com', 'https://gateway.discord.com', false],
    ['discord.com', 'https://notdiscord.com', true],
    ['localhost, DISCORD.com', 'https://discord.com', false],
    ['localhost discord.com', 'https://discord.com', false],
    ['discord.com:443', 'https://discord.com', false],
    ['discord.com:8443', 'https://discord.com', true],
    ['discord.com:8443', 'https://discord.com:8443', false],
    ['[::1]', 'https://[::1]:8443', false],
    ['localhost,127.0.0.1,::1', 'https://[::1]:8443', false],
    ['::1', 'https://[::2]', true],
    [',', 'https://discord.com', true],
  ])('with NO_PROXY=%s takes %s: %s', (except, url, isTaken) => {
    expect(takes(url, except)).toBe(isTaken);
  });

  it.each([407, 502])('that answers %i opens no way, and says so', async (status) => {
    const server = createServer().listen(0, '127.0.0.1');
    server.on('connect', (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const proxy = createProxy({ url: `http://ann:secret@127.0.0.1:${port}`, except: '' });
    await expect(proxy.connect('discord.com', 443)).rejects.toThrow(`the proxy said ${status}`);
  });

  it.each([
    ['ann:p%40ss%20word', 'ann:p@ss word'],
    ['ann', 'ann:'],
    [':secret', ':secret'],
  ])('is told the name and the password of its address: %s', async (inAddress, plain) => {
    const asked: (string | undefined)[] = [];
    const server = createServer().listen(0, '127.0.0.1');
    server.on('connect', ({ headers }, socket) => {
      asked.push(headers['proxy-authorization']);
      socket.end('HTTP/1.1 502 No\r\n\r\n');
    });
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const proxy = createProxy({ url: `http://${inAddress}@127.0.0.1:${port}`, except: '' });
    await expect(proxy.connect('discord.com', 443)).rejects.toThrow('502');
    expect(asked).toEqual([`Basic ${Buffer.from(plain).toString('base64')}`]);
  });

  it('that is not there opens no way', async () => {
    const proxy = createProxy({ url: 'http://127.0.0.1:9', except: '' });
    await expect(proxy.connect('discord.com', 443)).rejects.toThrow('ECONNREFUSED');
  });
});
