import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imeiOf } from '../support/imeis.ts';
import { isNight } from '../support/nightly.ts';
import {
  emptyDirectory,
  eventually,
  runMain,
  serviceWith,
  startMain,
} from '../support/process/process-main.ts';

const IMEIS = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 900));
const FILE = 'my phones.csv';
const LINE = `/imei file:"${FILE}"`;

/** A directory with a table in it, in which the bot also leaves its answers. */
async function directoryWithTable() {
  const directory = await emptyDirectory();
  await writeFile(join(directory, FILE), ['Owner;IMEI', ...IMEIS.map((imei) => `ann;${imei}`)].join('\r\n'));
  const answered = async (): Promise<string> =>
    readFile(join(directory, 'imei-bot', 'my-phones-checked.csv'), 'utf8');
  return { directory, answered, environment: { TMPDIR: directory } };
}

describe('a file named on the command line', () => {
  it('is answered with a file, whose path is told', async () => {
    const { directory, answered, environment } = await directoryWithTable();

    const { stdout, exitCode } = await runMain({ directory, environment, args: [LINE] });

    expect(stdout).toContain('All 3 found');
    expect(stdout).toContain(join('imei-bot', 'my-phones-checked.csv'));
    expect((await answered()).split('\r\n')[1]).toBe(`ann;\t${IMEIS[0]};\t${IMEIS[0]};NOKIA;3110;Found.`);
    expect(exitCode).toBe(0);
  });

  it('that is not there is said to be so, with exit code 1', async () => {
    const { stdout, exitCode } = await runMain({
      directory: await emptyDirectory(),
      args: ['/imei file:a.csv'],
    });
    expect(stdout).toContain('I can’t find this file');
    expect(exitCode).toBe(1);
  });
});

describe('a table that was under way when the process was killed', () => {
  it.runIf(isNight)(
    'is taken up by the next one: nothing is lost, and what was paid is not paid again',
    async () => {
      const { directory, answered, environment: own } = await directoryWithTable();
      const { service, environment } = await serviceWith({ delay: 700 });
      const settings = {
        directory,
        environment: {
          ...environment,
          ...own,
          LIMIT_CONCURRENT: '1',
          LIMIT_WINDOW: '1s',
          LOOKUP_TIMEOUT: '10s',
        },
      };
      const first = startMain(settings);
      first.say(LINE);
      // The first answer is there when the second question leaves.
      await eventually(() => service.arrivals.length === 2);
      first.signal('SIGKILL');
      await first.ended;
      expect(await readdir(directory)).not.toContain('imei-bot');

      const second = startMain(settings);
      await eventually(() => second.stderr.includes('my-phones-checked.csv'));

      expect((await answered()).match(/Found\./gu)).toHaveLength(3);
      expect(service.paidChecks.filter((imei) => imei === service.paidChecks[0])).toHaveLength(1);
      expect(new Set(service.paidChecks)).toEqual(new Set(IMEIS));
    },
  );
});
