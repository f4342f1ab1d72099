import { systemClock } from '../../src/core/time/clock.ts';
import { type FakeDiscordOptions, startDiscord } from './discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from './discord/world.ts';
import { startTelegram, TOKEN as TELEGRAM_TOKEN } from './telegram/server.ts';

/** Fakes of Discord and Telegram on this machine, and the settings to use them. */
export async function startPlatforms(discordOptions?: FakeDiscordOptions) {
  const telegram = await startTelegram(systemClock);
  const discord = await startDiscord(discordOptions);
  const settings = {
    TELEGRAM_TOKEN,
    TELEGRAM_API_URL: telegram.url,
    DISCORD_TOKEN,
    DISCORD_API_URL: discord.apiUrl,
  };
  return { telegram, discord, settings };
}
