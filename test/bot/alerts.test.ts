import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { StoredNotes } from '../../src/bot/alerts/alert-notes.ts';
import { AdminAlerts } from '../../src/bot/alerts/alerts.ts';
import { StoreNews } from '../../src/bot/alerts/store-news.ts';
import type { RaiseAlert } from '../../src/checks/alerts.ts';
import { Lifetime } from '../../src/core/lifetime/lifetime.ts';
import { deferred } from '../../src/core/promises.ts';
import type { ReplyWithButtons } from '../../src/core/reply/reply.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { MetadataTable } from '../../src/store/schema/metadata-table.ts';
import { sweepTables } from '../../src/store/schema/sweep.ts';
import type { StoreHealth } from '../../src/store/store-health.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { DAY_MS } from '../support/known.ts';
import { aroundSql, failing } from '../support/store/brittle.ts';
import { healthWith } from '../support/store/health.ts';
import {
  createMemoryDatabase,
  createMemorySql,
  type MemorySql,
} from '../support/store/memory-sql.ts';

const [FAILS, WORKS] = [
  sayIn('en')('alerts.storeFailing.title'),
  sayIn('en')('alerts.storeHealed.title'),
];

const PAUSED = { kind: 'service-paused', code: 'daily-limit', retryAt: 0 } as const;
const WORKS_AGAIN = { kind: 'service-works' } as const;

