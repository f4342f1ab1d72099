import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { BENCHES } from './benches.ts';
import { runBenches } from './run.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'imei-bot-bench-test-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function run(...words: string[]) {
  let out = '';
  let err = '';
  const page = join(directory, 'RESULTS.md');
  const places = { root: ROOT, built: inject('built') };
  const exitCode = await runBenches([...words, '--out', page], places, {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
  });
  return { exitCode, out, err, page: await readFile(page, 'utf8').catch(() => '') };
}

describe('npm run bench', () => {
  // The bench of the start has a test of its own below, since it starts many processes.
  it.each([...BENCHES].filter(([name]) => name !== 'start'))(
    'runs %s, prints its tables and writes them down',
    { timeout: 90_000 },
    async (name, { title }) => {
      const { exitCode, out, page } = await run('--tiny', '--seed', '5', name);
      expect(exitCode).toBe(0);
      for (const text of [out, page]) {
        expect(text).toContain(title);
        expect(text).toMatch(/\| -+ \|.*\n\| .*\d/);
        expect(text).not.toContain('NaN');
      }
      expect(page).toContain('- seed 5');
      expect(page).toContain(`- Node ${process.versions.node}`);
      expect(page).toMatch(/- bottleneck \d/);
    },
  );

  it('keeps nothing of an earlier run, and says what was not run', async () => {
    await run('--tiny', 'parser');
    const { page } = await run('--tiny', 'money');
    expect(page).toContain(BENCHES.get('money')?.title);
    expect(page).not.toContain(BENCHES.get('parser')?.title);
    expect(page).toMatch(/not run this time: .*parser/);
  });

  it('finds that what is paid is the fewest possible', async () => {
    const { page } = await run('--tiny', 'money');
    expect(page).toMatch(/Reached: by IMEI, what is paid is the fewest possible/);
    expect(page).toMatch(/Reached: by TAC, what is paid is the fewest possible/);
    expect(page).not.toContain('Not reached');
  });

  it('finds that no start loads what it does not use', { timeout: 90_000 }, async () => {
    const { exitCode, out, page } = await run('--tiny', 'start');
    expect(exitCode).toBe(0);
    expect(out).toContain(BENCHES.get('start')?.title);
    expect(page).toMatch(/Reached: what is not used is not loaded/);
    expect(page).toMatch(/\| console, this bot .*\| +none \|/);
    expect(page).toMatch(/\| Telegram and Discord, this bot .*\| +discord\.js, grammy \|/);
  });

  it('explains itself, and names its benches', async () => {
    const { exitCode, out } = await run('--help');
    expect(exitCode).toBe(0);
    for (const name of BENCHES.keys()) expect(out).toContain(name);
  });

  it.each([
    [['monney'], 'There is no bench "monney"'],
    [['--seed', 'x'], '--seed takes a whole number, not "x"'],
    [['--fast'], "'--fast'"],
  ])('says what is wrong with %j', async (words, told) => {
    const { exitCode, err } = await run(...words);
    expect(exitCode).toBe(78);
    expect(err).toContain(told);
    expect(err).toContain('Usage: npm run bench');
  });
});
