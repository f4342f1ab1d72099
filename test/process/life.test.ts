import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { explainExit } from '../../src/bot/explain-exit.ts';
import { type Deferred, deferred } from '../../src/core/promises.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { openInstallation } from '../../src/store/installation.ts';
import { ASKER } from '../support/discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { startPlatforms } from '../support/fake-platforms.ts';
import { imeiOf } from '../support/imeis.ts';
import { mostWithin } from '../support/most-within.ts';
import { serviceWith, startMain } from '../support/process/process-main.ts';
import { countOpenRequests } from '../support/store/open-requests.ts';
import { createPerson } from '../support/telegram/people.ts';
import { TOKEN } from '../support/telegram/server.ts';

const [A = '', B = '', C = '', D = '', E = '', F = ''] = [1, 2, 3, 4, 5, 6].map((serial) =>
  imeiOf('49015420', serial + 700),
);
/**
 * Throws in the middle of the program's work, as a bug would, once a file of this
 * name is there.
 */
const BREAK = 'break';
const BUGGY = `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from 'node:fs';
  const watching = setInterval(() => {
    if (!existsSync('${BREAK}')) return;
    clearInterval(watching);
    throw new Error('a bug nobody expected');
  }, 20).unref();
`)}`;

/** Saves a second of a start that needs only one platform. */
const WITHOUT_DISCORD = { DISCORD_TOKEN: '' } as const;

/** Two platforms, and a service that answers nothing while it is held. */
async function setUp() {
  const { discord, telegram, settings: tokens } = await startPlatforms();
  const ann = createPerson(telegram, { id: 42 });
  ann.begin();
  let gate: Deferred<void> = deferred();
  const { service, environment } = await serviceWith({
    delay: 1,
    clock: { ...systemClock, sleep: () => gate.promise },
  });
  const directory = await emptyDirectory();
  const settings = {
    ...environment,
    ...tokens,
    LIMIT_CONCURRENT: '1',
    LIMIT_WINDOW: '500ms',
    LOOKUP_TIMEOUT: '3s',
    SHUTDOWN_GRACE: '10m',
  };
  return {
    discord,
    ann,
    service,
    directory,
    settings,
    start: (more: Readonly<Record<string, string>> = {}) =>
      startMain({ directory, environment: { ...settings, ...more } }),
    open: () => gate.resolve(),
    hold: () => {
      gate = deferred();
    },
    answers: (imei: string) =>
      telegram.chats.messages.filter(
        ({ fromBot, text }) => fromBot && text.includes(imei) && text.includes('3110'),
      ),
  };
}

it('loses no request by a kill, an end in order, a bug or a second signal', {
  timeout: 180_000,
}, async () => {
  const { discord, ann, service, directory, settings, start, open, hold, answers } = await setUp();
  const arrived = (count: number): Promise<void> =>
    expect.poll(() => service.arrivals).toHaveLength(count);
  const written = (count: number): Promise<void> =>
    expect.poll(() => countOpenRequests(settings.STORE_URL)).toBe(count);

  const killed = start();
  await expect.poll(() => killed.stderr).toContain('Connected to Discord');
  await expect.poll(() => killed.stderr).toContain('to Telegram');
  discord.command('imei', { imei: A });
  ann.say(B);
  await arrived(1);
  await written(2);
  killed.signal('SIGKILL');
  await killed.ended;
  expect(discord.shownTo(ASKER).includes('3110')).toBe(false);
  expect(answers(B)).toEqual([]);

  open();
  const drained = start();
  await expect
    .poll(() => discord.shownTo(ASKER).includes(A) && discord.shownTo(ASKER).includes('3110'))
    .toBe(true);
  await expect.poll(() => answers(B).length).toBeGreaterThan(0);
  const paid = service.paidChecks.length;
  ann.say(A);
  await expect.poll(() => answers(A).length).toBeGreaterThan(0);
  expect(answers(B).length).toBe(1);
  expect(service.paidChecks.length).toEqual(paid);

  const refused = await openInstallation({
    url: settings.STORE_URL,
    secret: undefined,
    clock: systemClock,
  }).catch((error) => error);
  expect(explainExit(refused)).toMatchObject({ exitCode: 75 });
  expect(explainExit(refused)?.message).toMatch(/Another imei-bot is running.*STORE_URL/s);

  hold();
  const before = service.arrivals.length;
  ann.say(C);
  await arrived(before + 1);
  ann.say(D);
  await written(2);
  drained.signal('SIGTERM');
  await expect.poll(() => drained.stderr).toContain('Stopping');
  ann.say(A);
  await expect.poll(() => answers(A)).toHaveLength(2);
  open();
  expect((await drained.ended).exitCode).toBe(0);
  expect(answers(C).length).toBe(1);
  expect(answers(D).length).toBe(0);
  expect(service.paidChecks.includes(D)).toBe(false);

  const buggy = start({ ...WITHOUT_DISCORD, NODE_OPTIONS: `--import=${BUGGY}` });
  await expect.poll(() => answers(D)).toHaveLength(1);
  hold();
  ann.say(E);
  await arrived(before + 3);
  await writeFile(join(directory, BREAK), '');
  expect((await buggy.ended).exitCode).toBe(1);
  expect(buggy.stderr).toMatch(/a bug nobody expected.*at .*data:text.*Unexpected error; exiting/);
  await rm(join(directory, BREAK));

  open();
  const last = start(WITHOUT_DISCORD);
  await expect.poll(() => answers(E)).toHaveLength(1);
  hold();
  const beforeLast = service.arrivals.length;
  ann.say(F);
  await arrived(beforeLast + 1);
  last.signal('SIGTERM');
  await expect.poll(() => last.stderr).toContain('Stopping');
  last.signal('SIGINT');
  expect((await last.ended).exitCode).toBe(1);
  for (const { stderr } of [killed, drained, buggy, last]) {
    for (const secret of [TOKEN, DISCORD_TOKEN]) expect(stderr).not.toContain(secret);
  }
});

it('lets at most 19 requests arrive in any window and 4 at once, also around a kill', {
  timeout: 120_000,
}, async () => {
  const { ann, service, settings, start, open } = await setUp();
  open();
  const windowMs = 1_000;
  const limits = {
    ...WITHOUT_DISCORD,
    LIMIT_CONCURRENT: '4',
    LIMIT_PER_WINDOW: '19',
    LIMIT_WINDOW: `${windowMs}ms`,
    BATCH_CONFIRM: '500',
    USER_CHECKS_PER_DAY: '500',
  };
  const imeis = Array.from({ length: 40 }, (_, serial) => imeiOf('49015420', serial + 800));
  ann.say(imeis.join('\n'));
  const killed = start(limits);
  await expect.poll(() => service.arrivals.length).toBeGreaterThanOrEqual(15);
  killed.signal('SIGKILL');
  await killed.ended;
  start(limits);
  await expect.poll(() => imeis.every((imei) => service.paidChecks.includes(imei))).toBe(true);
  await expect.poll(() => countOpenRequests(settings.STORE_URL)).toBe(0);
  const most = mostWithin(
    service.arrivals.map(({ at }) => at),
    windowMs,
  );
  expect(most).toBeLessThanOrEqual(19);
  expect(service.mostAtOnce).toBeLessThanOrEqual(4);
  expect(service.paidChecks.length).toBeLessThanOrEqual(imeis.length + 4);
});
