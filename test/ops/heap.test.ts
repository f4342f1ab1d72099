import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';

/** Makes much that lives for a while, turn by turn, and tells the most that the space for new objects took, in MB. */
const CROWD = `
  const { default: v8 } = await import('node:v8');
  const { setImmediate: turn } = await import('node:timers/promises');
  const young = () => v8.getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size;
  let [kept, most] = [[], 0];
  for (let round = 0; round < 600; round += 1) {
    for (let index = 0; index < 5_000; index += 1) kept.push({ index, text: [index] });
    if (kept.length > 200_000) kept = [];
    most = Math.max(most, young());
    await turn();
  }
  console.log(most / 2 ** 20);
`;

async function run(code: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
}

describe('a process that keeps its heap small', () => {
  const heap = pathToFileURL(join(inject('built'), 'src', 'ops', 'heap.js')).href;
  const keeping = `const { keepHeapSmall } = await import('${heap}'); keepHeapSmall();`;

  it('takes 16 MB for new objects, where it would take twice that and more', async () => {
    const [kept, usual] = [await run(keeping + CROWD), await run(CROWD)];
    expect(Number(kept.stdout)).toBeLessThanOrEqual(20);
    expect(Number(usual.stdout)).toBeGreaterThanOrEqual(32);
    // An engine that knows one of the settings no longer would say so.
    expect(kept.stderr).toBe('');
  });

  it('ends when it is done: nothing waits for collections', async () => {
    expect((await run(keeping)).stdout).toBe('');
  });

  it('leaves threads that start later as much', async () => {
    const address = `data:text/javascript,${encodeURIComponent(CROWD)}`;
    const later = `const { Worker } = await import('node:worker_threads'); new Worker(new URL(${JSON.stringify(address)}));`;
    const { stdout } = await run(`${keeping}${CROWD}${later}`);
    const [, thread = Number.NaN] = stdout.trim().split('\n').map(Number);
    expect(thread).toBeGreaterThanOrEqual(8);
  });
});
