import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { emptyDirectory } from '../support/empty-directory.ts';
import { childEnvironment } from '../support/process/child-environment.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';

it('both platforms of this machine answer a line, on a bot without an account', async () => {
  const main = join(inject('built'), 'test', 'support', 'platforms', 'main.js');
  const child = spawn(process.execPath, [main], {
    cwd: await emptyDirectory(),
    env: childEnvironment({}),
  });
  endWithTests(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  for (const name of ['DISCORD_API_URL', 'TELEGRAM_API_URL', 'DISCORD_TOKEN', 'TELEGRAM_TOKEN'])
    await expect.poll(() => shown).toMatch(new RegExp(`^${name}=\\S+$`, 'm'));
  child.stdin.write('telegram 490154203237518\n');
  await expect.poll(() => shown).toMatch(/^telegram: .*NOKIA 3110/m);
  child.stdin.write('telegram press Full details\n');
  await expect.poll(() => shown).toMatch(/^telegram: [\s\S]*Weight/m);
  await expect.poll(() => logged).toContain('The commands are registered at Discord');
  child.stdin.write('discord /imei 490154203237518\n');
  await expect.poll(() => shown).toMatch(/^discord: .*NOKIA 3110/m);
  child.stdin.write('somewhere 1\n');
  await expect.poll(() => shown).toMatch(/Type a line[\s\S]*Type a line/);
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => void child.once('exit', resolve))).toBe(0);
});
