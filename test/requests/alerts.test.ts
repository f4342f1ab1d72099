import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RaiseAlert } from '../../src/checks/contract.ts';
import type { Adapter } from '../../src/core/adapter.ts';
import type { Principal } from '../../src/core/requester.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { createAdminAlerts } from '../../src/requests/alerts.ts';
import type { SettingTable } from '../../src/store/schema/setting.ts';
import { clockAt } from '../support/clocks/clock-at.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { createMemorySettings } from '../support/store/memory-sql.ts';

const de = sayIn('de');
const en = sayIn('en');

describe('admins', () => {
  let told: { admin: Principal; title: string; summary: string; actions: number }[];
  /** Whether the admins have ever written to the bot. */
  let isReached: boolean;
  const DAY_MS = 86_400_000;
  let kept: ReturnType<typeof createMemorySettings>;
  let now: number;
  // The store forgets rows by the same clock: by another, what is written down is over at once or stays for ever.
  const clock = clockAt(() => now);

  const adapter = (platform: string): Adapter => ({
    platform,
    start: async () => undefined,
    connected: () => true,
    readFile: () => Promise.reject(new Error('nobody sends files here')),
    reopen: async () => undefined,
    stop: async () => undefined,
    notify: async (admin, { title, summary = '', actions }) => {
      told.push({ admin, title, summary, actions: actions.length });
      return isReached;
    },
  });
  const start = (
    settings: SettingTable = kept,
    {
      locale = 'en',
      log = createLog({ level: 'silent', secrets: [], readable: false }),
      adapters = Promise.resolve([adapter('discord'), adapter('telegram')]),
    } = {},
  ): RaiseAlert =>
    createAdminAlerts({
      adapters,
      admins: ['discord:user:1', 'telegram:user:2', 'discord:role:9', 'slack:user:3'],
      settings,
      clock,
      log,
      sandbox: false,
      locale,
    });
  const toldTimes = async (count: number) => {
    await expect.poll(() => told.length, { interval: 1 }).toBeGreaterThanOrEqual(count);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return told;
  };

  /** A log whose lines can be read. */
  const logged = () => {
    const lines: { level: number; msg: string; alert?: string; admin?: string }[] = [];
    return { lines, log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }) };
  };

  beforeEach(() => {
    told = [];
    isReached = true;
    now = Date.UTC(2026, 10, 21);
    kept = createMemorySettings(clock);
  });

  it('are told on every platform they are on, and only people are', async () => {
    start()({ kind: 'breaker-opened', code: 'key-refused', retryAt: now + 300_000 });
    expect((await toldTimes(2)).map(({ admin }) => admin).sort()).toEqual([
      'discord:user:1',
      'telegram:user:2',
    ]);
    expect(told[0]?.summary).toMatch(/LOOKUP_API_KEY.*about 5 minutes/u);
  });

  it('are told once each, also over a restart, and again when it happens again', async () => {
    const opened = { kind: 'breaker-opened', code: 'daily-limit', retryAt: now } as const;
    const closed = { kind: 'breaker-closed', code: 'daily-limit' } as const;
    start()(opened);
    await toldTimes(2);
    start()(opened);
    expect(await toldTimes(2)).toHaveLength(2);
    start()(closed);
    await toldTimes(4);
    start()(closed);
    expect(await toldTimes(4)).toHaveLength(4);
    start()(opened);
    expect(await toldTimes(6)).toHaveLength(6);
  });

  it('are told each step of the month, with the day the checks run out, and anew next month', async () => {
    const raise = start();
    const low = (percent: 20 | 5 | 0, left: number) => ({ kind: 'checks-low', percent, left }) as const;
    raise({ ...low(20, 480), usedUpAt: now + 6 * 86_400_000 });
    expect((await toldTimes(2))[0]).toMatchObject({
      title: '480 checks left this month',
      summary: expect.stringContaining('November 27, 2026'),
    });
    raise(low(20, 470));
    raise(low(5, 100));
    raise(low(0, 0));
    expect(await toldTimes(6)).toHaveLength(6);
    now = Date.UTC(2026, 11, 2);
    raise(low(20, 500));
    expect(await toldTimes(8)).toHaveLength(8);
  });

  it('are told of the day’s budget at 80 % and at its end, once a day each', async () => {
    const raise = start();
    const budget = (percent: 80 | 100) => ({ kind: 'budget', percent, limit: 2_000 }) as const;
    for (const percent of [80, 80, 100, 100] as const) raise(budget(percent));
    const told = await toldTimes(4);
    expect(told.map(({ title }) => title)).toContain('80% of today’s checks are used');
    expect(told.map(({ summary }) => summary)).toContainEqual(expect.stringContaining('2,000 checks'));
    start()(budget(80));
    now += 86_400_000;
    start()(budget(80));
    expect(await toldTimes(6)).toHaveLength(6);
  });

  it('are told in the language of the bot; the log stays English', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    start(undefined, { locale: 'de', log })({ kind: 'store-failing', message: 'SQLITE_FULL' });
    expect((await toldTimes(2))[0]?.title).toBe(de('alerts.storeFailing.title'));
    expect(lines.join('')).toContain(en('alerts.storeFailing.title'));
  });

  it('are told when the key expires', async () => {
    start()({ kind: 'key-expires', days: 3, date: '2026-11-24' });
    expect((await toldTimes(2))[0]).toMatchObject({
      title: 'The key expires within 3 days',
      summary: expect.stringContaining('November 24, 2026'),
    });
  });

  it('are told what to look at where the store fails, and what still works', async () => {
    start()({ kind: 'store-failing', message: 'broken' });
    const [alert] = await toldTimes(2);
    expect(alert?.summary).toContain('the disk and the file in STORE_URL');
    expect(alert?.summary).toContain('People can still check a few new numbers each');
  });

  it('are told that the store fails although nothing can be looked up, and that it works again', async () => {
    const broken = () => Promise.reject(new Error('disk full'));
    const raise = start({ ...kept, insert: broken, delete: broken });
    raise({ kind: 'store-healed' });
    raise({ kind: 'store-failing', message: 'SQLITE_FULL' });
    raise({ kind: 'store-failing', message: 'SQLITE_FULL' });
    raise({ kind: 'store-healed' });
    expect((await toldTimes(4)).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['I can’t write to my database', 'I can write to my database again']),
    );
    expect(told).toHaveLength(4);
  });

  it('are told that a breaker is open once a day as long as it is, and nothing is kept of it for longer', async () => {
    const opened = { kind: 'breaker-opened', code: 'key-refused', retryAt: now } as const;
    const raise = start();
    raise(opened);
    await toldTimes(2);
    now += DAY_MS - 1;
    raise(opened);
    expect(await toldTimes(2)).toHaveLength(2);
    now += 1;
    raise(opened);
    expect(await toldTimes(4)).toHaveLength(4);
    now += DAY_MS;
    expect(await kept.entries()).toEqual([]);
  });

  it('are told of anything else once, of which nothing is kept after 40 days', async () => {
    start()({ kind: 'key-expires', days: 3, date: '2026-11-24' });
    start()({ kind: 'key-expires', days: 1, date: '2026-11-24' });
    expect(await toldTimes(4)).toHaveLength(4);
    now += 40 * DAY_MS - 1;
    expect(await kept.entries()).toHaveLength(2);
    now += 1;
    expect(await kept.entries()).toEqual([]);
  });

  it('are rather told twice than never, where nobody can tell whether they have been', async () => {
    const broken = () => Promise.reject(new Error('disk full'));
    const raise = start({ ...kept, insert: broken, delete: broken });
    raise({ kind: 'budget', percent: 80, limit: 2_000 });
    raise({ kind: 'budget', percent: 80, limit: 2_000 });
    expect(await toldTimes(4)).toHaveLength(4);
  });

  it('are told of a store that fails and works again every few seconds twice that it fails, and then that it works when it has for ten minutes', async () => {
    const fake = createFakeClock();
    const raise = createAdminAlerts({
      ...{ adapters: Promise.resolve([adapter('telegram')]), admins: ['telegram:user:2'], clock: fake },
      ...{ settings: kept, log: pino({ level: 'silent' }), sandbox: false, locale: 'en' },
    });
    for (let times = 0; times < 100; times += 1) {
      raise({ kind: 'store-failing', message: '' });
      await fake.advance(3_000);
      raise({ kind: 'store-healed' });
      await fake.advance(3_000);
    }
    const [fails, works] = [en('alerts.storeFailing.title'), en('alerts.storeHealed.title')];
    expect(told.map(({ title }) => title)).toEqual([fails, works, fails]);
    await fake.advance(600_000);
    expect(told.map(({ title }) => title)).toEqual([fails, works, fails, works]);
  });

  it('get no buttons with it: nobody could press them', async () => {
    start()({ kind: 'store-failing', message: 'SQLITE_FULL' });
    expect((await toldTimes(2)).map(({ actions }) => actions)).toEqual([0, 0]);
  });

  it('can read each in the log as well: good news as information, the rest as a warning', async () => {
    const { log, lines } = logged();
    const raise = start(undefined, { log });
    raise({ kind: 'store-failing', message: 'SQLITE_FULL' });
    await toldTimes(2);
    raise({ kind: 'store-healed' });
    await toldTimes(4);
    expect(lines).toMatchObject([
      { level: log.levels.values.warn, alert: 'store-failing' },
      { level: log.levels.values.info, alert: 'store-healed' },
    ]);
    expect(lines[0]?.msg).toMatch(/\. /u);
  });

  it('who cannot be reached are named in the log, with what would help; those who can are not', async () => {
    const { log, lines } = logged();
    const raise = start(undefined, { log });
    raise({ kind: 'store-failing', message: 'SQLITE_FULL' });
    await toldTimes(2);
    expect(lines.filter(({ admin }) => admin !== undefined)).toEqual([]);
    isReached = false;
    raise({ kind: 'store-healed' });
    await toldTimes(4);
    expect(lines.flatMap(({ admin, msg }) => (admin === undefined ? [] : [[admin, msg]]))).toEqual([
      ['discord:user:1', expect.stringContaining('first message')],
      ['telegram:user:2', expect.stringContaining('first message')],
    ]);
  });

  it('are missed in the log where there is no platform to tell them on', async () => {
    const { log, lines } = logged();
    const none = Promise.reject(new Error('no platform has started'));
    start(undefined, { log, adapters: none })({ kind: 'store-failing', message: 'SQLITE_FULL' });
    await expect.poll(() => lines, { interval: 1 }).toHaveLength(2);
    expect(lines[1]).toMatchObject({ level: log.levels.values.error, alert: 'store-failing' });
  });

  it('at the console are told as well', async () => {
    start(undefined, { adapters: Promise.resolve([adapter('console')]) })({
      ...{ kind: 'store-failing', message: 'SQLITE_FULL' },
    });
    expect((await toldTimes(1)).map(({ admin }) => admin)).toEqual(['console:user:local']);
  });
});
