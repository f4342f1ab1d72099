import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { BENCHES } from './benches.ts';
import { chartSvg } from './chart.ts';
import { type Circumstances, findingsText, resultsPage, type Section, sectionText } from './results.ts';

const OUT = 'RESULTS.md';

const USAGE = `Usage: npm run bench -- [options] [bench …]

  --seed 1      for everything that is generated
  --out FILE    where the goals and charts go, ${OUT} without this
  --tiny        sizes that only show that the benches run
  --help        this text

Without a name all run: ${[...BENCHES.keys()].join(', ')}.`;

/**
 * Runs the requested benches, one after the other, and writes down the results of each.
 * @param words the arguments after `npm run bench --`
 * @param built the directory with the compiled project
 * @returns the exit code
 */
export async function runBenches(words: readonly string[], built: string): Promise<number> {
  const asked = parse(words);
  if ('problem' in asked) {
    process.stderr.write(`${asked.problem}\n\n${USAGE}\n`);
    return 78;
  }
  if (asked.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { seed, tiny, out } = asked;
  const circumstances = { ...(await machine()), seed, tiny };
  const titles = Array.from(BENCHES.values(), ({ title }) => title);
  for (const name of asked.names) {
    const section = await runOne(name, { ...asked, built });
    process.stdout.write(`\n${findingsText(section, circumstances)}\n`);
    const { chart } = section.findings;
    if (chart !== undefined) await writeFile(join(dirname(out), chart.file), await chartSvg(chart));
    // After each bench, so that its results remain if a later one fails.
    const page = await readFile(out, 'utf8').catch(() => '');
    await writeFile(out, resultsPage(page, [sectionText(section, circumstances)], titles));
  }
  process.stderr.write(`Written to ${out}\n`);
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

async function runOne(name: string, { seed, tiny, built }: Asked & { built: string }): Promise<Section> {
  const bench = BENCHES.get(name);
  if (bench === undefined) throw new Error(`there is no bench ${name}`);
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-bench-'));
  const startedAt = performance.now();
  try {
    const progress = (text: string): void => void process.stderr.write(`${name}: ${text}\n`);
    const findings = await bench.run({ seed, tiny, built, directory, progress });
    return { bench, findings, tookMs: performance.now() - startedAt };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const packageSchema = z.object({ version: z.string() });

const LIBRARIES = [
  ...['bottleneck', 'p-queue', 'p-throttle', '@grammyjs/transformer-throttler'],
  ...['keyv', '@keyv/sqlite', 'sqlite3', 'validator', 'tinybench'],
  ...['discord.js', 'grammy'],
];

async function machine(): Promise<Omit<Circumstances, 'seed' | 'tiny'>> {
  const versions = await Promise.all(LIBRARIES.map(async (name) => [name, await versionOf(name)] as const));
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} × ${processors[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`,
    node: process.versions.node,
    libraries: Object.fromEntries(versions),
  };
}

async function versionOf(library: string): Promise<string> {
  // Not by `require.resolve`: most packages export no package.json.
  for (const folder of createRequire(import.meta.url).resolve.paths(library) ?? []) {
    const text = await readFile(join(folder, library, 'package.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return packageSchema.parse(JSON.parse(text)).version;
  }
  throw new Error(`${library} is not installed`);
}
