import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { isNight } from '../support/nightly.ts';
import {
  emptyDirectory,
  eventually,
  runMain,
  serviceWith,
  startMain,
} from '../support/process/process-main.ts';
import { SLOW } from '../support/process/slow.ts';

const IMEI = '490154203237518';

async function setUp() {
  const directory = await emptyDirectory();
  const file = join(directory, 'bot.sqlite');
  // On a store that does not tell what was sent before, the bot first waits for a window and a time-out.
  const { environment, service } = await serviceWith({});
  return {
    directory,
    service,
    file,
    environment: {
      ...environment,
      STORE_URL: `sqlite://${file}`,
      LIMIT_WINDOW: '500ms',
      LOOKUP_TIMEOUT: '1s',
    },
  };
}

describe('a store that is taken away from a bot with all that is beside it', () => {
  it('ends the bot, which sends nothing more: another one may hold the store by now', SLOW, async () => {
    const { directory, service, ...main } = await setUp();
    const [data, other] = [join(directory, 'data'), join(directory, 'data.away')];
    const environment = {
      ...main.environment,
      STORE_URL: `sqlite://${join(data, 'bot.sqlite')}`,
      SHUTDOWN_GRACE: '1s',
    };
    const first = startMain({ directory, environment });
    first.say(IMEI);
    await eventually(() => first.stdout.includes('NOKIA 3110'));
    await rename(data, other);
    const second = startMain({ directory, environment });
    first.say('352099001761481');
    second.say('356938035643809');
    await eventually(() => second.stdout.includes('N900'));
    const { exitCode, stderr } = await first.ended;
    expect(exitCode).toBe(75);
    expect(stderr).toContain('The store was taken away while the bot ran');
    expect(service.paidChecks).toEqual([IMEI, '356938035643809']);
  });
});

describe('a single question is answered all the same, and the operator is told,', () => {
  it('when the file of the store is damaged', async () => {
    const { file, ...main } = await setUp();
    const store = createSqliteStore(`sqlite://${file}`, systemClock);
    await store.probe();
    await store.close();
    const bytes = await readFile(file);
    // Past the header: SQLite sees a database, in which nothing can be found.
    await writeFile(file, bytes.fill(0xaa, 100));
    const { exitCode, stdout, stderr } = await runMain({ ...main, args: [IMEI] });
    expect(stdout).toContain('NOKIA 3110');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('I can’t write to my database');
  });

  it.runIf(isNight)(
    'when another program holds the file while it is opened, and the store heals when that lets go',
    async () => {
      const { file, ...main } = await setUp();
      await runMain({ ...main, args: ['/help'] });
      const other = new KeyvSqlite(`sqlite://${file}`);
      await other.query('PRAGMA locking_mode = EXCLUSIVE');
      await other.query('CREATE TABLE held (x)');
      const bot = startMain(main);
      await eventually(() => bot.stderr.includes('I can’t write to my database'));
      bot.say(IMEI);
      await eventually(() => bot.stdout.includes('NOKIA 3110'));
      await other.close();
      await eventually(() => bot.stderr.includes('I can write to my database again'));
      bot.endInput();
      expect((await bot.ended).exitCode).toBe(0);
      const next = await runMain({ ...main, args: [IMEI] });
      expect(next.stdout).toContain('NOKIA 3110');
    },
  );

  it('when the file is removed under it', async () => {
    const { file, ...main } = await setUp();
    const bot = startMain(main);
    bot.say(IMEI);
    await eventually(() => bot.stdout.includes('NOKIA 3110'));
    for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
    bot.say('352099001761481');
    await eventually(() => bot.stdout.includes('352099001761481'));
    bot.endInput();
    expect((await bot.ended).exitCode).toBe(0);
  });
});
