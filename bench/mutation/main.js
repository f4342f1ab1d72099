/**
 * Changes the source of a module at one place after the other, and counts the changes that its
 * tests notice.
 *
 *   npm run mutation                                  all modules
 *   npm run mutation -- limiter imei                  some of them
 *   npm run mutation -- limiter src/limiter/slots.ts  a file of one
 *   npm run mutation -- adapters 1/8                  every eighth change of one
 *   npm run mutation -- adapters quick                with the tests about each change only
 *
 * Fails below 80 % of them, and writes the others to `dist/mutation/MODULE.txt`. A run that was
 * stopped (Ctrl+C) goes on where it was. Delete `dist/mutation` before you try other code.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { changesOf } from './changes.js';
import { Journal } from './journal.js';
import { writePlan } from './plan.js';
import { reportOf } from './report.js';

const MODULES = ['limiter', 'imei', 'checks', 'requests', 'store', 'adapters'];
const DIRECTORY = resolve('dist/mutation');
const COPY = `${DIRECTORY}/copy`;
const CONFIG = 'bench/mutation/vitest.config.js';
const GOAL = 80;

/** Each change is tried with so many tests before the others are: most are noticed by one of them. */
const QUICK_TESTS = 25;
/** Half of them wait for a test that does not end. */
const SHARES = 2 * availableParallelism();
/** A process that writes nothing for so long is in an endless loop. */
const SILENT_MS = 45_000;

const words = process.argv.slice(2);
const only = words.filter((word) => word.endsWith('.ts'));
const step = Number(words.find((word) => word.startsWith('1/'))?.slice(2) ?? 1);
const chosen = words.filter((word) => MODULES.includes(word));
for (const module of chosen.length === 0 ? MODULES : chosen) {
  if ((await runModule(module)) < GOAL) process.exitCode = 1;
}

/** The tests run in a copy: changed code may write and delete files in its directory. */
function copyCheckout() {
  rmSync(COPY, { recursive: true, force: true });
  const listed = execFileSync('git', [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  for (const file of listed.toString().split('\0').filter(Boolean)) cpSync(file, `${COPY}/${file}`);
  for (const modules of ['node_modules', 'bench/mutation/node_modules']) {
    symlinkSync(resolve(modules), `${COPY}/${modules}`);
  }
}

/** Resolves with the percentage of noticed changes. */
async function runModule(module) {
  const startedAt = performance.now();
  const { files, changes: all } = await changesOf(module, only);
  copyCheckout();
  for (const { name, content } of files) writeFileSync(`${COPY}/${name}`, content);

  const shares = Array.from({ length: SHARES }, (_, share) => share);
  const reaches = shares.map((share) => `${DIRECTORY}/${module}-reach-${share}.jsonl`);
  const journals = shares.map((share) => `${DIRECTORY}/${module}-${share}.jsonl`);
  const plan = `${DIRECTORY}/${module}-plan.json`;
  await Promise.all(
    shares.map((share) => runShare({ module, journal: reaches[share], share, plan: '' })),
  );

  const changes = all.filter((_, n) => n % step === 0);
  const ids = new Set(changes.map(({ id }) => id));
  for (const testsPerChange of words.includes('quick') ? [QUICK_TESTS] : [QUICK_TESTS, Infinity]) {
    const reached = reaches.flatMap((reach) => new Journal(reach).entries);
    writePlan(plan, { ids, testsPerChange, entries: reached });
    await Promise.all(
      shares.map((share) => runShare({ module, journal: journals[share], share, plan })),
    );
  }
  const entries = [...reaches, ...journals].flatMap((journal) => new Journal(journal).entries);
  const { score, summary, byFile, broken, unnoticed } = reportOf(changes, entries);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const lines = [...byFile, ...broken, `${module} in ${seconds} s: ${summary}`];
  writeFileSync(`${DIRECTORY}/${module}.txt`, [...lines, ...unnoticed, ''].join('\n'));
  process.stdout.write(`${lines.join('\n')}\n`);
  return score;
}

/** Starts the tests anew until they have tried each change of this share. */
async function runShare({ module, journal, share, plan }) {
  const env = {
    ...process.env,
    MODULE: module,
    MUTATION_JOURNAL: journal,
    MUTATION_SHARE: String(share),
    MUTATION_SHARES: String(SHARES),
    MUTATION_PLAN: plan,
  };
  let wasKilled = true;
  while (wasKilled) {
    new Journal(journal).append({ kind: 'start' });
    // The plan needs each test once. A change may need any test.
    const part = plan === '' ? [`--shard=${share + 1}/${SHARES}`] : [];
    wasKilled = await runTests(env, journal, part);
  }
}

/** Resolves when vitest has ended, with whether it was killed before it had run each test. */
async function runTests(env, journal, options) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', CONFIG, ...options];
  const tests = spawn(process.execPath, args, {
    cwd: COPY,
    env,
    detached: true,
    stdio: 'ignore',
  });
  const watch = setInterval(() => {
    if (Date.now() - statSync(journal).mtimeMs < SILENT_MS) return;
    const found = new Journal(journal);
    const id = found.crashedAt();
    if (id !== undefined) found.append({ kind: 'endless', id, why: 'silent' });
    killGroup(tests.pid);
  }, 5_000);
  const signal = await new Promise((resolve) => tests.once('exit', (_code, by) => resolve(by)));
  clearInterval(watch);
  killGroup(tests.pid);
  const found = new Journal(journal);
  const id = found.crashedAt();
  if (id !== undefined) found.append({ kind: 'failed', id, why: 'its process ended' });
  return signal !== null || id !== undefined;
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
