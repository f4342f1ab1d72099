import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASKER } from '../support/discord/fake.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { startPlatforms } from '../support/fake-platforms.ts';
import { PROXY_PASSWORD, startConnectProxy } from '../support/process/connect-proxy.ts';
import { createInstallation } from '../support/process/installation.ts';
import { serviceWith, startMain } from '../support/process/process-main.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';
import { createPerson } from '../support/telegram/people.ts';

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
