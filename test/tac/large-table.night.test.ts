import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTacTable, type TacTable } from '../../src/tac/table.ts';

const ROWS = 250_000;
const MEGABYTE = 1_048_576;

let folder: string;
let file: string;
let tenth: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-tac-table-'));
  file = join(folder, 'large.csv');
  // As wide as Osmocom's, and no model twice: the worst case for one object per device.
  const rows = Array.from(
    { length: ROWS },
    (_, index) =>
      `${35_000_000 + index},Brand ${index % 900},Model ${index} Plus Edition,Kévin,,https://example.org/phones/${index}.html,,"A-${index},B-${index}"`,
  );
  tenth = join(folder, 'tenth.csv');
  const head = 'A banner\ntac,name,name,contributor,comment,gsmarena,gsmarena,aka';
  await writeFile(file, `${head}\n${rows.join('\n')}\n`);
  await writeFile(tenth, `${head}\n${rows.slice(0, ROWS / 10).join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('loads 250,000 rows in under a second', async () => {
  // The best of three, in the time of this process: the promise is about the code, not about what else goes on.
  const wholeMs = await bestMs(file, ROWS);
  // A processor that others use as well is slow for everything: then the rows take as long as ten times a tenth of them.
  expect(wholeMs < 1_000 || wholeMs < 15 * (await bestMs(tenth, ROWS / 10))).toBe(true);
});

it('keeps 250,000 rows in under 100 MB', async () => {
  const collectGarbage = garbageCollector();
  collectGarbage();
  const before = usedBytes();
  const table: TacTable = await loadTacTable(file);
  collectGarbage();
  const grown = usedBytes() - before;
  expect(table.lookUp('35249999')).toEqual({ brand: 'Brand 699', model: 'Model 249999 Plus Edition' });
  expect(grown).toBeLessThan(100 * MEGABYTE);
});

async function bestMs(table: string, rows: number): Promise<number> {
  const durationsMs: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const began = process.cpuUsage();
    const { size } = await loadTacTable(table);
    const { user, system } = process.cpuUsage(began);
    durationsMs.push((user + system) / 1_000);
    expect(size).toBe(rows);
  }
  return Math.min(...durationsMs);
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
