import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { ASKER } from '../support/discord/fake.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { startPlatforms } from '../support/fake-platforms.ts';
import { SECRET } from '../support/known.ts';
import { listening } from '../support/listening.ts';
import { createInstallation } from '../support/process/installation.ts';
import { serviceWith, startMain } from '../support/process/process-main.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';
import { hasPostgres, sharedPostgres } from '../support/store/postgres.ts';
import { createPerson } from '../support/telegram/people.ts';

const PROXY_PASSWORD = 'p@ss word';
const SERVICE = 'service.proxied.test';
const TELEGRAM = 'telegram.proxied.test';
const DISCORD = 'discord.proxied.test';
const GATEWAY = 'gateway.proxied.test';

/** A machine whose only way out is a proxy: no other can find the service and the platforms. */
async function setUp() {
  const directory = await emptyDirectory();
  const authority = join(directory, 'authority.pem');
  await writeFile(authority, SELF_SIGNED.cert);
  const { service, environment } = await serviceWith({});
  const {
    telegram,
    discord,
    settings: tokens,
  } = await startPlatforms({ gatewayUrl: `wss://${GATEWAY}` });
  const proxy = await startConnectProxy({
    [SERVICE]: service.url,
    [TELEGRAM]: telegram.url,
    [DISCORD]: discord.apiUrl,
    [GATEWAY]: discord.apiUrl,
  });
  const settings = {
    ...environment,
    ...tokens,
    LOOKUP_BASE_URL: `https://${SERVICE}`,
    TELEGRAM_API_URL: `https://${TELEGRAM}`,
    DISCORD_API_URL: `https://${DISCORD}${new URL(discord.apiUrl).pathname}`,
    HTTPS_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: authority,
  };
  const person = createPerson(telegram, { id: 42 });
  person.begin();
  return { directory, telegram, discord, proxy, settings, person };
}

describe('HTTPS_PROXY', () => {
  it('is the way to the service, to Telegram and its files, to Discord and its gateway', async () => {
    const { directory, telegram, discord, proxy, settings, person } = await setUp();
    const bot = startMain({ directory, environment: settings });
    await expect.poll(() => bot.stderr).toContain('imei-bot runs');
    person.sendFile({
      name: 'phones.txt',
      bytes: new TextEncoder().encode('IMEI\n490154203237518\n'),
    });
    await expect
      .poll(() =>
        telegram.chats.messages.some(({ fromBot, text }) => fromBot && text.includes('NOKIA')),
      )
      .toBe(true);
    discord.command('imei', { imei: '490154203237518' });
    await expect.poll(() => discord.shownTo(ASKER)).toContain('3110');
    await expect.poll(() => telegram.downloads.length).toBeGreaterThan(0);
    expect(new Set(proxy.opened)).toEqual(new Set([SERVICE, TELEGRAM, DISCORD, GATEWAY]));
    expect(bot.stderr).not.toContain(encodeURIComponent(PROXY_PASSWORD));
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });

  describe.skipIf(!hasPostgres)('with a store on PostgreSQL', () => {
    const server = sharedPostgres();

    it('is the way to the gateway of Discord even for a process that stood by before', async () => {
      const { directory, discord, settings } = await setUp();
      const environment = {
        ...settings,
        STORE_URL: await server().freshUrl(),
        CACHE_SECRET: SECRET,
        TELEGRAM_TOKEN: '',
      };
      const owner = startMain({ directory, environment });
      await expect.poll(() => discord.gateway.identified.length).toBe(1);
      const next = startMain({ directory, environment });
      await expect.poll(() => next.stderr).toContain('Standing by');
      owner.signal('SIGTERM');
      await owner.ended;
      await expect.poll(() => discord.gateway.identified.length).toBe(2);
      discord.command('help', {});
      await expect.poll(() => discord.shownTo(ASKER)).toContain('IMEI');
    });
  });

  it.each([
    ['', 'all other settings are right'],
    ['telegram:person:1', 'another setting is wrong'],
  ])(
    'that refuses the password is named by the doctor, who does not show the password, if ADMINS is %j: %s',
    async (admins) => {
      const { telegram, proxy, settings } = await setUp();
      const wrong = new URL(settings.HTTPS_PROXY);
      wrong.password = 'another-password';
      const { run } = await createInstallation();
      const { exitCode, stdout, stderr } = await run(['doctor'], {
        ...settings,
        HTTPS_PROXY: wrong.href,
        ADMINS: admins,
        LIMIT_WINDOW: '',
      });
      expect(exitCode).toBe(1);
      expect(stdout).toContain('Telegram cannot be reached (the proxy said 407)');
      expect(stdout).toContain('Discord cannot be reached (the proxy said 407)');
      expect(stdout + stderr).not.toContain('another-password');
      expect(proxy.opened).toEqual([]);
      expect(telegram.calls).toEqual([]);
    },
  );
});

/**
 * An HTTP proxy on loopback that only opens ways (CONNECT), to hosts that nobody else can find.
 * @param hosts addresses on loopback by the hosts at whose port 443 they are found, which speak TLS
 * there
 */
async function startConnectProxy(hosts: Readonly<Record<string, string>>) {
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
