import { describe, expect, it } from 'vitest';
import { StoredNotes } from '../../src/bot/alerts/alert-notes.ts';
import { AdminAlerts } from '../../src/bot/alerts/alerts.ts';
import { StoreNews } from '../../src/bot/alerts/store-news.ts';
import { Lifetime } from '../../src/core/lifetime/lifetime.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { MetadataTable } from '../../src/store/schema/metadata-table.ts';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld } from '../support/checks/quick-checks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/known.ts';
import { SILENT } from '../support/silent-log.ts';
import { healthWith } from '../support/store/health.ts';
import { createMemoryDatabase } from '../support/store/memory-sql.ts';

const REFUSED = sayIn('en')('failureCodes.key-refused.title');
const WORKS = sayIn('en')('alerts.closed.title');

const fewLeft = (left: number): string => sayIn('en')('alerts.checksLow.title', { left });

function createWorld() {
  const world = createQuickWorld();
  const { clock, sql } = world;
  const titles: string[] = [];
  const platform = { works: true };
  let asked = 0;
  /** A run of the checks, whose alerts an admin gets. */
  const start = (keyId = 'ours') => {
    const lifetime = new Lifetime(() => undefined, clock);
    const health = healthWith({ database: createMemoryDatabase(clock, sql), lifetime, clock });
    const metadata = new MetadataTable(sql, clock);
    const notify = async (_admin: string, { title }: { readonly title: string }) => {
      if (!platform.works) throw new Error('ECONNRESET');
      titles.push(title);
      return true;
    };
    const { raise } = new AdminAlerts({
      notifiers: Promise.resolve([{ platform: 'telegram', operator: undefined, notify }]),
      admins: ['telegram:user:1'],
      notes: new StoredNotes({ metadata, keyId, health, log: SILENT }),
      storeNews: new StoreNews(clock),
      locale: 'en',
      isSandbox: false,
      clock,
      log: SILENT,
    });
    return world.start({ raise, settings: { keyId } });
  };
  /** Asks for another phone. Resolves when that is answered or has failed once. */
  const ask = async ({ check }: Awaited<ReturnType<typeof start>>, ...fates: string[]) => {
    world.service.fates.push(...fates);
    asked += 1;
    check(testImei(asked)).catch(() => undefined);
    await clock.advance(1_000);
  };
  return { ...world, titles, platform, start, ask };
}

describe('a pause of the service', () => {
  it('is alerted while it goes on, though no platform took the alert at its beginning', async () => {
    const { clock, titles, platform, start, ask } = createWorld();
    platform.works = false;
    await ask(await start(), 'key-refused', 'server-error', 'server-error');
    await clock.advance(MINUTE_MS / 2);
    expect(titles).toEqual([]);
    platform.works = true;
    await clock.advance(3 * MINUTE_MS);
    expect(titles).toEqual([REFUSED]);
    await clock.advance(10 * MINUTE_MS);
    expect(titles).toEqual([REFUSED, WORKS]);
  });

  it('is alerted by the next run, if no platform took it', async () => {
    const { clock, titles, platform, start, ask } = createWorld();
    platform.works = false;
    const before = await start();
    await ask(before, 'key-refused');
    await before.end(0);
    platform.works = true;
    await start();
    await clock.settle();
    expect(titles).toEqual([REFUSED]);
  });

  it('is alerted with a new key that worked and is refused days later', async () => {
    const { clock, titles, start, ask } = createWorld();
    const before = await start('old');
    await ask(before, 'key-refused');
    await before.end(0);
    const after = await start('new');
    await ask(after);
    expect(titles).toEqual([REFUSED, WORKS]);
    await clock.advance(20 * DAY_MS);
    await ask(after, 'key-refused');
    expect(titles).toEqual([REFUSED, WORKS, REFUSED]);
  });
});

it('few checks of the month are alerted again after a top-up', async () => {
  const { clock, service, titles, start } = createWorld();
  const { checks } = await start();
  const { signal } = new AbortController();
  for (const left of [1_000, 50, 40, 900, 50, 0, 60, 50]) {
    service.fates.push(JSON.stringify({ 'Checks left (month)': left }));
    await clock.advanceUntil(checks.keyMonitor.status({ maxAgeMs: 0, signal }));
    await clock.advance(HOUR_MS);
  }
  expect(titles).toEqual([fewLeft(50), fewLeft(50), fewLeft(0), fewLeft(60), fewLeft(50)]);
});
