import { createServer } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { listening } from '../listening.ts';
import { SELF_SIGNED } from '../self-signed.ts';

export const PROXY_PASSWORD = 'p@ss word';

/**
 * An HTTP proxy on loopback that only opens ways (CONNECT), to hosts that nobody else can find.
 * @param hosts addresses on loopback by the hosts at whose port 443 they are found, which speak TLS
 * there
 */
export async function startConnectProxy(hosts: Readonly<Record<string, string>>) {
  const ports = new Map<string, number>();
  for (const [host, url] of Object.entries(hosts)) {
    ports.set(`${host}:443`, await speakTls(Number(new URL(url).port)));
  }
  const expected = `Basic ${Buffer.from(`bot:${PROXY_PASSWORD}`).toString('base64')}`;
  const opened: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, client) => {
    client.on('error', () => undefined);
    const port = ports.get(url);
    const isKnown = headers['proxy-authorization'] === expected;
    if (!isKnown || port === undefined) {
      return void client.end(
        `HTTP/1.1 ${isKnown ? '502 Bad Gateway' : '407 Proxy Authentication Required'}\r\n\r\n`,
      );
    }
    opened.push(url.replace(/:443$/, ''));
    const far = connect(port, '127.0.0.1', () =>
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n'),
    );
    pipeline(client, far, client, () => undefined);
  });
  const port = await listening(server);
  return {
    /** With the name and the password that it asks for. */
    url: `http://bot:${encodeURIComponent(PROXY_PASSWORD)}@127.0.0.1:${port}`,
    /** The hosts to which ways were opened, in order. */
    opened: opened as readonly string[],
  };
}

/** What speaks TLS and passes on what it reads. */
async function speakTls(to: number): Promise<number> {
  const server = createTlsServer(SELF_SIGNED, (client) =>
    pipeline(client, connect(to, '127.0.0.1'), client, () => undefined),
  );
  return listening(server);
}
