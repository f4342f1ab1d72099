import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Bot, startBot } from '../../src/bot/run.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { parseConfig, SETTINGS, VARIABLE_NAMES } from '../support/settings.ts';

/** What the log makes of a text when the bot runs with these settings. */
async function started(settings: Record<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-secrets-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, 'store.sqlite');
  const configured = parseConfig({ STORE_URL: `sqlite://${file}`, ...settings });
  if (!configured.ok) throw new Error(configured.problems.join());
  const { config } = configured;
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const log = createLog({ level: 'info', secrets: config.secrets, readable: false, destination });
  const secretsFor: string[] = [];
  const bot: Bot = await startBot({
    config,
    clock: systemClock,
    log,
    platforms: [
      {
        create: async ({ secretFor }) => {
          secretsFor.push(secretFor('telegram webhook'), secretFor('anything else'));
          return fakeAdapter();
        },
      },
    ],
  });
  onTestFinished(bot.stop);
  const logged = (value: unknown): string => {
    lines.length = 0;
    log.info({ value }, String(value));
    return lines.join('');
  };
  return { file, secretsFor, logged };
}

/** The names of settings that say of themselves that they are not to be shown. */
const SOUNDS_SECRET = /KEY|TOKEN|SECRET|PASSWORD/;
/** A value for every setting that is declared secret; one that takes no such text needs its own here. */
const TOKENS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([name, schema]) =>
      schema.meta()?.secret === true ? [[name, `the-value-of-${name}`]] : [],
    ),
  ),
  TELEGRAM_TOKEN: '123456:a-telegram-token-of-a-test',
};

const BASE = { LOOKUP_BASE_URL: 'https://service.example', HTTP_PORT: '8081', ...TOKENS };

function configWith(settings: Record<string, string>) {
  const configured = parseConfig({ ...BASE, ...settings });
  if (!configured.ok) throw new Error(configured.problems.join());
  return configured.config;
}

describe('what a log masks', () => {
  it('is every setting that sounds like a secret, whoever adds one', () => {
    const secret = VARIABLE_NAMES.filter((name) => SOUNDS_SECRET.test(name));
    expect(Object.keys(TOKENS).toSorted()).toEqual(secret.toSorted());
    expect(configWith({}).secrets).toEqual(expect.arrayContaining(Object.values(TOKENS)));
    expect(configWith({}).secrets).toContain('a-telegram-token-of-a-test');
  });

  it.each(Object.keys(TOKENS))('is the value of %s in a line', (name) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const log = createLog({ level: 'info', secrets: configWith({}).secrets, readable: false, destination });
    const value = TOKENS[name] ?? '';
    log.info({ value, err: new Error(`refused ${value}`) }, `sent with ${value}`);
    expect(lines.join()).toContain('sent with');
    expect(lines.join()).not.toContain(value);
    expect(lines.join()).not.toContain(value.replace(/^\d+:/, ''));
  });

  it('is the password in every address that a setting holds, unless none is taken there', () => {
    const refused: string[] = [];
    const addresses = VARIABLE_NAMES.filter((name) => name.endsWith('_URL') && name !== 'STORE_URL');
    expect(addresses.length).toBeGreaterThanOrEqual(4);
    for (const name of addresses) {
      const settings = { [name]: `https://user:pass%21word@host.example:6380/a` };
      const taken = parseConfig({ ...BASE, ...settings });
      if (!taken.ok) {
        expect(taken.problems.join(), name).toMatch(/^(?!.*pass%21word).*without a name/);
        refused.push(name);
        continue;
      }
      const { secrets } = taken.config;
      expect(secrets, name).toEqual(expect.arrayContaining(['pass%21word', 'pass!word']));
    }
    const whereNoneIsTaken = ['LOOKUP_BASE_URL', 'DISCORD_API_URL', 'TELEGRAM_API_URL'];
    expect(refused).toEqual(expect.arrayContaining(whereNoneIsTaken));
    for (const name of ['STORE_URL', 'TELEGRAM_WEBHOOK_URL']) expect(refused).not.toContain(name);
  });

  it.each([
    ['made once and kept beside the store', {}],
    ['of random bytes', { CACHE_SECRET: '8f14e45fceea167a5a36dedd4bea2543c9f0f895fb98ab9159f51fd0297e236d' }],
    ['that somebody made up', { CACHE_SECRET: 'correct horse battery staple' }],
  ])(
    'is a secret of the store %s, and what is derived from it for the platforms',
    async (_, settings: Record<string, string>) => {
      const { file, secretsFor, logged } = await started(settings);
      const secret = settings.CACHE_SECRET ?? (await readFile(`${file}.secret`, 'utf8')).trim();
      expect(secretsFor).toHaveLength(2);
      for (const one of [secret, ...secretsFor])
        for (const form of [one, encodeURIComponent(one)]) {
          expect(logged(`it is ${form}`)).not.toContain(form);
          expect(logged(`it is ${form}`)).toContain('[secret]');
        }
    },
  );
});
