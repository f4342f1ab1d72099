import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { freePort } from '../support/free-port.ts';
import { imeiOf } from '../support/imeis.ts';
import { isNight } from '../support/nightly.ts';
import { canFillDisk, fillDiskFor, makeRoomFor } from '../support/process/full-disk.ts';
import { fileOf } from '../support/process/operating.ts';
import {
  emptyDirectory,
  eventually,
  type MainProcess,
  requestsWritten,
  serviceWith,
  startMain,
} from '../support/process/process-main.ts';
import { SLOW } from '../support/process/slow.ts';
import { hasPostgres, sharedPostgres } from '../support/store/postgres.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const CLOCK = new URL('../support/clocks/shifted-date.mjs', import.meta.url);
const KEPT = imeiOf('49015420', 1);
const WINDOW = { LIMIT_WINDOW: '500ms', LOOKUP_TIMEOUT: '1s' } as const;

/** People on Telegram, a service, and processes of one installation. */
async function setUp(more: Readonly<Record<string, string>> = {}) {
  const telegram = await startTelegram(systemClock);
  const person = createPerson(telegram, { id: 42 });
  person.begin();
  const { service, environment } = await serviceWith({});
  const platform = { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url };
  let asked = 0;
  /** What the bot shows that names a number. */
  const shown = (imei: string): readonly string[] =>
    telegram.chats.messages.flatMap(({ fromBot, text }) => (fromBot && text.includes(imei) ? [text] : []));
  const answers = (imei: string): number => shown(imei).filter((text) => text.includes('3110')).length;
  return {
    service,
    say: (text: string): void => void person.say(text),
    shown,
    start: async (settings: Readonly<Record<string, string>> = {}): Promise<Member> => {
      const port = await freePort();
      const main = startMain({
        directory: await emptyDirectory(),
        environment: {
          ...environment,
          ...platform,
          ...WINDOW,
          ...more,
          ...settings,
          HTTP_PORT: String(port),
        },
      });
      return Object.assign(main, { port, storeUrl: environment.STORE_URL });
    },
    /** Says again what was answered before. Resolves with how long the answer took, in milliseconds. */
    askKept: async (): Promise<number> => {
      const before = answers(KEPT);
      const saidAt = performance.now();
      person.say(KEPT);
      await eventually(() => answers(KEPT) > before);
      return performance.now() - saidAt;
    },
    /** Says a number that nobody asked for before. Resolves with how long the answer took, in milliseconds. */
    ask: async (): Promise<number> => {
      asked += 1;
      const imei = imeiOf('49015420', asked);
      const saidAt = performance.now();
      person.say(imei);
      await eventually(() => answers(imei) > 0);
      expect(service.paidChecks.filter((paid) => paid === imei)).toHaveLength(1);
      return performance.now() - saidAt;
    },
  };
}

type Member = MainProcess & { readonly port: number; readonly storeUrl: string };

async function statusOf({ port }: Member, path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  return response?.status ?? 0;
}

const isReady = async (member: Member): Promise<boolean> => (await statusOf(member, '/readyz')) === 200;

/** The one that owns the installation. */
async function ownerAmong(members: readonly Member[]): Promise<Member> {
  let owners: readonly Member[] = [];
  await eventually(async () => {
    const ready = await Promise.all(members.map(isReady));
    owners = members.filter((_, index) => ready[index]);
    return owners.length === 1;
  });
  const [owner] = owners;
  if (owner === undefined) throw new Error('nobody owns the installation');
  return owner;
}

