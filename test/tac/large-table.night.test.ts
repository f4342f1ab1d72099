import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { loadTacTable } from '../../src/tac/table.ts';

const ROWS = 250_000;
const MEGABYTE = 1_048_576;

it('loads 250,000 rows in a second, and keeps them in 100 MB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-tac-table-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'large.csv');
  // As wide as Osmocom's, and no model twice: the worst case for one object per device.
  const rows = Array.from(
    { length: ROWS },
    (_, index) =>
      `${35_000_000 + index},Brand ${index % 900},Model ${index} Plus Edition,Kévin,,https://example.org/phones/${index}.html,,"A-${index},B-${index}"`,
  );
  const head = 'A banner\ntac,name,name,contributor,comment,gsmarena,gsmarena,aka';
  await writeFile(file, `${head}\n${rows.join('\n')}\n`);
  rows.length = 0;

  const timesMs: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const began = process.cpuUsage();
    expect((await loadTacTable(file)).size).toBe(ROWS);
    const { user, system } = process.cpuUsage(began);
    timesMs.push((user + system) / 1_000);
  }
  expect(Math.min(...timesMs)).toBeLessThan(1_000);

  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const usedAfterwards = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = usedAfterwards();
  const table = await loadTacTable(file);
  expect(usedAfterwards() - before).toBeLessThan(100 * MEGABYTE);
  expect(table.lookUp('35249999')).toEqual({ brand: 'Brand 699', model: 'Model 249999 Plus Edition' });
});
