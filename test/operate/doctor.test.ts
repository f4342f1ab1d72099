import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { Finding } from '../../src/core/findings.ts';
import { openStore } from '../../src/store/open.ts';
import { makeKnownAt } from '../support/checks/known-store.ts';
import { startFakeDiscord } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { freePort } from '../support/free-port.ts';
import { asking, fileOf, KEPT, type Premises, premises } from '../support/process/operating.ts';
import { SLOW } from '../support/process/slow.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const SECRET = '0123456789abcdef'.repeat(4);

interface Said {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** What the doctor says, as JSON. */
async function examine(place: Premises, more: Readonly<Record<string, string>> = {}) {
  const { exitCode, stdout, stderr } = await place.run(['doctor', '--json'], more);
  expect(stderr).toBe('');
  const { ok, findings }: Said = JSON.parse(stdout);
  expect(exitCode).toBe(ok ? 0 : 1);
  const sentences = (state: Finding['state'], about?: string): readonly string[] =>
    findings
      .filter((one) => one.state === state && (about === undefined || one.about === about))
      .map(({ says }) => says);
  return { ok, sentences, stdout };
}

const one = (text: string) => expect.arrayContaining([expect.stringContaining(text)]);

describe('the doctor of a bot that can run', () => {
  it('finds nothing wrong, asks the service once, and leaves all as it was', async () => {
    const place = await premises();
    await makeKnownAt(place.settings.STORE_URL ?? '');
    const before = await readdir(place.directory);
    const { ok, sentences } = await examine(place);
    expect(ok).toBe(true);
    expect(sentences('fine', 'store')).toEqual(one('is whole'));
    expect(sentences('fine', 'service')).toEqual(one('takes LOOKUP_API_KEY'));
    expect(sentences('fine', 'service')).toEqual(one('Checks left'));
    expect(place.service.arrivals.map(({ call }) => call)).toEqual(['key-status']);
    expect(await readdir(place.directory)).toEqual(before);
  });

  it('writes down that it has asked, so that the bot counts it in its limit', async () => {
    const place = await premises();
    await makeKnownAt(place.settings.STORE_URL ?? '');
    const limit = { LIMIT_PER_WINDOW: '1', LIMIT_WINDOW: '10m' };
    expect((await examine(place, limit)).sentences('fine', 'service')).toEqual(one('takes LOOKUP_API_KEY'));
    const bot = await place.start(limit);
    await bot.begin(asking(KEPT));
    // The window is taken by what the doctor has asked.
    await delay(300);
    expect(place.service.arrivals.map(({ call }) => call)).toEqual(['key-status']);
  });

  it('asks nobody where it is told to', async () => {
    const place = await premises();
    await makeKnownAt(place.settings.STORE_URL ?? '');
    const telegram = await startTelegram(systemClock);
    const set = { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url };
    const ended = await place.runAsProcess(['doctor', '--offline'], set);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(place.service.arrivals).toEqual([]);
    expect(telegram.calls).toEqual([]);
  });
});

describe('the doctor while a bot runs', () => {
  it('says so, and does not ask the service', async () => {
    const place = await premises();
    await place.start();
    const { sentences } = await examine(place);
    expect(sentences('fine', 'store')).toEqual(one('A bot holds it'));
    expect(sentences('note', 'service')).toEqual(one('Not asked'));
    expect(place.service.arrivals).toEqual([]);
  });
});

describe('the doctor of a bot that cannot run', () => {
  it('names every setting that is wrong, and goes on with the rest', async () => {
    const place = await premises();
    const { ok, sentences } = await examine(place, { LIMIT_WINDOW: 'a minute', CACHE_SCOPE: 'all' });
    expect(ok).toBe(false);
    expect(sentences('wrong', 'settings')).toEqual(one('LIMIT_WINDOW'));
    expect(sentences('wrong', 'settings')).toEqual(one('CACHE_SCOPE'));
    expect(sentences('note', 'store')).toEqual(one('There is no store'));
  });

  it('says what ends a start: a table that is not there, and a store where nothing may be written', async () => {
    const place = await premises();
    const table = await examine(place, { TAC_TABLE: 'no-such-table.csv' });
    expect(table.sentences('wrong', 'settings')).toEqual(one('no-such-table.csv cannot be read'));
    await writeFile(join(place.directory, 'table.csv'), 'tac,brand,model\n49015420,NOKIA,3110\n');
    const read = await examine(place, { TAC_TABLE: 'table.csv' });
    expect(read.sentences('fine', 'settings')).toEqual(one('TAC_TABLE names 1 types'));
    const inFile = await examine(place, { STORE_URL: 'sqlite://table.csv/deeper/bot.sqlite' });
    expect(inFile.sentences('wrong', 'store')).toEqual(one('cannot be opened (ENOTDIR)'));
    const folder = await examine(place, { STORE_URL: `sqlite://${place.directory}` });
    expect(folder.sentences('wrong', 'store')).toEqual(one('is a directory'));
  });

  it('tells a damaged store, another secret, and files that others can read', SLOW, async () => {
    const place = await premises();
    const url = place.settings.STORE_URL ?? '';
    const file = fileOf(url);
    const { store, seal, close } = await openStore(url, SECRET, systemClock);
    await store.keyv.set('key', seal.close('answer', 'answers key'));
    await close();
    const another = await examine(place, { CACHE_SECRET: 'fedcba9876543210'.repeat(4) });
    expect(another.sentences('wrong', 'store')).toEqual(one('CACHE_SECRET does not open it'));
    await chmod(file, 0o644);
    await writeFile(join(place.directory, '.env'), '', { mode: 0o644 });
    const open = await examine(place, { CACHE_SECRET: SECRET });
    expect(open.sentences('warning', 'store')).toEqual(one('can be read by others'));
    expect(open.sentences('warning', 'settings')).toEqual(one('.env can be read by other users'));
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0xaa, 4_096));
    expect((await examine(place, { CACHE_SECRET: SECRET })).sentences('wrong', 'store')).toEqual(
      one('is damaged'),
    );
  });

