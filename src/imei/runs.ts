/** A run of ASCII letters and digits in a line. */
export interface Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isNumber: boolean;
}

/** Runs of digits that stand so close that they may be one number, with what stands between them. */
export interface Chain {
  readonly runs: readonly Run[];
  /** `gaps[i]` stands between `runs[i]` and `runs[i + 1]`. */
  readonly gaps: readonly string[];
}

const RUN = /[0-9A-Za-z]+/gu;
const NUMBER = /^[0-9]+$/u;
/** A space or two, or one dash, slash, dot or underscore with or without spaces around it. */
const JOINER = /^(?: {1,3}| ?[-./_] ?)$/u;

/** All runs of letters and digits of a line, in order. */
export function runsOf(line: string): readonly Run[] {
  return [...line.matchAll(RUN)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
    isNumber: NUMBER.test(text),
  }));
}

/** The chains of numbers among the runs of a line. */
export function chainsOf(line: string, runs: readonly Run[]): readonly Chain[] {
  const chains: Chain[] = [];
  let open: { runs: Run[]; gaps: string[] } | undefined;
  for (const run of runs) {
    const before = open?.runs.at(-1);
    if (!run.isNumber) {
      open = undefined;
      continue;
    }
    // Longer gaps join nothing, and are not worth cutting out.
    const gap =
      before !== undefined && run.start - before.end <= 3 ? line.slice(before.end, run.start) : undefined;
    if (open !== undefined && gap !== undefined && JOINER.test(gap)) {
      open.runs.push(run);
      open.gaps.push(gap);
    } else {
      open = { runs: [run], gaps: [] };
      chains.push(open);
    }
  }
  return chains;
}
