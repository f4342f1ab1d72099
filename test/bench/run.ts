import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { BENCHES } from './benches.ts';
import { chartSvg } from './chart.ts';
import { resultsPage, type Section, sectionText, summaryPage, tableText } from './results.ts';

const USAGE = `Usage: npm run bench -- [options] [bench …]

  --seed 1      for all that is made up
  --out FILE    where the results go, beside those of other benches; test/bench/DETAILS.md without this
                A page of the goals alone, RESULTS.md, goes beside it. With an older Node.js, write to DETAILS.older.md:
                its figures stand beside those of DETAILS.md on that page
  --tiny        sizes that only show that the benches run
  --help        this text

Without a name all run: ${[...BENCHES.keys()].join(', ')}.`;

const OUT = 'test/bench/DETAILS.md';
const SUMMARY = 'RESULTS.md';
/** The same of an older Node.js. */
const OLDER = 'DETAILS.older.md';

/** Where a program's words go: `process` is one. */
export interface Screen {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export interface Places {
  /** The directory of the project. */
  readonly root: string;
  /** The one in which it stands as JavaScript. */
  readonly built: string;
}

/**
 * Runs the benches that are asked for, one after the other, and writes each one's results down.
 * @param words what stands after `npm run bench --`
 * @returns the exit code
 */
export async function runBenches(
  words: readonly string[],
  { root, built }: Places,
  screen: Screen,
): Promise<number> {
  const asked = parse(words);
  if ('problem' in asked) {
    screen.stderr.write(`${asked.problem}\n\n${USAGE}\n`);
    return 78;
  }
  if (asked.help) {
    screen.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { seed, tiny } = asked;
  const circumstances = { ...(await machine(root)), seed, tiny };
  const file = resolve(root, asked.out);
  const isOlder = basename(file) === OLDER;
  for (const name of asked.names) {
    const measured = await runOne(name, { ...asked, built }, screen);
    const { chart, ...findings } = measured.findings;
    // The pictures are of the newer one.
    const section = sectionText(isOlder ? { ...measured, findings } : measured, circumstances);
    if (!isOlder && chart !== undefined)
      await writeFile(join(dirname(file), chart.file), await chartSvg(chart));
    const titles = Array.from(BENCHES.values(), ({ title }) => title);
    // At once: what was measured stays also if a later bench fails.
    const details = resultsPage(await readFile(file, 'utf8').catch(() => ''), [section], titles);
    await writeFile(file, details);
    const other = join(dirname(file), isOlder ? basename(OUT) : OLDER);
    const others = await readFile(other, 'utf8').catch(() => '');
    const pages = isOlder ? ([others, details] as const) : ([details, others] as const);
    const summary = summaryPage(...pages, BENCHES.values());
    await writeFile(join(dirname(file), SUMMARY), summary);
  }
  screen.stderr.write(`Written to ${asked.out}\n`);
  return 0;
}

interface Asked {
  readonly names: readonly string[];
  readonly seed: number;
  readonly out: string;
  readonly tiny: boolean;
  readonly help: boolean;
}

function parse(words: readonly string[]): Asked | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        seed: { type: 'string', default: '1' },
        out: { type: 'string', default: OUT },
        tiny: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const unknown = positionals.find((name) => !BENCHES.has(name));
    if (unknown !== undefined) return { problem: `There is no bench "${unknown}".` };
    if (!/^\d{1,9}$/.test(values.seed))
      return { problem: `--seed takes a whole number, not "${values.seed}".` };
    const names = positionals.length === 0 ? [...BENCHES.keys()] : positionals;
    return { ...values, names, seed: Number(values.seed) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function runOne(
  name: string,
  { seed, tiny, built }: Asked & Pick<Places, 'built'>,
  screen: Screen,
): Promise<Section> {
  const bench = BENCHES.get(name);
  if (bench === undefined) throw new Error(`there is no bench ${name}`);
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-bench-'));
  const startedAt = performance.now();
  try {
    const progress = (text: string): void => void screen.stderr.write(`${name}: ${text}\n`);
    const findings = await bench.run({ seed, tiny, built, directory, progress });
    screen.stdout.write(`\n${bench.title}\n`);
    for (const table of findings.tables) screen.stdout.write(`\n${table.title}\n\n${tableText(table)}\n`);
    for (const { goal, measured, isReached } of findings.goals)
      screen.stdout.write(`\n${isReached ? 'reached' : 'NOT REACHED'}: ${goal} (${measured})`);
    screen.stdout.write('\n');
    return { title: bench.title, findings, tookMs: performance.now() - startedAt };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const packageSchema = z.object({ version: z.string() });

const LIBRARIES = [
  ...['bottleneck', 'p-queue', 'p-throttle', '@grammyjs/transformer-throttler', 'bullmq'],
  ...['keyv', '@keyv/sqlite', 'sqlite3', 'validator', 'tinybench'],
  ...['discord.js', '@discordjs/ws', '@discordjs/rest', 'grammy'],
];

async function machine(root: string) {
  const versions = await Promise.all(
    LIBRARIES.map(async (name) => {
      const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8');
      return [name, packageSchema.parse(JSON.parse(text)).version] as const;
    }),
  );
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} × ${processors[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`,
    node: process.versions.node,
    libraries: Object.fromEntries(versions),
  };
}
