import { DiscordAdapter } from '../../../src/adapters/discord/adapter.ts';
import { sayIn } from '../../../src/format/texts/say.ts';
import type { RunPlatform } from '../bot.ts';
import type { FakeDiscord } from './fake.ts';
import { TOKEN } from './world.ts';

/** A fake Discord as a platform of the bot, with its own clock and files. */
export function platformAt(discord: FakeDiscord): RunPlatform {
  return {
    name: 'discord',
    create: async (host) =>
      new DiscordAdapter({
        ...host,
        token: TOKEN,
        apiUrl: discord.apiUrl,
        attachmentOrigins: [discord.attachmentOrigin],
        sayFor: sayIn,
        clock: discord.clock,
      }),
  };
}
