import { execFileSync, spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/time/clock.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-database.ts';
import { makeKnownAt } from '../support/checks/known-store.ts';
import { startDiscord } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { freePort } from '../support/free-port.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';
import { SECRET } from '../support/known.ts';
import { isNight } from '../support/nightly.ts';
import { startConnectProxy } from '../support/process/connect-proxy.ts';
import { fileOf } from '../support/process/installation.ts';
import { type MainProcess, serviceWith, startMain } from '../support/process/process-main.ts';
import { SELF_SIGNED } from '../support/self-signed.ts';
import { countOpenRequests } from '../support/store/open-requests.ts';
import { hasPostgres, sharedPostgres } from '../support/store/postgres.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const CLOCK = new URL('../support/clocks/shifted-date.mjs', import.meta.url);
const LONG = { timeout: 180_000 };
/** Whether a full disk can be tried: `prlimit` makes one for a process. */
const canFillDisk =
  process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;
/** Limits the size of the files that a process may write. With 0, the disk looks full to it. */
const limitFiles = ({ pid }: MainProcess, bytes: '0' | 'unlimited'): void =>
  void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);

type Member = MainProcess & { readonly port: number };

/** People on Telegram, a service, and processes of one installation. */
async function setUp(more: Readonly<Record<string, string>> = {}, delay = 0) {
  const telegram = await startTelegram(systemClock);
  const person = createPerson(telegram, { id: 42 });
  person.begin();
  const { service, environment } = await serviceWith({ delay });
  const settings = {
    ...environment,
    LIMIT_WINDOW: '500ms',
    LOOKUP_TIMEOUT: '3s',
    ...more,
    TELEGRAM_TOKEN: TOKEN,
    TELEGRAM_API_URL: telegram.url,
  };
  // Otherwise the first start would wait for a window and a time-out.
  if (more.STORE_URL !== undefined) await makeKnownAt(more.STORE_URL, more.CACHE_SECRET);
  let asked = 0;
  /** What the bot shows that names a number. */
  const shown = (imei: string): readonly string[] =>
    telegram.chats.messages.flatMap(({ fromBot, text }) =>
      fromBot && text.includes(imei) ? [text] : [],
    );
  const answers = (imei: string): number =>
    shown(imei).filter((text) => text.includes('3110')).length;
  /** Resolves with how long the answer took, in milliseconds. */
  const sayAndWait = async (imei: string): Promise<number> => {
    const [before, saidAt] = [answers(imei), performance.now()];
    person.say(imei);
    await expect.poll(() => answers(imei)).toBeGreaterThan(before);
    return performance.now() - saidAt;
  };
  return {
    service,
    shown,
    settings,
    say: (text: string): void => void person.say(text),
    start: async (own: Readonly<Record<string, string>> = {}): Promise<Member> => {
      const port = await freePort();
      const environment = { ...settings, ...own, HTTP_PORT: String(port) };
      return Object.assign(startMain({ directory: await emptyDirectory(), environment }), { port });
    },
    /** Says again what was answered before. */
    askKept: () => sayAndWait(imeiOf('49015420', 1)),
    /** Says a number that nobody asked for before. */
    ask: async (): Promise<void> => {
      asked += 1;
      const imei = imeiOf('49015420', asked);
      await sayAndWait(imei);
      expect(service.paidChecks.filter((paid) => paid === imei)).toHaveLength(1);
    },
  };
}

const get = ({ port }: Member, path: string) => fetch(`http://127.0.0.1:${port}${path}`);

async function statusOf(member: Member, path: string): Promise<number> {
  const response = await get(member, path).catch(() => undefined);
  return response?.status ?? 0;
}

const isReady = async (member: Member): Promise<boolean> =>
  (await statusOf(member, '/readyz')) === 200;

/** Why a process is not ready, as `/readyz` says. */
async function problemOf(member: Member): Promise<string> {
  const response = await get(member, '/readyz');
  return JSON.stringify(await response.json());
}

/** The one that owns the installation. */
async function ownerAmong(members: readonly Member[]): Promise<Member> {
  let owners: readonly Member[] = [];
  await expect
    .poll(async () => {
      const ready = await Promise.all(members.map(isReady));
      owners = members.filter((_, index) => ready[index]);
      return owners.length === 1;
    })
    .toBe(true);
  const [owner] = owners;
  if (owner === undefined) throw new Error('nobody owns the installation');
  return owner;
}

