import type { Bench, Cell, Findings, Goal, Table } from './bench.ts';

/** What stands beside the figures: they are worth nothing without it. */
export interface Circumstances {
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly libraries: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Sizes that only show that a bench runs. */
  readonly tiny: boolean;
}

export interface Section {
  readonly title: string;
  readonly findings: Findings;
  readonly tookMs: number;
}

const TINY = 'Tiny sizes: the figures mean nothing.';

const HEAD = `# Measured

Written by \`npm run bench\`: the benches that are run get a new section each, and the sections of the others stay. Figures are for comparing within a section; ratios travel, rates do not. [RESULTS.md](RESULTS.md) has the goals alone.`;

const SUMMARY_HEAD = `# Goals and figures

Written by \`npm run bench\` from [DETAILS.md](DETAILS.md), which has every table, how each was measured, and why a goal was not reached. Bare is a bot of the same libraries that keeps nothing and answers a constant. What one would pick instead of this bot, or of the part that is measured, has its figures from the same run.`;

/**
 * `test/bench/DETAILS.md` with what was run written anew.
 * @param page the page as it stands, or ''
 * @param titles those of all benches, in their order; what has another title goes
 */
export function resultsPage(page: string, made: readonly string[], titles: readonly string[]): string {
  const [, ...kept] = page.split(/^(?=## )/m);
  const found = new Map([...kept, ...made].map((text) => [titleOf(text), text.trim()]));
  return `${[HEAD, ...titles.flatMap((title) => found.get(title) ?? [])].join('\n\n')}\n`;
}

const GOAL = /^- (Reached|\*\*Not reached\*\*): (.*?)\. Measured: (.*?)\.(?= |$)/gm;

/**
 * `test/bench/RESULTS.md`: what was to be reached, whether it was, and the figure, of all benches on one page.
 * @param details the page that {@link resultsPage} makes
 * @param older the same of an older Node.js, or '': its figures stand beside those of the same goals
 * @param benches all, which say how their tables compare with what one would pick instead
 */
export function summaryPage(details: string, older: string, benches: Iterable<Bench>): string {
  const compare = new Map(Array.from(benches, ({ title, instead }) => [title, instead]));
  const [, ...sections] = details.split(/^(?=## )/m);
  const olderSections = new Map(older.split(/^(?=## )/m).map((section) => [titleOf(section), section]));
  const parts = sections.map((section) => {
    const { date, node } = circumstancesOf(section);
    const olderSection = olderSections.get(titleOf(section)) ?? '';
    const before = new Map(goalsIn(olderSection).map(({ goal, measured }) => [goal, measured]));
    const rows = goalsIn(section).map(({ goal, reached, measured }) => [
      ...[goal, reached, measured],
      ...(before.size > 0 ? [before.get(goal) ?? ''] : []),
    ]);
    const columns = ['goal', 'reached', 'measured'];
    if (before.size > 0) columns.push(circumstancesOf(olderSection).node);
    const head = `## ${titleOf(section)}\n\n${date}, ${node}${section.includes(TINY) ? `. ${TINY}` : ''}`;
    const [picture] = /^!\[.*\]\(.*\)$/m.exec(section) ?? [];
    const shown = picture === undefined ? head : `${head}\n\n${picture}`;
    const instead = comparison(section, compare.get(titleOf(section)));
    return [shown, tableText({ title: '', columns, rows }), ...instead].join('\n\n');
  });
  return `${[SUMMARY_HEAD, ...parts].join('\n\n')}\n`;
}

/** What one would pick instead, with the figures of a section; nothing where it lacks one of them. */
function comparison(section: string, instead: Bench['instead'] | undefined): readonly string[] {
  const tables = new Map(
    [...section.matchAll(/^\*\*(.*)\*\*\n\n((?:\|.*\|\n?)+)/gm)].map(([, title = '', lines = '']) => {
      const [, , ...rows] = lines.trim().split('\n').map(cellsOf);
      return [title, rows] as const;
    }),
  );
  let isWhole = instead !== undefined;
  const cell: Cell = (table, row, column) => {
    const rows = tables.get(table);
    const cells = typeof row === 'number' ? rows?.at(row) : rows?.find(([name]) => name === row);
    const figure = cells?.[column] ?? '';
    if (figure === '') isWhole = false;
    return figure;
  };
  const said = instead?.(cell) ?? '';
  return isWhole ? [`Instead: ${said}`] : [];
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function circumstancesOf(section: string): { readonly date: string; readonly node: string } {
  const [, date = '', node = ''] = /Measured on (\S+), .*?, (Node \S+),/.exec(section) ?? [];
  return { date, node };
}

function goalsIn(section: string) {
  return [...section.matchAll(GOAL)].map(([, said = '', goal = '', measured = '']) => ({
    goal,
    reached: said === 'Reached' ? 'yes' : '**no**',
    measured,
  }));
}

function titleOf(section: string): string {
  return /^## (.*)$/m.exec(section)?.[1] ?? '';
}

export function sectionText({ title, findings, tookMs }: Section, circumstances: Circumstances): string {
  return [
    `## ${title}`,
    findings.about,
    ...(findings.chart === undefined ? [] : [`![${findings.chart.title}](${findings.chart.file})`]),
    ...findings.tables.map((table) => `**${table.title}**\n\n${tableText(table)}`),
    ...(findings.goals.length === 0 ? [] : [findings.goals.map(goalText).join('\n')]),
    `Took ${Math.round(tookMs / 1_000)} s. ${circumstancesText(circumstances)}`,
  ].join('\n\n');
}

function circumstancesText({ date, machine, node, libraries, seed, tiny }: Circumstances): string {
  const versions = Object.entries(libraries).map(([name, version]) => `${name} ${version}`);
  const size = tiny ? ` ${TINY}` : '';
  return `Measured on ${date}, ${machine}, Node ${node}, seed ${seed}; ${versions.join(', ')}.${size}`;
}

function goalText({ goal, measured, isReached, why }: Goal): string {
  const told = `- ${isReached ? 'Reached' : '**Not reached**'}: ${goal}. Measured: ${measured}.`;
  return isReached || why === undefined ? told : `${told} ${why}`;
}

/** A table as it stands in Markdown, with its columns in line, so that it is read as well on a screen. */
export function tableText({ columns, rows }: Table): string {
  const widths = columns.map((column, index) =>
    Math.max(3, column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, index) => pad(cells[index] ?? '', width, index)).join(' | ')} |`;
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

function pad(cell: string, width: number, index: number): string {
  return index === 0 ? cell.padEnd(width) : cell.padStart(width);
}
