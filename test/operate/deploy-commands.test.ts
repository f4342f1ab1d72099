import { expect, it } from 'vitest';
import { startDiscord } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { freePort } from '../support/free-port.ts';
import { createInstallation } from '../support/process/installation.ts';

it('registers the commands at Discord as the bot would, and says why if it cannot', async () => {
  const discord = await startDiscord();
  const installation = await createInstallation();
  const platform = { DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl };
  const done = await installation.run(['deploy-commands'], platform);
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  expect([...discord.world.commands.values()].flat()).toMatchObject([
    ...['imei', 'quota', 'recent', 'forget', 'privacy', 'help'].map((name) => ({ name, type: 1 })),
    { type: 3 },
  ]);
  expect((await installation.run(['deploy-commands'])).stderr).toContain(
    'DISCORD_TOKEN is not set',
  );
  expect(done.stdout).toBe('The commands are registered at Discord.\n');
  discord.world.tokenIsGood = false;
  const refused = await installation.run(['deploy-commands'], platform);
  expect(refused).toMatchObject({ exitCode: 78, stdout: '' });
  expect(refused.stderr).toContain('Discord does not accept DISCORD_TOKEN. Reset it');
  const away = { ...platform, DISCORD_API_URL: `http://127.0.0.1:${await freePort()}` };
  const unreached = await installation.run(['deploy-commands'], away);
  expect(unreached).toMatchObject({ exitCode: 75, stdout: '' });
  expect(unreached.stderr).toContain('Discord cannot be reached (ECONNREFUSED)');
});
