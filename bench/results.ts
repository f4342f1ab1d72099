import type { Bench, Cell, Findings, Goal, Table } from './bench.ts';

/** The conditions of a run, without which its figures mean nothing. */
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
  readonly bench: Bench;
  readonly findings: Findings;
  readonly tookMs: number;
}

const TINY = 'Tiny sizes: the figures mean nothing.';

const HEAD = `# Goals and figures

Written by \`npm run bench\` in \`bench/\`, which also prints every table. A run replaces the sections of its benches and keeps the others. Compare figures within a section only. Bare is a bot of the same libraries that stores nothing and answers a constant.`;

/**
 * The page with the new sections in it.
 * @param page the page as it is, or ''
 * @param titles those of all benches, in their order; a section with another title is dropped
 */
export function resultsPage(page: string, made: readonly string[], titles: readonly string[]): string {
  const [, ...kept] = page.split(/^(?=## )/m);
  const found = new Map([...kept, ...made].map((text) => [titleOf(text), text.trim()]));
  return `${[HEAD, ...titles.flatMap((title) => found.get(title) ?? [])].join('\n\n')}\n`;
}

function titleOf(section: string): string {
  return /^## (.*)$/m.exec(section)?.[1] ?? '';
}

/** The goals of a bench, the measured values, and its figures beside those of the alternatives. */
export function sectionText({ bench, findings }: Section, { date, node, tiny }: Circumstances): string {
  const { chart, goals, tables } = findings;
  const rows = goals.map(({ goal, isReached, measured }) => [goal, isReached ? 'yes' : '**no**', measured]);
  return [
    `## ${bench.title}`,
    `${date}, Node ${node}${tiny ? `. ${TINY}` : ''}`,
    ...(chart === undefined ? [] : [`![${chart.title}](${chart.file})`]),
    tableText({ title: '', columns: ['goal', 'reached', 'measured'], rows }),
    `Instead: ${bench.instead(cellOf(tables))}`,
  ].join('\n\n');
}

function cellOf(tables: readonly Table[]): Cell {
  return (title, row, column) => {
    const rows = tables.find((table) => table.title === title)?.rows;
    const cells = typeof row === 'number' ? rows?.at(row) : rows?.find(([name]) => name === row);
    const figure = cells?.[column];
    if (figure === undefined) throw new Error(`the table "${title}" has no column ${column} in row ${row}`);
    return figure;
  };
}

/** All that a bench found, for the screen. */
export function findingsText({ bench, findings, tookMs }: Section, circumstances: Circumstances): string {
  return [
    bench.title,
    findings.about,
    ...findings.tables.map((table) => `${table.title}\n\n${tableText(table)}`),
    findings.goals.map(goalText).join('\n'),
    `Took ${Math.round(tookMs / 1_000)} s. ${circumstancesText(circumstances)}`,
  ].join('\n\n');
}

function circumstancesText({ date, machine, node, libraries, seed, tiny }: Circumstances): string {
  const versions = Object.entries(libraries).map(([name, version]) => `${name} ${version}`);
  const size = tiny ? ` ${TINY}` : '';
  return `Measured on ${date}, ${machine}, Node ${node}, seed ${seed}; ${versions.join(', ')}.${size}`;
}

function goalText({ goal, measured, isReached, why }: Goal): string {
  const text = `${isReached ? 'reached' : 'NOT REACHED'}: ${goal} (${measured})`;
  return isReached || why === undefined ? text : `${text} ${why}`;
}

/** A Markdown table with aligned columns, so that it is readable on a screen too. */
function tableText({ columns, rows }: Table): string {
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
