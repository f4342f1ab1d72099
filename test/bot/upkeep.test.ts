import { expect, it } from 'vitest';
import { runUpkeep } from '../../src/bot/upkeep.ts';
import { Lifetime } from '../../src/core/lifetime/lifetime.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { MetadataTable } from '../../src/store/schema/metadata-table.ts';
import { SendTable } from '../../src/store/schema/send-table.ts';
import { countDayOfAccount } from '../../src/store/schema/spent-checks.ts';
import { startBot } from '../support/bot.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { newStoreUrl } from '../support/empty-directory.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SEAL } from '../support/known.ts';
import { fileOf } from '../support/process/installation.ts';
import { createMemoryDatabase } from '../support/store/memory-sql.ts';
import { runSql } from '../support/store/sqlite-files.ts';

/** A store with an answer, a check of `me` and a note of today, which last for two days. */
async function createStore() {
  const clock = createFakeClock();
  const database = createMemoryDatabase(clock);
  const { sql, answers } = database;
  const table = new SendTable(SEAL);
  const today = clock.now() - (clock.now() % DAY_MS);
  const expires = clock.now() + 2 * DAY_MS;
  const sent = { at: clock.now(), uptime: clock.uptime() };
  const send = { imei: 'a', request: 'request', account: 'me', boot: 'boot', sent, expires };
  await sql.tx((query) => table.insert(query, send));
  await new MetadataTable(sql, clock).insert('note', 'of today', expires);
  await answers.set('paid', 'a phone', 2 * DAY_MS);
  const namesOf = async (rows: Promise<readonly Record<string, unknown>[]>) =>
    (await rows).map(({ name }) => name);
  return {
    clock,
    /** The rows that are left. */
    kept: async () => [
      ...(await namesOf(sql.read`SELECT account AS name FROM send`)),
      ...(await namesOf(sql.read`SELECT name FROM metadata`)),
      ...(await namesOf(sql.read`SELECT key AS name FROM answer`)),
    ],
    spent: async () => (await countDayOfAccount(sql.read, 'me', today)).spent,
    start: (): void =>
      runUpkeep({
        database,
        requests: { closeExpired: async () => undefined },
        keepsHistory: true,
        lifetime: new Lifetime((error) => {
          throw error;
        }, clock),
        clock,
      }),
  };
}

it.for([
  ['days', 3 * DAY_MS],
  ['years', 3 * 365 * DAY_MS],
] as const)(
  'a clock that is %s ahead after a reboot, until the machine has set it, deletes nothing',
  async ([, aheadMs]) => {
    const { clock, kept, spent, start } = await createStore();
    clock.reboot(MINUTE_MS);
    clock.step(aheadMs);
    start();
    await clock.advance(30 * MINUTE_MS);
    clock.step(-aheadMs);
    await clock.advance(HOUR_MS);
    expect(await spent()).toBe(1);
    expect(await kept()).toEqual(['me', 'note', 'keyv:paid']);
    await clock.advance(2 * DAY_MS);
    expect(await kept()).toEqual([]);
  },
);

it('what has expired is deleted also by processes that never run for an hour', async () => {
  const { clock, kept, start } = await createStore();
  await clock.advance(2 * DAY_MS);
  start();
  await clock.settle();
  expect(await kept()).toEqual([]);
});

it('a bot on a machine that has been up for an hour deletes at its start what has expired', async () => {
  const STORE_URL = await newStoreUrl();
  const file = fileOf(STORE_URL);
  await (await startBot({ STORE_URL })).stop();
  const expired = "INSERT INTO message VALUES ('old', NULL, '', 1)";
  await runSql(file, expired);
  await startBot({ STORE_URL }, { clock: { ...systemClock, uptime: () => DAY_MS } });
  // It cannot be inserted again before the first one is gone.
  await expect.poll(() => runSql(file, expired)).toBe(undefined);
});
