/**
 * What a night has time for: every test with as many cases as `test/support/nightly.ts` says, a
 * thousand kills on each store, all drawn pictures, and the whole suite at other dates, in other
 * time zones and languages.
 *
 *   npm run test:nightly                        all of it
 *   npm run test:nightly -- leap-day tokyo      some of it
 *   npm run test:nightly -- tokyo test/format   some tests of it
 *
 * The model plays its 10,000 sequences in parts, each in a process and with a seed of its own: a
 * process that has played thousands has grown to gigabytes, and one that breaks a promise is found
 * again with
 *
 *   FUZZ_SEED=… npx vitest run --mode nightly test/model
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const DAY_MS = 86_400_000;
const GERMAN = { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' };

/** How far the clock has to be moved to show this day, at the time of day it is. */
const daysTo = (day) => Math.round((Date.parse(day) - Date.now()) / DAY_MS);

const MODEL = 'test/model/model.night.test.ts';

const RUNS = {
  'many-cases': {
    mode: 'nightly',
    without: [MODEL, 'test/chaos/**', 'test/photos/*.night.test.ts'],
  },
  // As many sequences in each part as that test says.
  model: { mode: 'nightly', only: MODEL, parts: 40 },
  chaos: { mode: 'chaos', only: 'test/chaos' },
  photos: { mode: 'photos', only: 'test/photos', options: ['--no-file-parallelism'] },
  'in-465-days': { shiftDays: 465 },
  'leap-day': { shiftDays: daysTo(`2028-02-29T${new Date().toISOString().slice(11)}`) },
  tokyo: { environment: { TZ: 'Asia/Tokyo', ...GERMAN } },
  'st-johns': { environment: { TZ: 'America/St_Johns', ...GERMAN } },
};

const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/** @returns whether all tests passed */
function run(name, { parts = 1, ...settings }, files) {
  let hasPassed = true;
  for (let part = 1; part <= parts; part += 1) {
    const seed = parts === 1 ? {} : { FUZZ_SEED: String(randomInt(2 ** 31)) };
    const title = parts === 1 ? name : `${name}, part ${part} of ${parts}, seed ${seed.FUZZ_SEED}`;
    process.stdout.write(`\n=== ${title} ===\n`);
    hasPassed = runOnce(settings, files, seed) && hasPassed;
  }
  return hasPassed;
}

function runOnce(
  { mode = 'test', shiftDays = 0, environment = {}, only, without = [], options = [] },
  files,
  more,
) {
  const shifted = {
    CLOCK_SHIFT_MS: String(shiftDays * DAY_MS),
    NODE_OPTIONS: [
      process.env.NODE_OPTIONS ?? '',
      `--import=${new URL('support/clocks/shifted-date.mjs', import.meta.url)}`,
    ].join(' '),
  };
  const which = [
    ...(only === undefined ? files : [only]),
    ...without.flatMap((glob) => ['--exclude', glob]),
    ...options,
  ];
  const { status } = spawnSync(process.execPath, [VITEST, 'run', '--mode', mode, ...which], {
    stdio: 'inherit',
    env: { ...more, ...process.env, ...(shiftDays !== 0 && shifted), ...environment },
  });
  return status === 0;
}

const words = process.argv.slice(2);
const chosen = words.filter((word) => word in RUNS);
const files = words.filter((word) => !(word in RUNS));
const failed = (chosen.length === 0 ? Object.keys(RUNS) : chosen).filter(
  (name) => !run(name, RUNS[name], files),
);
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
