import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { DiscordAdapter } from '../../../src/adapters/discord/adapter.ts';
import { startRun } from '../../../src/bot/run.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { createLog } from '../../../src/ops/log/log.ts';
import { ASKER, startFakeDiscord } from '../discord/fake.ts';
import { TOKEN } from '../discord/world.ts';
import { emptyDirectory } from '../process/process-main.ts';
import { configOf } from '../settings.ts';

/** The whole bot on a Discord server, on the sandbox. */
export async function openServer(environment: Readonly<Record<string, string>> = {}) {
  const discord = await startFakeDiscord();
  onTestFinished(() => discord.close());
  const STORE_URL = `sqlite://${join(await emptyDirectory(), 'store.sqlite')}`;
  const bot = await startRun({
    config: configOf({ STORE_URL, SHUTDOWN_GRACE: '1s', ...environment }),
    platforms: [
      {
        name: 'discord',
        create: async (host) =>
          new DiscordAdapter({
            ...host,
            token: TOKEN,
            apiUrl: discord.apiUrl,
            attachmentOrigins: [discord.attachmentOrigin],
            sayIn,
            clock: discord.clock,
          }),
      },
    ],
    clock: systemClock,
    log: createLog({ level: 'silent', secrets: [], readable: false }),
  });
  onTestFinished(() => bot.stop());
  await expect.poll(() => bot.ready().every(({ ok }) => ok)).toBe(true);
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