describe('an alert', () => {
  let clock: FakeClock;
  let kept: MetadataTable;
  let sent: { readonly admin: string; readonly reply: ReplyWithButtons }[];
  let logged: { readonly level: number; readonly msg: string; readonly admin?: string }[];
  let isReached: boolean;
  /** The platforms are connected. */
  let connected: Promise<void>;
  let isFailing: boolean;
  let health: StoreHealth;
  let sql: MemorySql;

  beforeEach(() => {
    clock = createFakeClock();
    [sent, logged, isReached, isFailing] = [[], [], true, false];
    connected = Promise.resolve();
    sql = createMemorySql();
    const tables = aroundSql({ sql }, (work, step) =>
      failing(isFailing ? 'writing' : 'none', work, step),
    );
    kept = new MetadataTable(tables, clock);
    health = healthWith({
      database: createMemoryDatabase(clock, tables),
      lifetime: new Lifetime(() => undefined, clock),
      clock,
    });
  });

  const raiseInTurn = async (
    raise: RaiseAlert,
    alerts: readonly Parameters<RaiseAlert>[0][],
  ): Promise<void> => {
    for (const alert of alerts) {
      raise(alert);
      await clock.settle();
    }
  };

  const adapter = (platform: string) => ({
    platform,
    operator: platform === 'console' ? ('console:user:local' as const) : undefined,
    notify: async (admin: string, reply: ReplyWithButtons) => {
      await connected;
      sent.push({ admin, reply });
      return isReached;
    },
  });
  const start = ({
    metadata = kept as ConstructorParameters<typeof StoredNotes>[0]['metadata'],
    platforms = ['telegram'],
    locale = 'en',
    keyId = 'ours',
    storeNews = new StoreNews(clock),
    isStarted = true,
  } = {}): RaiseAlert => {
    const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) });
    return new AdminAlerts({
      notifiers: isStarted ? Promise.resolve(platforms.map(adapter)) : new Promise(() => undefined),
      admins: ['discord:user:1', 'telegram:user:2', 'discord:role:9', 'slack:user:3'],
      notes: new StoredNotes({ metadata, keyId, health, log }),
      storeNews,
      clock,
      locale,
      isSandbox: false,
      log,
    }).raise;
  };
  const titles = async (): Promise<readonly string[]> => {
    await clock.settle();
    return sent.splice(0).map(({ reply }) => reply.title);
  };

  it('reaches every listed admin, the person at the terminal, and the log, without buttons', async () => {
    start({ platforms: ['discord', 'telegram', 'console'] })({
      kind: 'service-paused',
      code: 'key-refused',
      retryAt: clock.now() + 300_000,
    });
    await clock.settle();
    expect(sent.map(({ admin }) => admin).sort()).toEqual([
      'console:user:local',
      'discord:user:1',
      'telegram:user:2',
    ]);
    expect(sent[0]?.reply).toMatchObject({
      actions: [],
      summary: expect.stringMatching(/LOOKUP_API_KEY.*about 5 minutes/u),
    });
    expect(logged).toMatchObject([{ level: 40, msg: expect.stringContaining('LOOKUP_API_KEY') }]);
  });

  it('is in the language of the bot, and in the log in English', async () => {
    start({ locale: 'de' })({ kind: 'store-failing', message: 'SQLITE_FULL' });
    expect(await titles()).toEqual([sayIn('de')('alerts.storeFailing.title')]);
    expect(logged[0]?.msg).toContain(FAILS);
  });

  it('names in the log who cannot be reached, and what would help', async () => {
    isReached = false;
    start()({ kind: 'store-failing', message: '' });
    await clock.settle();
    expect(logged[1]).toMatchObject({
      admin: 'telegram:user:2',
      msg: expect.stringContaining('write to the bot first'),
    });
  });

  it.each([
    ['service-paused', PAUSED, 40 * DAY_MS],
    ['replies-undeliverable', { kind: 'replies-undeliverable' }, DAY_MS],
    ['budget', { kind: 'budget', percent: 80, limit: 2_000 }, DAY_MS],
    ['checks-low', { kind: 'checks-low', percent: 20, left: 480 }, 40 * DAY_MS],
    ['key-expires', { kind: 'key-expires', days: 3, date: '2026-11-24' }, 40 * DAY_MS],
  ] as const)(
    'the alert %s is sent once for its time, even over a restart',
    async (_kind, alert, forMs) => {
      const raise = start();
      for (let times = 0; times < 2; times += 1) raise(alert);
      expect(await titles()).toHaveLength(1);
      start()(alert);
      expect(await titles()).toHaveLength(0);
      await clock.advance(forMs);
      start()(alert);
      expect(await titles()).toHaveLength(1);
    },
  );

  const STORE_FAILS = { kind: 'store-failing', message: 'SQLITE_FULL' } as const;

  it.each([
    ['checks-low', 'is never connected', { kind: 'checks-low', percent: 0, left: 0 }],
    ['checks-low', 'fails', { kind: 'checks-low', percent: 0, left: 0 }],
    ['store-failing', 'is never connected', STORE_FAILS],
    ['store-failing', 'fails', STORE_FAILS],
  ] as const)(
    'the next run sends the alert %s if the platform %s before an admin has it',
    async (_kind, what, alert) => {
      const storeNews = new StoreNews(clock);
      const failing = Promise.reject(new Error('ECONNRESET'));
      failing.catch(() => undefined);
      connected = what === 'fails' ? failing : new Promise(() => undefined);
      const raise = start({ storeNews });
      for (let times = 0; times < 2; times += 1) raise(alert);
      expect(await titles()).toEqual([]);
      connected = Promise.resolve();
      for (let runs = 0; runs < 2; runs += 1) {
        start({ storeNews })(alert);
        expect(await titles()).toHaveLength(1 - runs);
      }
    },
  );

  it('of a service that works again follows that of its pause, which was still on its way', async () => {
    const { promise, resolve } = deferred<void>();
    connected = promise;
    const raise = start();
    await raiseInTurn(raise, [PAUSED, PAUSED, WORKS_AGAIN]);
    resolve();
    expect(await titles()).toEqual([expect.anything(), sayIn('en')('alerts.closed.title')]);
    raise(PAUSED);
    expect(await titles()).toHaveLength(1);
  });

  it('of each step of a month or a day is another one, also of a raised budget', async () => {
    const raise = start();
    for (const percent of [20, 5, 0] as const) {
      raise({ kind: 'checks-low', percent, left: percent });
    }
    for (const percent of [80, 100] as const) raise({ kind: 'budget', percent, limit: 2_000 });
    raise({ kind: 'budget', percent: 80, limit: 4_000 });
    for (const days of [14, 3, 1] as const) {
      raise({ kind: 'key-expires', days, date: '2026-11-24' });
    }
    expect(await titles()).toHaveLength(9);
  });

  it('of a key that is delivered late is as urgent as the days that it names', async () => {
    const date = new Date(clock.now() + DAY_MS).toISOString().slice(0, 10);
    start()({ kind: 'key-expires', days: 14, date });
    await clock.settle();
    expect(sent).toMatchObject([{ reply: { title: 'The key expires tomorrow', tone: 'bad' } }]);
  });

  it('of a service that works again is sent if its pause was, and the next pause is a new one', async () => {
    const raise = start();
    await raiseInTurn(raise, [PAUSED, WORKS_AGAIN, WORKS_AGAIN, PAUSED]);
    expect(await titles()).toHaveLength(3);
  });

  it('of a service that works again is sent after an outage of days, too', async () => {
    const raise = start();
    raise({ kind: 'service-paused', code: 'unreachable', retryAt: 0 });
    expect(await titles()).toHaveLength(1);
    await clock.advance(3 * DAY_MS);
    await sweepTables({ sql, clock, signal: new AbortController().signal });
    raise(WORKS_AGAIN);
    expect(await titles()).toHaveLength(1);
  });

  it('of the next pause is sent, whatever the reasons of the last one were', async () => {
    const raise = start();
    const pausedBy = (code: 'unreachable' | 'key-refused') =>
      ({ kind: 'service-paused', code, retryAt: 0 }) as const;
    await raiseInTurn(raise, [pausedBy('unreachable'), pausedBy('key-refused'), WORKS_AGAIN]);
    expect(await titles()).toHaveLength(3);
    raise(pausedBy('unreachable'));
    expect(await titles()).toHaveLength(1);
  });

  it.each([
    PAUSED,
    { kind: 'checks-low', percent: 0, left: 0 },
    { kind: 'key-expires', days: 3, date: '2026-11-24' },
  ] as const)('of $kind is sent again for another key', async (alert) => {
    start({ keyId: 'old' })(alert);
    expect(await titles()).toHaveLength(1);
    start({ keyId: 'new' })(alert);
    expect(await titles()).toHaveLength(1);
  });

  it('of the next pause is sent, though a check has worked with another key since', async () => {
    await raiseInTurn(start({ keyId: 'old' }), [PAUSED]);
    await raiseInTurn(start({ keyId: 'new' }), [WORKS_AGAIN]);
    await raiseInTurn(start({ keyId: 'old' }), [PAUSED]);
    expect(await titles()).toHaveLength(3);
  });

  it('is sent once by a run whose store fails, and rather twice by two than never', async () => {
    const broken = () => Promise.reject(new Error('disk full'));
    const metadata = { get: broken, insert: broken, deleteAll: broken };
    for (let run = 0; run < 2; run += 1) {
      const raise = start({ metadata });
      for (let time = 0; time < 2; time += 1) {
        raise({ kind: 'budget', percent: 80, limit: 2_000 });
        await clock.settle();
      }
      expect(await titles()).toHaveLength(1);
    }
  });

  it.each([
    ['no pause was reported', [], 0],
    ['an earlier run reported a pause', [PAUSED], 0],
    ['this run reported a pause', [undefined, PAUSED], 1],
    ['an earlier run reported a pause that this one found', [PAUSED, PAUSED], 1],
  ] as const)(
    'of a service that works again needs to know of the alert before it if the store fails: %s',
    async (_, [earlier, found], sent) => {
      if (earlier !== undefined) await raiseInTurn(start(), [earlier]);
      const raise = start();
      if (found !== undefined) await raiseInTurn(raise, [found]);
      await titles();
      isFailing = true;
      raise(WORKS_AGAIN);
      expect(await titles()).toHaveLength(sent);
      isFailing = false;
      await clock.advance(3_000);
      raise(PAUSED);
      expect(await titles()).toHaveLength(1);
    },
  );

  it('is sent once while the store keeps failing, and once when it has worked for a minute', async () => {
    const raise = start();
    raise({ kind: 'store-healed' });
    for (let times = 0; times < 100; times += 1) {
      raise({ kind: 'store-failing', message: '' });
      await clock.advance(3_000);
      raise({ kind: 'store-healed' });
      await clock.advance(3_000);
    }
    expect(await titles()).toEqual([FAILS]);
    await clock.advance(60_000);
    expect(await titles()).toEqual([WORKS]);
    raise({ kind: 'store-failing', message: '' });
    expect(await titles()).toEqual([FAILS]);
  });

  it('of a store that works again follows that it fails, which was still on its way', async () => {
    const { promise, resolve } = deferred<void>();
    connected = promise;
    const raise = start();
    await raiseInTurn(raise, [STORE_FAILS, { kind: 'store-healed' }]);
    await clock.advance(60_000);
    resolve();
    expect(await titles()).toEqual([FAILS, WORKS]);
    raise(STORE_FAILS);
    expect(await titles()).toEqual([FAILS]);
  });

  it('of a store that works again is not sent if no run could send that it failed', async () => {
    const storeNews = new StoreNews(clock);
    start({ storeNews, isStarted: false })(STORE_FAILS);
    await clock.advance(1_000);
    start({ storeNews })({ kind: 'store-healed' });
    await clock.advance(60_000);
    expect(await titles()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('of the store is sent once over the runs of a process, and by the one in which it works', async () => {
    const storeNews = new StoreNews(clock);
    for (let runs = 0; runs < 3; runs += 1) {
      const raise = start({ storeNews });
      raise({ kind: 'store-healed' });
      await clock.advance(3_000);
      raise({ kind: 'store-failing', message: '' });
      await clock.advance(3_000);
    }
    expect(await titles()).toEqual([FAILS]);
    start({ storeNews })({ kind: 'store-healed' });
    await clock.advance(60_000);
    expect(await titles()).toEqual([WORKS]);
  });
});
