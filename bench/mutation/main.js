/**
 * Changes the source of a module at one place after the other, and counts the changes that its tests notice.
 *
 *   npm run mutation                                          all modules
 *   npm run mutation -- limiter imei                          some of them
 *   npm run mutation -- limiter --mutate src/limiter/job.ts   a part of one; the options are those of `stryker run`
 *
 * Fails below 80 % of them. `dist/mutation/MODULE.html` shows the others.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MODULES = ['limiter', 'imei', 'checks', 'requests', 'store', 'adapters'];
const STRYKER = fileURLToPath(
  new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url),
);
const CONFIG = 'bench/mutation/stryker.config.js';

const words = process.argv.slice(2);
const chosen = words.filter((word) => MODULES.includes(word));
const options = words.filter((word) => !MODULES.includes(word));
for (const module of chosen.length === 0 ? MODULES : chosen) {
  const env = { ...process.env, MODULE: module };
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', CONFIG, ...options], {
    stdio: 'inherit',
    env,
  });
  if (status !== 0) process.exitCode = 1;
}
