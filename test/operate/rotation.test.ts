import { writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import {
  ASKER,
  asking,
  fileOf,
  KEPT,
  LEFT_OPEN,
  type Premises,
  premises,
  recordsOf,
} from '../support/process/operating.ts';

const OLD = '0123456789abcdef'.repeat(4);
const NEW = 'fedcba9876543210'.repeat(4);
const BOTH = { CACHE_SECRET: `${NEW},${OLD}` };
/** A start that did not know what was sent before would answer nothing for as long. */
const LONG_WINDOW = { LIMIT_WINDOW: '10m' };

const recent = {
  requester: ASKER,
  ask: { kind: 'command', name: 'recent', options: { kind: 'text', text: '' } },
} as const;

/** A place whose bot ran with the old secret, with one answer kept and one request open. */
async function lived(): Promise<Premises> {
  const place = await premises();
  await (await place.startFilled({ CACHE_SECRET: OLD })).stop();
  return place;
}

/** The same after a life with both secrets, in which the open request was answered. */
async function rotated(more: Readonly<Record<string, string>> = {}) {
  const place = await lived();
  const bot = await place.start({ ...BOTH, ...LONG_WINDOW, ...more });
  await expect
    .poll(() => bot.takenUp.flatMap(recordsOf))
    .toMatchObject([{ result: 'found', imei: LEFT_OPEN }]);
  return { place, bot };
}

/** Which answers of a store the new secret alone opens. */
async function openedByNew({ settings }: Premises): Promise<readonly boolean[]> {
  const store = createSqliteStore(settings.STORE_URL ?? '', systemClock);
  onTestFinished(() => store.close());
  const seal = createSeal(NEW);
  const opened: boolean[] = [];
  for await (const portion of store.dump())
    for (const { collection, id, value } of portion)
      if (collection === undefined) opened.push(seal.isOfFirst(value, { collection: 'answers', id }));
  return opened;
}

describe('a new secret before the old one', () => {
  it('loses no answer, open request, history or count of the day, and knows what was sent before', async () => {
    const { bot, place } = await rotated({ USER_CHECKS_PER_DAY: '2' });
    expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([{ result: 'found', source: 'cache' }]);
    expect(JSON.stringify(await bot.ask(recent))).toContain(KEPT);
    // The one from before and the one just now are all that the day has.
    expect(recordsOf(await bot.ask(asking('351253001234566')))).toMatchObject([{ problem: 'allowance' }]);
    expect(place.service.paidChecks).toEqual([KEPT, LEFT_OPEN]);
  });

  it('opens all that lives long by itself after a while, asked for or not, so that the old one can go', async () => {
    const { place, bot } = await rotated();
    await expect.poll(() => openedByNew(place)).toEqual([true, true]);
    await bot.ask(asking(KEPT));
    await bot.stop();
    const next = await place.start({ CACHE_SECRET: NEW, ...LONG_WINDOW });
    expect(recordsOf(await next.ask(asking(KEPT)))).toMatchObject([{ result: 'found', source: 'cache' }]);
    expect(JSON.stringify(await next.ask(recent))).toContain(KEPT);
    expect(place.service.paidChecks).toEqual([KEPT, LEFT_OPEN]);
  });

  it('is forgotten with all that the old one has named, when somebody wants to be', async () => {
    const { bot } = await rotated();
    await bot.ask({ ...recent, ask: { ...recent.ask, name: 'forget' } });
    expect(JSON.stringify(await bot.ask(recent))).not.toContain(KEPT);
  });
});

describe('a list in the file beside the store', () => {
  it('counts like one in CACHE_SECRET', async () => {
    const place = await lived();
    await writeFile(`${fileOf(place.settings.STORE_URL)}.secret`, `${NEW},${OLD}\n`);
    const bot = await place.start(LONG_WINDOW);
    expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([{ source: 'cache' }]);
  });
});

describe('a new key of the service', () => {
  it('leaves all that was asked with the old one', async () => {
    const place = await lived();
    const bot = await place.start({ CACHE_SECRET: OLD, LOOKUP_API_KEY: 'sandbox-full-2500', ...LONG_WINDOW });
    await expect.poll(() => bot.takenUp.flatMap(recordsOf)).toMatchObject([{ imei: LEFT_OPEN }]);
    expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([{ source: 'cache' }]);
    expect(JSON.stringify(await bot.ask(recent))).toContain(KEPT);
  });
});
