import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ShownReply } from '../../src/core/reply.ts';
import type { Principal } from '../../src/core/requester.ts';
import { createHistory } from '../../src/history/rows.ts';
import { SANDBOX_KEY } from '../../src/sandbox/answers/keys.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { openStore } from '../../src/store/open.ts';
import { sealedRows } from '../../src/store/seal/sealed-rows.ts';
import { startChecking } from '../support/checks/checking.ts';
import { type BotInHand, startBotInHand } from '../support/process/bot-in-hand.ts';
import { OLD_VERSIONS, type OldStore, oldRedis, oldSqlite } from '../support/store/old-store.ts';
import { hasRedis } from '../support/store/redis.ts';

const ANOTHER_KEY = 'sandbox-full-2500';
const ASKER = 'telegram:user:1';
const NEW_IMEI = '351253001234566';

const stores = OLD_VERSIONS.flatMap((version) => [
  { version, name: 'SQLite', open: () => oldSqlite(version), isThere: true },
  { version, name: 'Redis', open: () => oldRedis(version), isThere: hasRedis },
]);

/**
 * The service where it was: what is known is known of that address. Other runs of these tests on the machine need the same
 * one, and each waits until it is free.
 */
async function serviceOf({ serviceUrl, clock }: OldStore): Promise<Sandbox> {
  const port = Number(new URL(serviceUrl).port);
  const service = await vi.waitFor(() => startSandbox({ port, limits: 'none', clock }), { timeout: 5_000 });
  onTestFinished(() => service.close());
  return service;
}

async function startBot(
  old: OldStore,
  apiKey: string,
  more: Readonly<Record<string, string>> = {},
): Promise<BotInHand> {
  const settings = {
    STORE_URL: old.url,
    CACHE_SECRET: old.secret,
    LOOKUP_BASE_URL: old.serviceUrl,
    LOOKUP_API_KEY: apiKey,
    // What was sent before the kill holds its slots no longer than this.
    LIMIT_WINDOW: '500ms',
    LOOKUP_TIMEOUT: '2s',
    ...more,
  };
  const bot = await startBotInHand('telegram', settings, undefined, old.clock);
  onTestFinished(bot.stop);
  return bot;
}

const asking = (text: string) =>
  ({ requester: ASKER, ask: { kind: 'command', name: 'imei', options: { kind: 'text', text } } }) as const;
const recordsOf = ({ records }: ShownReply) => records?.() ?? [];

describe.each(stores)('what $version left in $name when it was killed', ({ name, open, isThere }) => {
  it.skipIf(!isThere)('answers from memory, without a check', async () => {
    const old = await open();
    const service = await serviceOf(old);
    const bot = await startBot(old, SANDBOX_KEY);
    const found = await bot.ask(asking(old.imeis.found));
    const notFound = await bot.ask(asking(old.imeis.notFound));
    expect(recordsOf(found)).toMatchObject([{ result: 'found', source: 'cache', model: '3110' }]);
    expect(recordsOf(notFound)).toMatchObject([{ result: 'not-found', source: 'cache' }]);
    expect(service.arrivals).toEqual([]);
  });

  it.skipIf(!isThere)('keeps a service that refuses the key from being asked with that key', async () => {
    const old = await open();
    const service = await serviceOf(old);
    const bot = await startBot(old, SANDBOX_KEY);
    const refused = await bot.ask(asking(NEW_IMEI));
    expect(recordsOf(refused)).toMatchObject([{ result: 'failed', problem: 'key-refused' }]);
    expect(service.arrivals).toEqual([]);
  });

  it.skipIf(!isThere)('is answered where it was open, and what was paid for is not paid again', async () => {
    const old = await open();
    const service = await serviceOf(old);
    const bot = await startBot(old, ANOTHER_KEY);
    await expect.poll(() => bot.takenUp.length).toBe(old.open.length);
    const records = bot.takenUp.flatMap(recordsOf);
    expect(records.map(({ imei }) => imei).sort()).toEqual(old.open.map(({ asked }) => asked).sort());
    expect(records.find(({ imei }) => imei === old.imeis.unread)).toMatchObject({ model: '3310' });
    expect(service.paidChecks).not.toContain(old.imeis.unread);
  });

  it.skipIf(!isThere)('has buttons that do what they say, for the one they were shown to', async () => {
    const old = await open();
    const service = await serviceOf(old);
    const bot = await startBot(old, SANDBOX_KEY);
    const { actions, target } = old.found;
    const press = (token: string, requester: Principal) =>
      bot.ask({ requester, ask: { kind: 'press', token, on: String(target.message) } });
    for (const { token } of actions) {
      expect(recordsOf(await press(token, ASKER))).toMatchObject([{ result: 'found', source: 'cache' }]);
      expect(recordsOf(await press(token, 'telegram:user:2'))).toEqual([]);
    }
    expect(actions).not.toEqual([]);
    expect(service.arrivals).toEqual([]);
  });

  it.skipIf(!isThere)('counts on, and is known for whole', async () => {
    const old = await open();
    const service = await serviceOf(old);
    const { store, seal, shared, markFile, close } = await openStore(old.url, old.secret, old.clock);
    onTestFinished(close);
    const { checks, storeErrors } = await startChecking({
      ...{ store, shared, secret: old.secret, clock: old.clock, service },
      ...(markFile && { markFile }),
      settings: {
        cache: { scope: 'imei', foundTtlMs: 1, notFoundTtlMs: 1, realm: old.serviceUrl, sandbox: false },
        limits: { concurrent: 4, perWindow: 19, windowMs: 60_000 },
        allowance: { checksPerDay: 100, reserve: 0 },
      },
    });
    const usage = await checks.usage();
    const sent = old.arrivals.length + old.statusCalls;
    // Found, not found, and not read yet.
    expect(usage.today).toMatchObject({ paid: 3, saved: 1 });
    expect(usage.month).toEqual(usage.today);
    expect(checks.startsUnknowing).toBe(false);
    // Redis keeps the slots itself, and other processes may still see to what is in doubt.
    if (name === 'SQLite') expect(usage).toMatchObject({ windowUsed: sent, today: { inDoubt: 1 } });
    expect((await checks.past()).samples).toHaveLength(1);
    expect(await sealedRows(store.collection('platforms'), seal).get('remembered')).toBe('by the platform');
    const history = createHistory({
      ...{ rows: sealedRows(store.collection('history'), seal), seal, clock: old.clock },
      onError: (error) => {
        throw error;
      },
    });
    expect((await history.recent(ASKER)).map((one) => one.imei)).toEqual(
      expect.arrayContaining([old.imeis.found, old.imeis.notFound]),
    );
    expect(storeErrors).toEqual([]);
  });

  it.skipIf(!isThere)('lets nobody have more in a day than is left of it', async () => {
    const old = await open();
    await serviceOf(old);
    // One was found, one was not, and one is paid for and still to be read.
    const bot = await startBot(old, ANOTHER_KEY, { USER_CHECKS_PER_DAY: '3' });
    const refused = await bot.ask(asking(NEW_IMEI));
    expect(recordsOf(refused)).toMatchObject([{ result: 'failed', problem: 'allowance' }]);
  });
});
