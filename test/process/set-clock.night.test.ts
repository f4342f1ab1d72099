import { describe, expect, it, onTestFinished } from 'vitest';
import { HOUR_MS, systemClock } from '../../src/core/clock.ts';
import { createSteppedClock, hasSteppedClock } from '../support/clocks/stepped.ts';
import { ASKER, startFakeDiscord } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { emptyDirectory, eventually, serviceWith, startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const FIRST = '490154203237518';
const SECOND = '356938035643809';

/** The program with a time of day that can be set, as by an operator, or by NTP on a machine that started with a wrong one. */
async function setUp() {
  const directory = await emptyDirectory();
  const clock = await createSteppedClock();
  onTestFinished(() => clock.remove());
  const { service, environment } = await serviceWith({});
  return {
    clock,
    service,
    start: (more: Record<string, string>) =>
      startMain({ directory, environment: { ...environment, ...clock.environment, ...more } }),
  };
}

describe.skipIf(!hasSteppedClock)('a process whose time of day is set back by an hour', () => {
  it('answers on Telegram as soon as before', async () => {
    const telegram = await startTelegram(systemClock);
    const person = createPerson(telegram, { id: 42 });
    person.begin();
    const { clock, service, start } = await setUp();
    const bot = start({ TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url });
    const shown = () => telegram.chats.messages.filter(({ fromBot }) => fromBot).map(({ text }) => text);
    await eventually(() => bot.stderr.includes('Connected to Telegram'));
    person.say(FIRST);
    await eventually(() => shown().some((text) => text.includes('3110')));

    await clock.set(-HOUR_MS);
    person.say(SECOND);
    await eventually(() => shown().some((text) => text.includes('N900')));
    expect(service.paidChecks).toEqual([FIRST, SECOND]);
  });

  it('answers on Discord as soon as before', async () => {
    const discord = await startFakeDiscord();
    onTestFinished(() => discord.close());
    const { clock, service, start } = await setUp();
    const bot = start({ DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl });
    await eventually(() => bot.stderr.includes('Connected to Discord'));
    discord.command('imei', { imei: FIRST });
    await eventually(() => discord.shownTo(ASKER).includes('3110'));

    await clock.set(-HOUR_MS);
    discord.command('imei', { imei: SECOND });
    await eventually(() => discord.shownTo(ASKER).includes('N900'));
    expect(service.paidChecks).toEqual([FIRST, SECOND]);
  });
});
