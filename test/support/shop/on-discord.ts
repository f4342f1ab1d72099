import { expect, onTestFinished } from 'vitest';
import { startBot, untilReady } from '../bot.ts';
import { ASKER, startFakeDiscord } from '../discord/fake.ts';
import { platformAt } from '../discord/platform.ts';

/** The whole bot on a Discord server, on the sandbox. */
export async function openServer(environment: Readonly<Record<string, string>> = {}) {
  const discord = await startFakeDiscord();
  onTestFinished(() => discord.close());
  await untilReady(await startBot(environment, { platforms: [platformAt(discord)] }));
  return {
    discord,
    say: discord.say,
    /** Resolves when the bot has written so many complete messages. */
    answered: (count: number) =>
      expect
        .poll(() => {
          const complete = discord.world.messages.filter(({ loading }) => !loading);
          return complete.length >= count && !discord.shownTo(ASKER).includes('⏳');
        })
        .toBe(true),
  };
}