describe('a store in a file', () => {
  it(
    'whose lock is taken away ends the run and not the process, which goes on when it can',
    SLOW,
    async () => {
      const { start, ask, service } = await setUp();
      const first = await start();
      await eventually(() => isReady(first));
      await ask();
      await eventually(async () => (await requestsWritten(first.storeUrl)) === 0);
      await systemClock.sleep(500);
      // Frozen, so that it notices only when the other one works; not in a transaction, which would hold the file.
      first.signal('SIGSTOP');
      await rm(`${fileOf(first.storeUrl)}.lock`);
      const second = await start();
      await eventually(() => isReady(second));
      first.signal('SIGCONT');
      await eventually(() => first.stderr.includes('stands by'));
      await ask();
      expect([await isReady(first), await statusOf(first, '/healthz')]).toEqual([false, 200]);
      second.signal('SIGTERM');
      expect((await second.ended).exitCode).toBe(0);
      await ask();
      expect(await isReady(first)).toBe(true);
      expect(service.paidChecks).toHaveLength(3);
    },
  );

  it.skipIf(!canFillDisk)(
    'is served on a full disk from what is kept, pays for nothing, and goes on when there is room',
    SLOW,
    async () => {
      const { start, ask, askKept, say, shown, service } = await setUp();
      const bot = await start();
      await ask();
      fillDiskFor(bot.pid ?? 0);
      const imei = imeiOf('49015420', 99);
      say(imei);
      await eventually(() => shown(imei).some((text) => text.includes('database')));
      await askKept();
      expect(service.paidChecks).toHaveLength(1);
      makeRoomFor(bot.pid ?? 0);
      await eventually(() => shown(imei).some((text) => text.includes('3110')));
      expect(service.paidChecks).toHaveLength(2);
    },
  );

  it.each([-3_600_000, 3_600_000, -1e12])(
    'is served on while the clock is set by %i ms',
    SLOW,
    async (step) => {
      const { start, ask } = await setUp();
      const bot = await start({ CLOCK_STEP_MS: String(step), NODE_OPTIONS: `--import=${CLOCK}` });
      await eventually(() => isReady(bot));
      await ask();
      bot.signal('SIGUSR2');
      if (step < 0) await eventually(() => bot.stderr.includes('the clock was set back'));
      await eventually(() => isReady(bot));
      await ask();
      bot.signal('SIGTERM');
      expect((await bot.ended).exitCode).toBe(0);
    },
  );
});

describe('one platform’s trouble', () => {
  it('is its own: the other is served, and the process ends in order', SLOW, async () => {
    const { start, ask } = await setUp();
    const away = `http://127.0.0.1:${await freePort()}`;
    const bot = await start({ DISCORD_TOKEN: 'x.y.zzzzzzzzzzzzzzzzzzzz', DISCORD_API_URL: away });
    await ask();
    const ready = await fetch(`http://127.0.0.1:${bot.port}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      {
        parts: [
          { name: 'store', ok: true },
          { name: 'discord', ok: false },
          { name: 'telegram', ok: true },
        ],
      },
    ]);
    const metrics = await (await fetch(`http://127.0.0.1:${bot.port}/metrics`)).text();
    expect(metrics).toMatch(/adapter_connected\{platform="discord"\} 0/);
    expect(metrics).toMatch(/adapter_connected\{platform="telegram"\} 1/);
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  const server = sharedPostgres();

  /** Three processes, one of which serves. */
  async function three() {
    const url = await server().freshUrl();
    const stage = await setUp({ STORE_URL: url, CACHE_SECRET: '0123456789abcdef'.repeat(4) });
    const members = [await stage.start(), await stage.start(), await stage.start()];
    for (const member of members) await eventually(async () => (await statusOf(member, '/healthz')) === 200);
    const owner = await ownerAmong(members);
    await stage.ask();
    return { ...stage, owner, others: members.filter((member) => member !== owner) };
  }

  it('is served by another process at once when the owner is killed, or told to end', SLOW, async () => {
    const { owner, others, ask, askKept } = await three();
    owner.signal('SIGKILL');
    const afterKill = await askKept();
    const second = await ownerAmong(others);
    second.signal('SIGTERM');
    const afterEnd = await askKept();
    await ask();
    expect((await second.ended).exitCode).toBe(0);
    // Far less than the time of the lease; a second on a machine that has nothing else to do.
    expect(Math.max(afterKill, afterEnd)).toBeLessThan(8_000);
  });

  it('that stops has all stand by, and one goes on when it is back', SLOW, async () => {
    const { owner, others, ask } = await three();
    await server().stop();
    await eventually(async () => !(await isReady(owner)));
    await systemClock.sleep(1_500);
    expect(await Promise.all([owner, ...others].map((member) => statusOf(member, '/healthz')))).toEqual([
      200, 200, 200,
    ]);
    await server().start();
    await ask();
    await ownerAmong([owner, ...others]);
  });

  it.runIf(isNight)(
    'is served by another process when the owner is frozen, which sends nothing when it wakes',
    SLOW,
    async () => {
      const { owner, others, ask, askKept, service } = await three();
      owner.signal('SIGSTOP');
      const took = await askKept();
      expect(took).toBeLessThan(16_000);
      owner.signal('SIGCONT');
      await eventually(() => owner.stderr.includes('stands by'));
      await ask();
      await ownerAmong(others);
      expect(service.paidChecks).toHaveLength(2);
      expect(await isReady(owner)).toBe(false);
    },
  );
});
