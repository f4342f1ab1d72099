import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { ASKER, startFakeDiscord } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { isNight } from '../support/nightly.ts';
import { emptyDirectory, eventually, serviceWith, startMain } from '../support/process/process-main.ts';
import { SLOW } from '../support/process/slow.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const IMEI = '490154203237518';
const OTHER = '356938035643809';

/** A platform outside the process, and a service that takes its time. */
async function setUp() {
  const directory = await emptyDirectory();
  const { service, environment } = await serviceWith({ delay: 1_500 });
  return {
    service,
    start: (more: Record<string, string>) =>
      startMain({ directory, environment: { ...environment, ...more } }),
  };
}

describe('a process killed with SIGKILL between acknowledgement and answer', () => {
  it('answers on Discord after the next start, by the same interaction', SLOW, async () => {
    const discord = await startFakeDiscord();
    onTestFinished(() => discord.close());
    const { service, start } = await setUp();
    const platform = { DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl };
    const first = start(platform);
    await eventually(() => first.stderr.includes('Connected to Discord'));
    discord.command('imei', { imei: IMEI });
    await eventually(() => service.arrivals.length === 1);
    first.signal('SIGKILL');
    await first.ended;
    expect(discord.shownTo(ASKER)).not.toContain('3110');

    const second = start(platform);
    await eventually(() => discord.shownTo(ASKER).includes('3110'));
    expect(second.stderr).not.toContain(DISCORD_TOKEN);
    second.signal('SIGTERM');
    expect((await second.ended).exitCode).toBe(0);
  });

  it('answers on Telegram after the next start, once, in the same chat', SLOW, async () => {
    const telegram = await startTelegram(systemClock);
    const person = createPerson(telegram, { id: 42 });
    person.begin();
    const { service, start } = await setUp();
    const platform = { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url };
    const first = start(platform);
    await eventually(() => first.stderr.includes('Connected to Telegram'));
    person.say(IMEI);
    await eventually(() => service.arrivals.length === 1);
    first.signal('SIGKILL');
    await first.ended;

    const answers = () =>
      telegram.chats.messages.filter(({ fromBot, text }) => fromBot && text.includes('3110'));
    expect(answers()).toEqual([]);
    const second = start(platform);
    await eventually(() => answers().length > 0);
    expect(answers()).toHaveLength(1);
    expect(second.stderr).not.toContain(TOKEN);
    second.signal('SIGTERM');
    expect((await second.ended).exitCode).toBe(0);
  });
});

describe('a question on Telegram that is edited while the bot is away', () => {
  it.runIf(isNight)('changes its answer after the next start, in its place', async () => {
    const telegram = await startTelegram(systemClock);
    const person = createPerson(telegram, { id: 42 });
    person.begin();
    const { service, start } = await setUp();
    const platform = { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url };
    const shown = () => telegram.chats.messages.filter(({ fromBot }) => fromBot).map(({ text }) => text);
    const first = start(platform);
    await eventually(() => first.stderr.includes('Connected to Telegram'));
    const said = person.say(IMEI);
    await eventually(() => shown().some((text) => text.includes('3110')));
    first.signal('SIGTERM');
    await first.ended;
    person.edit(said, OTHER);

    const second = start(platform);
    // Its number alone stands in what tells how far it is, too.
    await eventually(() => shown().some((text) => text.includes('N900')));
    expect(shown()).toEqual([expect.stringContaining(OTHER)]);
    expect(service.paidChecks).toEqual([IMEI, OTHER]);
    second.signal('SIGTERM');
    expect((await second.ended).exitCode).toBe(0);
  });
});

describe('both platforms at once', () => {
  it('share one cache: what one asked costs the other nothing', async () => {
    const discord = await startFakeDiscord();
    onTestFinished(() => discord.close());
    const telegram = await startTelegram(systemClock);
    const person = createPerson(telegram, { id: 42 });
    person.begin();
    const { service, start } = await setUp();
    const bot = start({
      DISCORD_TOKEN,
      DISCORD_API_URL: discord.apiUrl,
      TELEGRAM_TOKEN: TOKEN,
      TELEGRAM_API_URL: telegram.url,
    });
    await eventually(
      () => /Connected to Discord/.test(bot.stderr) && /Connected to Telegram/.test(bot.stderr),
    );
    person.say(IMEI);
    discord.command('imei', { imei: IMEI });
    await eventually(() => discord.shownTo(ASKER).includes('3110'));
    await eventually(() => telegram.chats.messages.some(({ text }) => text.includes('3110')));
    expect(service.paidChecks).toEqual([IMEI]);
  });
});

describe('two processes with one Discord token, and a store each', () => {
  it('pay once for a command and answer it once; the other one says whom to look for', SLOW, async () => {
    const discord = await startFakeDiscord();
    onTestFinished(() => discord.close());
    const { service, environment } = await serviceWith({ delay: 300 });
    const start = async () =>
      startMain({
        directory: await emptyDirectory(),
        environment: {
          ...environment,
          ...{ DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl },
          STORE_URL: (await serviceWith({})).environment.STORE_URL,
        },
      });
    const bots = [await start(), await start()];
    await eventually(() => bots.every(({ stderr }) => stderr.includes('Connected to Discord')));
    discord.command('imei', { imei: IMEI });
    await eventually(() => discord.shownTo(ASKER).includes('3110'));
    await eventually(() => bots.some(({ stderr }) => stderr.includes('same DISCORD_TOKEN')));
    discord.command('imei', { imei: OTHER });
    await eventually(() => discord.shownTo(ASKER).includes('N900'));
    expect(service.paidChecks).toEqual([IMEI, OTHER]);
    expect(discord.gateway.connections).toBe(2);
  });
});
