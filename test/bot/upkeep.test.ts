import { expect, it } from 'vitest';
import { runUpkeep } from '../../src/bot/upkeep.ts';
import { Lifetime } from '../../src/core/lifetime.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/known.ts';
import { createMemoryDatabase } from '../support/store/memory-sql.ts';

const YEARS_MS = 3 * 365 * DAY_MS;

it('a clock that is years ahead, until the machine has set it, deletes no saved answer', async () => {
  const clock = createFakeClock();
  const database = createMemoryDatabase(clock);
  const saved = async () => (await database.sql.read`SELECT key FROM answer`).length;
  const lifetime = new Lifetime((error) => {
    throw error;
  }, clock);
  await database.answers.set('paid', 'a phone', DAY_MS);
  clock.step(YEARS_MS);
  runUpkeep({
    database,
    requests: { closeExpired: async () => undefined },
    keepsHistory: true,
    lifetime,
    clock,
  });
  await clock.advance(10 * MINUTE_MS);
  clock.step(-YEARS_MS);
  await clock.advance(HOUR_MS);
  expect(await saved()).toBe(1);
  await clock.advance(DAY_MS);
  expect(await saved()).toBe(0);
});
