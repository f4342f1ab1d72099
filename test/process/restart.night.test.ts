import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory } from '../support/empty-directory.ts';
import { imeiOf } from '../support/imeis.ts';
import { serviceWith, startMain } from '../support/process/process-main.ts';

const IMEIS = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 900));
const ONE_AT_A_TIME = { LIMIT_CONCURRENT: '1', LIMIT_WINDOW: '1s', LOOKUP_TIMEOUT: '10s' };

it('a table under way at a kill is completed by the next process, which pays for nothing again', async () => {
  const directory = await emptyDirectory();
  await writeFile(join(directory, 'phones.csv'), ['IMEI', ...IMEIS].join('\r\n'));
  const { service, environment } = await serviceWith({ delay: 700 });
  const start = () =>
    startMain({ directory, environment: { ...environment, ...ONE_AT_A_TIME, TMPDIR: directory } });
  const first = start();
  first.say('/imei file:phones.csv');
  // The first answer is there when the second question leaves.
  await expect.poll(() => service.arrivals).toHaveLength(2);
  first.signal('SIGKILL');
  await first.ended;
  expect(await readdir(directory)).toEqual(['phones.csv']);

  const second = start();
  await expect.poll(() => second.stderr).toContain('phones-checked.csv');
  const [path = ''] = /\S+phones-checked\.csv/.exec(second.stderr) ?? [];
  const answered = await readFile(path, 'utf8');
  expect(answered.match(/Found\./gu)).toHaveLength(3);
  expect(service.paidChecks.filter((imei) => imei === service.paidChecks[0])).toHaveLength(1);
  expect(new Set(service.paidChecks)).toEqual(new Set(IMEIS));
});
