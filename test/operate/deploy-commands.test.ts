import { expect, it } from 'vitest';
import { startDiscord } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { premises } from '../support/process/operating.ts';

it('registers the commands at Discord as the bot would, and says why if it cannot', async () => {
  const discord = await startDiscord();
  const place = await premises();
  const platform = { DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl };
  const done = await place.run(['deploy-commands'], platform);
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  expect([...discord.world.commands.values()].flat()).toMatchObject([
    ...['imei', 'quota', 'recent', 'forget', 'privacy', 'help'].map((name) => ({ name, type: 1 })),
    { type: 3 },
  ]);
  expect((await place.run(['deploy-commands'])).stderr).toContain('DISCORD_TOKEN is not set');
  discord.world.tokenIsGood = false;
  expect((await place.run(['deploy-commands'], platform)).stderr).toContain('401');
});
