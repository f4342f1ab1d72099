import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { withValues } from '../../src/operate/setup/env-file.ts';
import { startFakeDiscord } from '../support/discord/fake.ts';
import { APPLICATION, TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { asking, KEPT, type Premises, premises, recordsOf } from '../support/process/operating.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

/** Platforms outside, and the settings that lead there. */
async function platforms() {
  const telegram = await startTelegram(systemClock);
  const discord = await startFakeDiscord();
  onTestFinished(() => discord.close());
  const set = {
    ...{ TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url },
    ...{ DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl },
    ADMINS: 'telegram:user:1',
  };
  return { telegram, discord, set };
}

/** What `.env` sets; a variable that is empty there counts as none. */
const envOf = async ({ directory }: Premises) => {
  const written = parseEnv(await readFile(join(directory, '.env'), 'utf8'));
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== ''));
};

describe('a set-up from the environment', () => {
  it('checks everything once, writes what it was told for its owner alone, and says how to invite the bot', async () => {
    const place = await premises();
    const { set } = await platforms();
    const ended = await place.runAsProcess(['setup'], set);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await envOf(place)).toEqual({
      LOOKUP_BASE_URL: place.settings.LOOKUP_BASE_URL,
      LOOKUP_API_KEY: place.settings.LOOKUP_API_KEY,
      ...{ DISCORD_TOKEN, TELEGRAM_TOKEN: TOKEN, ADMINS: 'telegram:user:1' },
    });
    expect((await stat(join(place.directory, '.env'))).mode & 0o777).toBe(0o600);
    expect(ended.stdout).toContain('https://t.me/imei_bot');
    expect(ended.stdout).toContain(`client_id=${APPLICATION}`);
    expect(ended.stdout).toContain('The service takes LOOKUP_API_KEY');
    expect(place.service.arrivals.map(({ call }) => call)).toEqual(['key-status']);
    for (const secret of [TOKEN, DISCORD_TOKEN, place.settings.LOOKUP_API_KEY ?? ''])
      expect(ended.stdout).not.toContain(secret);
  });

  it('leaves a bot that lets a window pass, since the store is new to it', async () => {
    const place = await premises();
    await place.run(['setup']);
    expect(await readdir(place.directory)).not.toContain('bot.sqlite.mark');
    const bot = await place.start();
    expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([{ result: 'found' }]);
  });

  it.each([
    ['key', { LOOKUP_API_KEY: 'no-such-key-at-all' }, 'does not take LOOKUP_API_KEY'],
    ['Telegram token', { TELEGRAM_TOKEN: '7:another-token' }, 'TELEGRAM_TOKEN is not taken'],
    ['Discord token', { DISCORD_TOKEN: 'another-discord-token' }, 'DISCORD_TOKEN is not taken'],
    ['admin', { ADMINS: 'telegram:person:1' }, 'ADMINS: "telegram:person:1" is not a person'],
    ['key that is missing', { LOOKUP_API_KEY: '' }, 'LOOKUP_API_KEY: is not set'],
  ])('ends with one sentence for a wrong %s, and writes nothing', async (_what, wrong, says) => {
    const place = await premises();
    const { set } = await platforms();
    const ended = await place.run(['setup'], { ...set, ...wrong });
    expect(ended.exitCode).toBe(78);
    expect(ended.stderr.trim().split('\n')).toEqual([expect.stringContaining(says)]);
    expect(await readdir(place.directory)).not.toContain('.env');
  });

  it('leaves alone what else stands in the file', async () => {
    const place = await premises();
    const file = join(place.directory, '.env');
    await writeFile(file, '# mine\nLIMIT_WINDOW=60s\nLOOKUP_API_KEY=an-old-key # old\n', { mode: 0o644 });
    expect((await place.run(['setup'])).exitCode).toBe(0);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('# mine\nLIMIT_WINDOW=60s\n');
    expect(text.match(/LOOKUP_API_KEY/g)).toHaveLength(1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('does not ask the service beside a bot that holds the store', async () => {
    const place = await premises();
    await place.start();
    const ended = await place.run(['setup']);
    expect(ended).toMatchObject({ exitCode: 0 });
    expect(ended.stdout).toContain('was not asked for');
    expect(place.service.arrivals).toEqual([]);
  });
});

describe('a file of settings', () => {
  it.each(['plain', 'with # and spaces', 'a=b', '$HOME', '100%', 'a\\nb', '(a)!*{b}'])(
    'holds %s',
    (value) => {
      expect(parseEnv(withValues('A=1\n', new Map([['B', value]]))).B).toBe(value);
      expect(parseEnv(withValues('B=1\nA=2\n', new Map([['B', value]])))).toEqual({ A: '2', B: value });
    },
  );

  it.each([
    ['a!(b)*', 'B=a!(b)*\n'],
    ['$HOME', "B='$HOME'\n"],
    ['a\\b', "B='a\\b'\n"],
  ])('says %s so that Docker, Compose and systemd read the same', (value, line) => {
    expect(withValues('', new Map([['B', value]]))).toBe(line);
  });

  it('takes nothing that it could not give back', () => {
    expect(() => withValues('', new Map([['B', "it's"]]))).toThrow('could not be written');
    expect(() => withValues('B=1\nB=2\n', new Map([['B', '3']]))).toThrow('could not be written');
  });
});
