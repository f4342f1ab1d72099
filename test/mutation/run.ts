import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EQUIVALENTS } from './equivalents.ts';
import { sectionOf, withSection } from './page.ts';
import { LEAST_PERCENT, parseReport, scoreOf } from './score.ts';

/** The rooms that keep the two promises. */
const ROOMS: readonly string[] = ['imei', 'provider', 'limiter', 'store', 'requests', 'checks'];
const PAGE = join('test', 'MUTATION.md');

/**
 * Mutates one room after the other, or those that are named, and writes each room's score into `test/MUTATION.md` as soon
 * as it is known; what the page says of other rooms stays.
 * @returns the exit code: 0 where every room reaches the least share of killed mutants
 */
export async function runMutationTests(names: readonly string[], root: string): Promise<number> {
  const unknown = names.filter((name) => !ROOMS.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`No such room: ${unknown.join(', ')}. There are ${ROOMS.join(', ')}.\n`);
    return 2;
  }
  let isStrong = true;
  for (const room of names.length === 0 ? ROOMS : names)
    isStrong = (await mutateRoom(room, root)) && isStrong;
  return isStrong ? 0 : 1;
}

async function mutateRoom(room: string, root: string): Promise<boolean> {
  const reports = join(root, 'reports', 'mutation');
  await mkdir(reports, { recursive: true });
  const report = join(reports, `${room}.json`);
  const startedAt = performance.now();
  await runStryker(root, { MUTATION_ROOM: `src/${room}`, MUTATION_REPORT: report });
  const score = scoreOf(parseReport(await readFile(report, 'utf8')), EQUIVALENTS);
  const section = sectionOf(room, score, {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
    node: process.versions.node,
    tookMs: performance.now() - startedAt,
  });
  const page = join(root, PAGE);
  await writeFile(page, withSection(await readFile(page, 'utf8'), room, section));
  process.stdout.write(`${room}: ${score.percent.toFixed(1)} % of covered mutants killed\n`);
  return score.percent >= LEAST_PERCENT;
}

/** @throws Error when Stryker itself fails, such as for a test that fails without any mutant */
function runStryker(root: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const program = new URL('bin/stryker.js', import.meta.resolve('@stryker-mutator/core/package.json'));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(program), 'run'], {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Stryker ended with ${code}; what it wrote above says why`));
    });
  });
}
