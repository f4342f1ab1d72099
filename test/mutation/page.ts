import { LEAST_PERCENT, type Score, type Survivor } from './score.ts';

export interface Circumstances {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly tookMs: number;
}

/** One room's part of `test/MUTATION.md`. */
export function sectionOf(room: string, score: Score, circumstances: Circumstances): string {
  const { date, machine, node, tookMs } = circumstances;
  const dead = score.killed + score.hung;
  const verdict = score.percent >= LEAST_PERCENT ? 'reached' : '**missed**';
  return [
    `## ${room}`,
    `${date}, Node ${node}, ${machine}, ${Math.round(tookMs / 60_000)} min.`,
    `**${score.percent.toFixed(1)} %** of covered mutants killed; the goal of ${LEAST_PERCENT} % is ${verdict}.`,
    `${dead} killed (${score.hung} of them ran too long), ${score.survivors.length} survived, ` +
      `${score.equivalent.length} equivalent, ${score.uncovered} in lines that no test of the room runs, ` +
      `${score.fixed} in what is worked out once, when a file is loaded (not tried).`,
    ...listOf('Survivors', score.survivors, () => ''),
    ...listOf('Equivalent', score.equivalent, ({ because }) => `: ${because}`),
  ].join('\n\n');
}

function listOf<Item extends Survivor>(
  title: string,
  items: readonly Item[],
  more: (item: Item) => string,
): string[] {
  if (items.length === 0) return [];
  const lines = items.map(
    (item) =>
      `- ${item.file}:${item.lineNumber} \`${item.line}\` → \`${flat(item.replacement)}\`${more(item)}`,
  );
  return [`<details><summary>${title}</summary>\n\n${lines.join('\n')}\n\n</details>`];
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** The page with one room's section made anew, or added at its end. */
export function withSection(page: string, room: string, section: string): string {
  const [head = '', ...sections] = page.split(/^(?=## )/m);
  const others = sections.filter((text) => !text.startsWith(`## ${room}\n`));
  const all = [...others, section].map((text) => text.trim()).sort();
  return `${[head.trim(), ...all].join('\n\n')}\n`;
}
