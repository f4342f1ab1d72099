import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

it('a damaged file ends the start, and a sentence says what to do', async () => {
  const { file, ...main } = await setUp();
  await runMain({ ...main, args: ['/help'] });
  const bytes = await readFile(file);
  // Past the header: SQLite sees a database, in which nothing can be found.
  await writeFile(file, bytes.fill(0xaa, 100));
  const { exitCode, stderr } = await runMain({ ...main, args: [IMEI] });
  expect([exitCode, stderr]).toEqual([78, expect.stringContaining('is damaged. Restore a backup')]);
});
