import { expect, it } from 'vitest';
import { emptyDirectory } from '../support/empty-directory.ts';
import { startMain } from '../support/process/process-main.ts';

it('both platforms of this machine answer a line, on a bot without an account', async () => {
  const main = startMain({
    entry: 'test/support/platforms/main.js',
    directory: await emptyDirectory(),
  });
  const shown = () => expect.poll(() => main.stdout);
  for (const name of ['DISCORD_API_URL', 'TELEGRAM_API_URL', 'DISCORD_TOKEN', 'TELEGRAM_TOKEN']) {
    await shown().toMatch(new RegExp(`^${name}=\\S+$`, 'm'));
  }
  main.say('telegram 490154203237518');
  await shown().toMatch(/^telegram: .*NOKIA 3110/m);
  main.say('telegram press Full details');
  await shown().toMatch(/^telegram: [\s\S]*Weight/m);
  await expect.poll(() => main.stderr).toContain('The commands are registered at Discord');
  main.say('discord /imei 490154203237518');
  await shown().toMatch(/^discord: .*NOKIA 3110/m);
  main.say('somewhere 1');
  await shown().toMatch(/Type a line[\s\S]*Type a line/);
  main.signal('SIGTERM');
  expect(await main.ended).toMatchObject({ exitCode: 0 });
});
