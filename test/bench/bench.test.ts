import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { BENCHES } from './benches.ts';
import { summaryPage } from './results.ts';
import { runBenches } from './run.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'imei-bot-bench-test-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function run(...words: string[]) {
  return runInto('DETAILS.md', ...words);
}

async function runInto(file: string, ...words: string[]) {
  let out = '';
  let err = '';
  const page = join(directory, file);
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
    async (name, { title }) => {
      const { exitCode, out, page } = await run('--tiny', '--seed', '5', name);
      expect(exitCode).toBe(0);
      for (const text of [out, page]) {
        expect(text).toContain(title);
        expect(text).toMatch(/\| -+ \|.*\n\| .*\d/);
        expect(text).not.toContain('NaN');
      }
      expect(page).toContain(`Node ${process.versions.node}, seed 5; bottleneck `);
      expect(page).toContain('the figures mean nothing');
      const goals = await readFile(join(directory, 'RESULTS.md'), 'utf8');
      expect(goals).toMatch(/^Instead: .*\d.*\.$/m);
      expect(goals).not.toContain('undefined');
    },
  );

  it('writes the section of a bench that is run anew, and keeps those of the others in their order', async () => {
    const first = await run('--tiny', '--seed', '2', 'money');
    const second = await run('--tiny', '--seed', '3', 'parser');
    const { page } = await run('--tiny', '--seed', '4', 'parser');
    const sectionOf = (text: string, name: string): string =>
      text
        .split(/^(?=## )/m)
        .find((part) => part.startsWith(`## ${BENCHES.get(name)?.title}\n`))
        ?.trim() ?? '';
    expect(sectionOf(first.page, 'money')).toContain('seed 2');
    expect(sectionOf(second.page, 'parser')).toContain('seed 3');
    expect(sectionOf(page, 'money')).toBe(sectionOf(first.page, 'money'));
    expect(sectionOf(page, 'parser')).toContain('seed 4');
    expect(page.match(/^## .*$/gm)).toEqual(
      ['parser', 'money'].map((name) => `## ${BENCHES.get(name)?.title}`),
    );
  });

  it('says on one page what was to be reached, whether it was, and the figure', async () => {
    await run('--tiny', 'money');
    const goals = await readFile(join(directory, 'RESULTS.md'), 'utf8');
    expect(goals).toContain(`## ${BENCHES.get('money')?.title}`);
    expect(goals).toContain(`Node ${process.versions.node}. Tiny sizes: the figures mean nothing.`);
    expect(goals).toMatch(/^\| by IMEI, what is paid is the fewest possible +\| +yes \| +\d+ of \d+ \|$/m);
  });

  it('says beside the figure what an older Node.js has measured, which it keeps on a page of its own', async () => {
    await runInto('DETAILS.older.md', '--tiny', '--seed', '7', 'money');
    const { page } = await run('--tiny', '--seed', '8', 'money');
    const read = (): Promise<string> => readFile(join(directory, 'RESULTS.md'), 'utf8');
    const goals = await read();
    expect(page).toContain('seed 8');
    expect(goals).toMatch(new RegExp(`measured \\| +Node ${process.versions.node} \\|`));
    expect(goals).toMatch(
      /^\| by IMEI, what is paid is the fewest possible +\| +yes(?: \| +\d+ of \d+){2} \|$/m,
    );
    await runInto('DETAILS.older.md', '--tiny', '--seed', '7', 'money');
    expect(await read()).toBe(goals);
  });

  it('says what one would pick instead with the figures of the tables, and nothing where a figure is missing', async () => {
    const { page } = await run('--tiny', 'money');
    const [, asked, paid] = /^\| no cache +\| +(\S+) \| +(\S+) \|/m.exec(page) ?? [];
    const benches = [...BENCHES.values()];
    expect(summaryPage(page, '', benches)).toContain(
      `Instead: without a cache, ${paid} of ${asked} checks are paid for; by IMEI `,
    );
    const lacking = page.replace(/^\| by TAC.*\n/m, '');
    expect(summaryPage(lacking, '', benches)).not.toContain('Instead: ');
    expect(summaryPage(page, '', [])).not.toContain('Instead: ');
  });

  it('finds that what is paid is the fewest possible', async () => {
    const { page } = await run('--tiny', 'money');
    expect(page).toMatch(/Reached: by IMEI, what is paid is the fewest possible/);
    expect(page).toMatch(/Reached: by TAC, what is paid is the fewest possible/);
    expect(page).not.toContain('Not reached');
  });

  it('finds that no start loads what it does not use', async () => {
    const { exitCode, out, page } = await run('--tiny', 'start');
    expect(exitCode).toBe(0);
    expect(out).toContain(BENCHES.get('start')?.title);
    expect(page).toMatch(/Reached: what is not used is not loaded/);
    expect(page).toContain('](start.svg)');
    expect(await readFile(join(directory, 'start.svg'), 'utf8')).toMatch(/<svg.*Telegram, bare/s);
    expect(page).toMatch(/\| console, this bot .*\| +none \|/);
    expect(page).toMatch(
      /\| Telegram and Discord, this bot .*\| +@discordjs\/ws, grammy(?:, Node’s fetch)? \|/,
    );
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
