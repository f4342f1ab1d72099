import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConfiguredPlatform } from '../../src/adapters/definition.ts';
import { createDiscordAdapter } from '../../src/adapters/discord/adapter.ts';
import { startBot } from '../../src/bot/run.ts';
import { systemClock } from '../../src/core/clock.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { ASKER, startFakeDiscord } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { imeiOf } from '../support/imeis.ts';
import { builtFiles } from '../support/process/built-work.ts';
import { emptyDirectory } from '../support/process/process-main.ts';
import { parseConfig } from '../support/settings.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN as TELEGRAM_TOKEN } from '../support/telegram/server.ts';

const IMEIS = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 950));
const FILE = {
  name: 'phones.csv',
  bytes: new TextEncoder().encode(['Owner;IMEI', ...IMEIS.map((imei) => `ann;${imei}`)].join('\r\n')),
};
const log = pino({ level: 'silent' });

/** The whole bot on the sandbox, which asks before it checks more than two numbers. */
async function startOn(
  environment: Readonly<Record<string, string>>,
  platform?: Pick<ConfiguredPlatform, 'create'>,
): Promise<void> {
  const STORE_URL = `sqlite://${join(await emptyDirectory(), 'store.sqlite')}`;
  const configured = parseConfig({ ...environment, STORE_URL, BATCH_CONFIRM: '2', SHUTDOWN_GRACE: '1s' });
  if (!configured.ok) throw new Error(configured.problems.join());
  const { config } = configured;
  const bot = await startBot({
    config,
    clock: systemClock,
    log,
    files: builtFiles(),
    platforms: platform ? [platform] : config.platforms,
  });
  onTestFinished(() => bot.stop());
  await vi.waitFor(() => expect(bot.ready().every(({ ok }) => ok)).toBe(true), {
    timeout: 5_000,
    interval: 20,
  });
}

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5_000, interval: 20 });

function expectAnswered(csv: string | undefined): void {
  expect(csv?.match(/NOKIA;3110;Found\./gu)).toHaveLength(3);
}

describe('a file in Telegram', () => {
  async function open() {
    const telegram = await startTelegram(systemClock);
    const environment = { TELEGRAM_TOKEN, TELEGRAM_API_URL: telegram.url };
    await startOn(environment);
    const shown = () => telegram.chats.messages.filter(({ fromBot }) => fromBot);
    return { telegram, ann: createPerson(telegram, { id: 11 }), shown };
  }

  it('is answered, after a yes to what it takes, with the table as a document below', async () => {
    const { ann, shown } = await open();
    ann.sendFile(FILE);
    await eventually(() => expect(shown()[0]?.text).toContain('Check 3 IMEIs?'));
    const [plan] = shown();
    if (plan === undefined) throw new Error('no plan');
    ann.press(plan, 'Check them');
    await eventually(() => expect(shown()).toHaveLength(2));
    expect(plan.text).toContain('All 3 found');
    expect(shown()[1]?.file?.name).toBe('phones-checked.csv');
    expectAnswered(shown()[1]?.file?.content);
  });

  it('of a group is answered in private', async () => {
    const { telegram, ann, shown } = await open();
    const group = -1001;
    telegram.chats.groups.add(group);
    ann.begin();
    ann.sendFile(FILE, { group, caption: '/imei confirmed=yes' });
    await eventually(() => expect(shown().some(({ file }) => file !== undefined)).toBe(true));
    const inGroup = shown().filter(({ chat }) => chat === group);
    const inPrivate = shown().filter(({ chat }) => chat === ann.id);
    for (const imei of IMEIS) expect(JSON.stringify(inGroup)).not.toContain(imei);
    expectAnswered(inPrivate.find(({ file }) => file !== undefined)?.file?.content);
  });
});

describe('a file in Discord', () => {
  it('is answered, after a yes to what it takes, with the table attached', async () => {
    const discord = await startFakeDiscord();
    onTestFinished(() => discord.close());
    await startOn(
      {},
      {
        create: async ({ commands, messages, hash }) =>
          createDiscordAdapter({
            token: DISCORD_TOKEN,
            apiUrl: discord.apiUrl,
            attachmentOrigins: [discord.attachmentOrigin],
            ...{ commands, messages, hash },
            textCommand: { command: 'imei', option: 'imei', fileOption: 'file' },
            sayIn,
            clock: discord.clock,
            log,
            onFatal: () => undefined,
          }),
      },
    );
    discord.command('imei', { file: FILE });
    await eventually(() => expect(discord.shownTo(ASKER)).toContain('Check 3 IMEIs?'));
    discord.press('Check them');
    await eventually(() => {
      expect(discord.shownTo(ASKER)).toContain('(phones-checked.csv)');
    });
    const attached = discord.world.messages.flatMap(({ files }) => files);
    expectAnswered(attached.find(({ name }) => name === 'phones-checked.csv')?.text);
  });
});
