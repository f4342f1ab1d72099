import type { Findings, Goal, Table } from './bench.ts';

/** What stands above all figures: they are worth nothing without it. */
export interface Circumstances {
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly libraries: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly notRun: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly findings: Findings;
  readonly tookMs: number;
}

/** `test/bench/RESULTS.md`, made anew by every run: what was not run is not in it. */
export function resultsPage(circumstances: Circumstances, sections: readonly Section[]): string {
  const { date, machine, node, libraries, seed, notRun } = circumstances;
  return [
    '# Measured',
    'Written by `npm run bench`, all in one run on one machine. Figures are for comparing within this page; ratios travel, rates do not.',
    [
      `- ${date}`,
      `- ${machine}`,
      `- Node ${node}`,
      `- ${Object.entries(libraries)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}`,
      `- seed ${seed}`,
      ...(notRun.length === 0 ? [] : [`- not run this time: ${notRun.join(', ')}`]),
    ].join('\n'),
    ...sections.map(sectionText),
  ]
    .join('\n\n')
    .concat('\n');
}

function sectionText({ title, findings, tookMs }: Section): string {
  return [
    `## ${title}`,
    findings.about,
    ...findings.tables.map((table) => `**${table.title}**\n\n${tableText(table)}`),
    ...(findings.goals.length === 0 ? [] : [findings.goals.map(goalText).join('\n')]),
    `Took ${Math.round(tookMs / 1_000)} s.`,
  ].join('\n\n');
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