  it('tells what the service says of the key, and that something else answers there', async () => {
    const place = await premises();
    await makeKnownAt(place.settings.STORE_URL ?? '');
    const refused = await examine(place, { LOOKUP_API_KEY: 'no-such-key-at-all' });
    expect(refused.sentences('wrong', 'service')).toEqual(one('does not take LOOKUP_API_KEY'));
    expect(refused.stdout).not.toContain('no-such-key-at-all');
    const away = await examine(place, { LOOKUP_BASE_URL: `http://127.0.0.1:${await freePort()}` });
    expect(away.sentences('wrong', 'service')).toEqual(one('cannot be reached'));
  });

  it('tells what the platforms say of the tokens and of how the bot is set up there', async () => {
    const place = await premises();
    const telegram = await startTelegram(systemClock);
    const discord = await startFakeDiscord();
    onTestFinished(() => discord.close());
    telegram.readsGroups = true;
    telegram.updates.setWebhook({ url: 'https://elsewhere.example/hook', secret: 's' });
    const set = {
      ...{ TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url },
      ...{ DISCORD_TOKEN, DISCORD_API_URL: discord.apiUrl },
    };
    const good = await examine(place, set);
    expect(good.sentences('fine', 'telegram')).toEqual(one('@imei_bot'));
    expect(good.sentences('note', 'telegram')).toEqual(one('Privacy mode is off'));
    expect(good.sentences('warning', 'telegram')).toEqual(one('https://elsewhere.example/hook'));
    expect(good.sentences('fine', 'discord')[0]).toContain('DISCORD_TOKEN is taken');
    telegram.acceptToken = false;
    discord.world.tokenIsGood = false;
    const bad = await examine(place, set);
    expect(bad.sentences('wrong', 'telegram')).toEqual(one('TELEGRAM_TOKEN is not taken'));
    expect(bad.sentences('wrong', 'discord')).toEqual(one('DISCORD_TOKEN is not taken'));
    expect(bad.stdout).not.toContain(TOKEN);
    expect(bad.stdout).not.toContain(DISCORD_TOKEN);
  });
});