async function endInOrder(member: Member): Promise<void> {
  member.signal('SIGTERM');
  expect((await member.ended).exitCode).toBe(0);
}

it(
  'serves on while a platform is away, after another owner, on a full disk, and with its clock set back',
  LONG,
  async () => {
    const { start, ask, askKept, say, shown, service, settings } = await setUp();
    const bot = await start({
      DISCORD_TOKEN: 'x.y.zzzzzzzzzzzzzzzzzzzz',
      DISCORD_API_URL: `http://127.0.0.1:${await freePort()}`,
      CLOCK_STEP_MS: '-3600000',
      NODE_OPTIONS: `--import=${CLOCK}`,
    });
    await ask();
    const ready = await get(bot, '/readyz');
    const parts = [
      { name: 'store', ok: true },
      { name: 'discord', ok: false },
      { name: 'telegram', ok: true },
    ];
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ parts });
    const metrics = await (await get(bot, '/metrics')).text();
    expect(metrics).toMatch(/adapter_connected\{platform="discord"\} 0/);
    expect(metrics).toMatch(/adapter_connected\{platform="telegram"\} 1/);
    // Frozen, so that it notices only when the other one works; not in a transaction, which would
    // hold the file.
    await expect.poll(() => countOpenRequests(settings.STORE_URL)).toBe(0);
    const database = await openSqlite(fileOf(settings.STORE_URL));
    await database.query('BEGIN IMMEDIATE');
    bot.signal('SIGSTOP');
    await database.close();
    await rm(`${fileOf(settings.STORE_URL)}.lock`);
    const other = await start();
    await expect.poll(() => isReady(other)).toBe(true);
    bot.signal('SIGCONT');
    await expect.poll(() => bot.stderr).toContain('stands by');
    await ask();
    expect(await isReady(bot)).toBe(false);
    expect(await statusOf(bot, '/healthz')).toBe(200);
    await endInOrder(other);
    await ask();
    expect(await isReady(bot)).toBe(true);
    expect(service.paidChecks.length).toBe(3);
    if (canFillDisk) {
      limitFiles(bot, '0');
      const imei = imeiOf('49015420', 99);
      say(imei);
      await expect.poll(() => shown(imei).some((text) => text.includes('database'))).toBe(true);
      await askKept();
      expect(service.paidChecks).toHaveLength(3);
      limitFiles(bot, 'unlimited');
      await expect.poll(() => shown(imei).some((text) => text.includes('3110'))).toBe(true);
      expect(service.paidChecks).toHaveLength(4);
    }

    bot.signal('SIGUSR2');
    await expect.poll(() => bot.stderr).toContain('the clock was set back');
    await ask();
    await endInOrder(bot);
  },
);

it.runIf(isNight).each([3_600_000, -1e12])(
  'serves on while the clock is set by %i ms',
  LONG,
  async (step) => {
    const { start, ask } = await setUp();
    const bot = await start({ CLOCK_STEP_MS: String(step), NODE_OPTIONS: `--import=${CLOCK}` });
    await ask();
    bot.signal('SIGUSR2');
    await ask();
    await ask();
    await endInOrder(bot);
  },
);

