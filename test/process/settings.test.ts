import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  emptyDirectory,
  eventually,
  runMain,
  serviceWith,
  startMain,
} from '../support/process/process-main.ts';

const NOKIA = '490154203237518';

describe('settings that are wrong', () => {
  it('are all told at once, on stderr only, with exit code 78', async () => {
    const { exitCode, stdout, stderr } = await runMain({
      args: [`/imei ${NOKIA}`],
      directory: await emptyDirectory(),
      environment: { LOOKUP_TIMEOUT: 'soon', CACHE_SCOPE: 'brand', ADMIN: 'discord:user:1', BATCH_MAX: '0' },
    });

    expect(exitCode).toBe(78);
    expect(stdout).toBe('');
    for (const name of ['LOOKUP_TIMEOUT', 'CACHE_SCOPE', 'ADMINS', 'BATCH_MAX'])
      expect(stderr).toContain(name);
  });

  it('are told with exit code 78 for an option that does not exist', async () => {
    const { exitCode, stdout, stderr } = await runMain({
      args: ['--jason'],
      directory: await emptyDirectory(),
    });

    expect(exitCode).toBe(78);
    expect(stdout).toBe('');
    expect(stderr).toContain('--jason');
  });
});

describe('.env', () => {
  it('is read from the working directory', async () => {
    const directory = await emptyDirectory();
    const { service, environment } = await serviceWith({});
    const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(directory, '.env'), lines.join(''));

    const { exitCode } = await runMain({ args: [`/imei ${NOKIA}`], directory });

    expect(service.paidChecks).toEqual([NOKIA]);
    expect(exitCode).toBe(0);
  });
});

describe('a second process on the same store', () => {
  it('is turned away with exit code 75 and words that help', async () => {
    const directory = await emptyDirectory();
    const first = startMain({ directory });
    first.say(NOKIA);
    await eventually(() => first.stdout.includes('NOKIA'));

    const second = await runMain({ args: [`/imei ${NOKIA}`], directory });

    expect(second.exitCode).toBe(75);
    expect(second.stdout).toBe('');
    expect(second.stderr).toContain('Another imei-bot is running');
    expect(second.stderr).toContain('STORE_URL');
  });
});
