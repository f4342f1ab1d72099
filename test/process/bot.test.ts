import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiscordAdapter } from '../../src/adapters/discord/adapter.ts';
import { explainExit } from '../../src/bot/explain-exit.ts';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import type { RequestEvent, ShowReply } from '../../src/core/adapter/request-event.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { PrometheusMetrics } from '../../src/ops/metrics/prometheus-metrics.ts';
import { platformWith, type RunPlatform, startBot, untilReady } from '../support/bot.ts';
import { ASKER, startDiscord } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { emptyDirectory, newStoreUrl } from '../support/empty-directory.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { startPlatforms } from '../support/fake-platforms.ts';
import { imeiOf } from '../support/imeis.ts';
import { builtFiles } from '../support/process/built-work.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN as TELEGRAM_TOKEN } from '../support/telegram/server.ts';

const IMEIS = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 950));
const FILE = {
  name: 'phones.csv',
  bytes: new TextEncoder().encode(
    ['Owner;IMEI', ...IMEIS.map((imei) => `ann;${imei}`)].join('\r\n'),
  ),
};

describe('a run', () => {
  it('answers once what comes in while the platform still connects', async () => {
    const request: RequestEvent = {
      id: 'eager:1',
      input: { kind: 'command', name: 'imei', options: { kind: 'text', text: '490154203237518' } },
      requester: 'eager:user:1',
      scopes: [],
      locale: 'en',
      visibility: 'private',
      target: {},
    };
    const answers: string[] = [];
    const show: ShowReply = async ({ title }, { isLast }) => {
      if (isLast) answers.push(title);
      return request.target;
    };
    const start = async (receive: Parameters<ReturnType<typeof fakeAdapter>['start']>[0]) =>
      void (await receive(request, show));
    const adapter = fakeAdapter({ platform: 'eager', start, reopen: async () => show });
    const bot = await startBot({}, { platforms: [platformWith(adapter)] });
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    await bot.stop();
    expect(answers).toEqual(['NOKIA 3110']);
  });

  it('that has ended reports nothing any more, for the process may stand by', async () => {
    const errors: string[] = [];
    const destination = { write: (line: string) => errors.push(line) };
    const metrics = new PrometheusMetrics({
      platforms: ['fake'],
      failureCodes: [],
      version: '1',
      log: createLog({ level: 'error', isReadable: false, destination }),
    });
    const bot = await startBot(
      {},
      { platforms: [platformWith(fakeAdapter({ platform: 'fake' }))], metrics },
    );
    const readings = async () => {
      const { text } = await metrics.render();
      return text.match(/^imei_bot_(adapter_connected|queue_length|checks_left)\b/gm) ?? [];
    };
    expect(await readings()).not.toEqual([]);
    await bot.stop();
    expect(await readings()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('lets another one begin although a platform cannot be stopped', async () => {
    const STORE_URL = await newStoreUrl();
    const stop = () => Promise.reject(new Error('the library is broken'));
    const first = { platforms: [platformWith(fakeAdapter({ stop }))] };
    await (await startBot({ STORE_URL }, first)).stop();
    await untilReady(await startBot({ STORE_URL }, { platforms: [platformWith(fakeAdapter())] }));
  });

  it('of a terminal answers the person at it, even one who is not in ALLOWED', async () => {
    const titles = new Map<string, string>();
    const people = ['console:user:local', 'console:user:remote'] as const;
    const start: Adapter['start'] = async (receive) => {
      for (const requester of people) {
        const show: ShowReply = async ({ title }) => {
          titles.set(requester, title);
          return {};
        };
        await receive(
          {
            id: requester,
            input: { kind: 'command', name: 'help', options: { kind: 'text', text: '' } },
            requester,
            scopes: [],
            locale: 'en',
            visibility: 'private',
            target: {},
          },
          show,
        );
      }
    };
    const adapter = fakeAdapter({ platform: 'console', operator: people[0], start });
    await startBot({ ALLOWED: 'telegram:user:11' }, { platforms: [platformWith(adapter)] });
    await expect.poll(() => titles.size).toBe(people.length);
    const refused = sayIn('en')('notices.notAllowed.title');
    expect(titles.get(people[1])).toBe(refused);
    expect(titles.get(people[0])).not.toBe(refused);
  });

  it('of a terminal ends with 75 when its store is taken away', async () => {
    const directory = await emptyDirectory();
    const platforms = [platformWith(fakeAdapter({ platform: 'console' }))];
    const STORE_URL = `sqlite://${join(directory, 'data', 'bot.sqlite')}`;
    const bot = await startBot({ STORE_URL }, { servesConsole: true, platforms });
    await rename(join(directory, 'data'), join(directory, 'data.away'));
    const { error, canRestart } = await bot.failed;
    expect(canRestart).toBe(false);
    expect(explainExit(error)).toMatchObject({ exitCode: 75 });
  });

  it('ends with 78 and a sentence when its platform does not take the token', async () => {
    const telegram = await startTelegram(systemClock);
    telegram.acceptToken = false;
    const bot = await startBot({ TELEGRAM_TOKEN, TELEGRAM_API_URL: telegram.url });
    const { error, canRestart } = await bot.failed;
    const exit = explainExit(error);
    expect([canRestart, exit?.exitCode]).toEqual([false, 78]);
    expect(exit?.message).toContain('Telegram does not accept TELEGRAM_TOKEN');
  });
});

it('goes on with the other platform when one refuses its token, and tells an admin why', async () => {
  const { discord, telegram, settings } = await startPlatforms();
  discord.world.tokenIsGood = false;
  const ann = createPerson(telegram, { id: 11 });
  ann.begin();
  const bot = await startBot({ ...settings, ADMINS: 'telegram:user:11' });
  await expect
    .poll(() => telegram.chats.messages.some(({ text }) => text.includes('Set DISCORD_TOKEN to')))
    .toBe(true);
  expect(bot.ready()).toMatchObject([
    { name: 'store', ok: true },
    { name: 'discord', ok: false, isSpare: true, problem: expect.stringContaining('Refuses') },
    { name: 'telegram', ok: true },
  ]);
});

describe('a file', () => {
  /** The bot asks before it checks more than two numbers. */
  const ASKS = { BATCH_CONFIRM: '2' };

  async function onTelegram() {
    const telegram = await startTelegram(systemClock);
    const settings = { TELEGRAM_TOKEN, TELEGRAM_API_URL: telegram.url, ...ASKS };
    await untilReady(await startBot(settings, { files: builtFiles() }));
    const ann = createPerson(telegram, { id: 11 });
    ann.begin();
    const shown = () => telegram.chats.messages.filter(({ fromBot }) => fromBot);
    return { telegram, ann, shown };
  }

  it('in Telegram is answered after a yes, with the table as a document below', async () => {
    const { ann, shown } = await onTelegram();
    ann.sendFile(FILE);
    await expect.poll(() => shown()[0]?.text).toContain('Check 3 IMEIs?');
    const [plan] = shown();
    if (plan === undefined) throw new Error('no plan');
    ann.press(plan, 'Check them');
    await expect.poll(() => shown()).toHaveLength(2);
    expect(plan.text).toContain('All 3 found');
    expect(shown()[1]?.file?.name).toBe('phones-checked.csv');
    expect(shown()[1]?.file?.content.match(/NOKIA;3110;Found\./gu)).toHaveLength(3);
  });

  it('of a group in Telegram is answered in private, also if that chat is opened only then', async () => {
    const { telegram, ann, shown } = await onTelegram();
    const bob = createPerson(telegram, { id: 12 });
    const group = -1001;
    telegram.chats.groups.add(group);
    const textsInGroup = () => shown().flatMap(({ chat, text }) => (chat === group ? [text] : []));
    const answered = 'I’ve answered you in private.';
    const invitation =
      'This answer is only for you. Open our private chat and press Start: I’ll answer there.';
    const tables = () =>
      shown().flatMap(({ chat, file }) =>
        file === undefined ? [] : [[chat, file.content.match(/3110;Found\./gu)?.length]],
      );
    ann.sendFile(FILE, { group, caption: '/imei --accepted' });
    await expect.poll(tables).toEqual([[ann.id, 3]]);
    await expect.poll(textsInGroup).toEqual([answered]);

    bob.sendFile(FILE, { group, caption: '/imei --accepted' });
    await expect.poll(textsInGroup).toEqual([answered, invitation]);
    bob.say('/start');
    await expect.poll(textsInGroup).toEqual([answered, invitation, answered]);
    const inGroup = JSON.stringify(shown().filter(({ chat }) => chat === group));
    for (const imei of IMEIS) expect(inGroup).not.toContain(imei);
    expect(tables()).toEqual([ann.id, bob.id].map((person) => [person, 3]));
  });

  it('in Discord is answered, after a yes to what it takes, with the table attached', async () => {
    const discord = await startDiscord();
    const { apiUrl, attachmentOrigin, clock } = discord;
    const discordPlatform: RunPlatform = {
      name: 'discord',
      create: async (host) =>
        new DiscordAdapter({
          ...host,
          token: DISCORD_TOKEN,
          apiUrl,
          attachmentOrigins: [attachmentOrigin],
          sayFor: sayIn,
          clock,
        }),
    };
    const parts = { platforms: [discordPlatform], files: builtFiles() };
    await untilReady(await startBot(ASKS, parts));
    discord.command('imei', { file: FILE });
    await expect.poll(() => discord.shownTo(ASKER)).toContain('Check 3 IMEIs?');
    discord.press('Check them');
    await expect.poll(() => discord.shownTo(ASKER)).toContain('(phones-checked.csv)');
    const attached = discord.world.messages.flatMap(({ files }) => files);
    const table = attached.find(({ name }) => name === 'phones-checked.csv');
    expect(table?.text.match(/NOKIA;3110;Found\./gu)).toHaveLength(3);
  });
});
