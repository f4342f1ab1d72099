import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answers } from './answers.ts';
import type { Bench, Findings, Table } from './bench.ts';
import { day } from './day.ts';
import { largeStore } from './large-store.ts';
import { limiter } from './limiter.ts';
import { lists } from './lists.ts';
import { parser } from './parser.ts';
import { start } from './start.ts';
import { timeToAnswer } from './time-to-answer.ts';

/** In the order of the results. Add yours here. */
const BENCHES: Readonly<Record<string, Bench>> = {
  limiter,
  lists,
  answers,
  'time-to-answer': timeToAnswer,
  parser,
  start,
  'large-store': largeStore,
  day,
};
const OUT = 'RESULTS.md';
const USAGE = `Usage: npm run bench -- [--seed 1] [--tiny] [bench …]

Runs these benches, or all: ${Object.keys(BENCHES).join(', ')}.
Prints their tables, and writes the goals to ${OUT}. With --tiny it only shows that they run, and writes nothing.
`;
const HEAD = `# Goals and figures

Written by \`npm run bench\` in \`bench/\`, which prints more. A run replaces the sections of its benches; the last two are by hand. Each section names its day and commit: compare figures within a section only. "Bare" is a bot with the same libraries that stores nothing and always answers the same.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    tiny: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help || positionals.some((name) => !(name in BENCHES))) {
  process.stdout.write(USAGE);
} else {
  const wanted = positionals.length === 0 ? Object.keys(BENCHES) : positionals;
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted.includes(name)) await run(name, bench);
  }
}

/** Runs one bench and writes its section, so that it remains if a later bench fails. */
async function run(name: string, bench: Bench): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-bench-'));
  try {
    const findings = await bench.run({
      seed: Number(values.seed),
      tiny: values.tiny,
      built: fileURLToPath(new URL('..', import.meta.url)),
      directory,
      progress: (text) => void process.stderr.write(`${name}: ${text}\n`),
    });
    const section = sectionOf(bench, findings);
    const tables = findings.tables.map(
      ({ title, ...table }) => `\n### ${title}\n\n${tableText(table)}`,
    );
    process.stdout.write(`${section}\n${findings.about}\n${tables.join('')}\n`);
    if (values.tiny) return;
    await writeFile(OUT, pageWith(bench, section, await readFile(OUT, 'utf8').catch(() => '')));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function sectionOf({ title }: Bench, { goals }: Findings): string {
  const [processor] = cpus();
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const made = `${new Date().toISOString().slice(0, 10)}, ${commit}, Node ${process.versions.node}, ${machine}`;
  const rows = goals.map(({ goal, isReached, measured }) => [
    goal,
    isReached ? 'yes' : '**no**',
    measured,
  ]);
  return `## ${title}\n${tableText({ columns: [made, 'reached', 'measured'], rows })}`;
}

/** The page with this section in place of its earlier one. What no bench writes stays below. */
function pageWith(bench: Bench, section: string, page: string): string {
  const sections = new Map(
    page.split(/^(?=## )/mu).map((text) => [/^## (.*)/u.exec(text)?.[1] ?? '', text]),
  );
  sections.set(bench.title, section);
  const titles = new Set([...Object.values(BENCHES).map(({ title }) => title), ...sections.keys()]);
  const ordered = [...titles].map((title) => title && sections.get(title)?.trimEnd());
  return `${[HEAD.trimEnd(), ...ordered.filter((text) => text)].join('\n\n')}\n`;
}

function tableText({ columns, rows }: Omit<Table, 'title'>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [columns, columns.map(() => '---'), ...rows].map(line).join('');
}