/** The numbers of each list, and the lists. All of them take some seconds. */
const LISTED = 20;
const LISTED_TACS = ['35209901', '35209902', '35209903', '35209904'];
/** The most checks at once. */
const IN_FLIGHT = 4;
/** After which a frozen owner is none any more. */
const LEASE_MS = 15_000;
/** A second on a machine that has nothing else to do; on a busy one still less than the lease. */
const BUSY_MS = 12_000;

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  const server = sharedPostgres();

  it(
    'a bot behind a proxy stands by while the server is away, and pays once for what was on its way then',
    LONG,
    async () => {
      const directory = await emptyDirectory();
      // It is loaded while the bot stands by, and has to find its gateway through the proxy then.
      const discord = await startDiscord({ gatewayUrl: 'wss://gateway.proxied.test' });
      const proxy = await startConnectProxy({ 'gateway.proxied.test': discord.apiUrl });
      const authority = join(directory, 'authority.pem');
      await writeFile(authority, SELF_SIGNED.cert);
      const TAC_TABLE = join(directory, 'tacs.csv');
      // Another name than the service's, which a reply shows while it waits for the answer.
      await writeFile(TAC_TABLE, 'tac,brand,model\n49015420,NOKIA,Ringo\n');
      const STORE_URL = await server().freshUrl();
      const { start, ask, say, shown, service } = await setUp(
        {
          STORE_URL,
          CACHE_SECRET: SECRET,
          TAC_TABLE,
          DISCORD_TOKEN,
          DISCORD_API_URL: discord.apiUrl,
          HTTPS_PROXY: proxy.url,
          NODE_EXTRA_CA_CERTS: authority,
        },
        // Longer than the run, which ends with its session.
        2_500,
      );
      await server().stop();
      const bot = await start();
      await expect.poll(() => bot.stderr).toContain('Standing by: the store cannot be opened');
      await expect.poll(() => problemOf(bot)).toContain('cannot be opened (ECONNREFUSED)');
      // It was read while the bot stood by, and is not read again.
      await rm(TAC_TABLE);
      await server().start();
      await ask();
      await expect.poll(() => discord.gateway.identified.length).toBe(1);

      const onItsWay = imeiOf('49015420', 98);
      say(onItsWay);
      await expect.poll(() => service.arrivals).toHaveLength(2);
      await server().stop();
      await expect.poll(() => bot.stderr).toContain('stands by');
      expect(await isReady(bot)).toBe(false);
      expect(await statusOf(bot, '/healthz')).toBe(200);
      await server().start();
      await expect.poll(() => shown(onItsWay).some((text) => text.includes('3110'))).toBe(true);
      expect(service.paidChecks.filter((imei) => imei === onItsWay)).toHaveLength(1);
      await expect.poll(() => discord.gateway.identified.length).toBe(2);
      await endInOrder(bot);
    },
  );

  async function two(delay = 0) {
    // The server lets everybody in. The name of the database is in the log, no password is.
    const url = (await server().freshUrl()).replace(/\/\/([^@:]+)@/, '//$1:qZ7@');
    const settings = { STORE_URL: `${url}&password=qZ8`, CACHE_SECRET: SECRET };
    const stage = await setUp(settings, delay);
    const members = [await stage.start(), await stage.start()];
    for (const member of members) await expect.poll(() => statusOf(member, '/healthz')).toBe(200);
    const owner = await ownerAmong(members);
    await stage.ask();
    const [other = owner] = members.filter((member) => member !== owner);
    expect(await problemOf(other)).toContain('another process serves');
    return { ...stage, owner, other };
  }

  it('the other one serves at once when the owner is killed', LONG, async () => {
    const { owner, other, ask, askKept } = await two();
    owner.signal('SIGKILL');
    expect(await askKept()).toBeLessThan(BUSY_MS);
    await ask();
    await endInOrder(other);
    expect(other.stderr).toMatch(/imei-bot runs/);
    for (const { stderr } of [owner, other]) expect(stderr).not.toMatch(/qZ[78]/);
  });

  it.runIf(isNight)(
    'the other serves for a frozen one, which sends and shows nothing when it wakes',
    LONG,
    async () => {
      const { owner, other, say, shown, ask, askKept, service } = await two(300);
      // Their states come faster than a message may change, so that some wait when it is frozen.
      for (const tac of LISTED_TACS) say(linesOf(LISTED, tac));
      const progress = () => shown(` of ${LISTED} done`);
      await expect.poll(() => progress().join()).toMatch(/[1-9]\d* of/);
      owner.signal('SIGSTOP');
      // The lease, and a start on a machine that may be busy; without the lease it would not end.
      expect(await askKept()).toBeLessThan(3 * LEASE_MS);
      await expect.poll(() => shown(`All ${LISTED} found`)).toHaveLength(LISTED_TACS.length);
      // A message stays if the store did not know yet that it was shown.
      const before = progress();
      owner.signal('SIGCONT');
      await expect.poll(() => owner.stderr).toContain('stands by');
      expect(owner.stderr).not.toContain('The store fails');
      expect(progress()).toEqual(before);
      // The other one is not disturbed by it.
      expect(await isReady(other)).toBe(true);
      await ask();
      expect(await isReady(owner)).toBe(false);
      expect(await isReady(other)).toBe(true);
      // What was on its way is paid for again.
      const again = service.paidChecks.length - new Set(service.paidChecks).size;
      expect(again).toBeLessThanOrEqual(IN_FLIGHT);
      expect(other.stderr).not.toContain('Another process takes the updates');
    },
  );
});
