import { areOfOnePhone } from '../../imei/imei.ts';
import { isNearAbove, labelOf, runAbove } from './labels.ts';
import type { Run, Words } from './runs.ts';
import type { NumberLabel } from './titles.ts';

/** Fifteen digits on a picture, and what the words around them say. */
export interface Candidate {
  readonly run: Run;
  /** As read; the check digit may be wrong. */
  readonly digits: string;
  readonly label: NumberLabel;
  /** The number above it, in whose list it stands. */
  readonly above?: Run;
  /** Another number stands so near above it that the words between them may be the caption of that one. */
  readonly isNearOther: boolean;
  /** Two digits behind it, as `*#06#` shows the version of the software. */
  readonly hasVersion: boolean;
}

const LENGTH = 15;
/** Where the groups of a printed IMEI may end. */
const ENDS: ReadonlySet<number> = new Set([2, 6, 8, 14, LENGTH]);
/** Heights of a number between it and the one before a slash. */
const MOST_BETWEEN = 4;
const VERSION = /^(.*\d)\s*\/\s*\d{1,2}$/;

/**
 * The runs that have the form of an IMEI, from the top.
 * @param hasTables a title above a number counts beside words in its row that say nothing of it
 */
export function candidatesIn(words: Words, hasTables = false): readonly Candidate[] {
  const all = words.runs
    .flatMap((run) => {
      const [, before] = VERSION.exec(run.text) ?? [];
      const digits = digitsOf(before ?? run.text);
      if (digits === undefined) return [];
      const above = runAbove(run, words);
      return [
        {
          run,
          digits,
          label: labelOf(run, words, hasTables),
          isNearOther: words.runs.some((one) => one !== run && isNearAbove(one, run)),
          hasVersion: before !== undefined,
          ...(above !== undefined && { above }),
        },
      ];
    })
    .sort((one, other) => one.run.y - other.run.y);
  return all.map((one) =>
    withLabelOf(
      all.find((other) => isBehindSlash(one, other, words)),
      one,
    ),
  );
}

/** The second IMEI of a phone has the label of the first where only a slash is between them: `IMEI: … / …`. */
function withLabelOf(first: Candidate | undefined, second: Candidate): Candidate {
  if (first?.label.kind !== 'imei' || second.label.kind !== 'none') return second;
  if (!areOfOnePhone(first.digits, second.digits)) return second;
  const { kind, place } = first.label;
  return { ...second, label: { kind, ...(place !== undefined && { place }) } };
}

/** Whether a number stands behind another one in its row, with nothing but a slash between. */
function isBehindSlash({ run }: Candidate, { run: before }: Candidate, { others }: Words): boolean {
  const end = before.x + before.width;
  if (run.x < end || run.x - end > MOST_BETWEEN * run.height || Math.abs(run.y - before.y) > run.height / 2)
    return false;
  const between = others.filter(
    (word) => word.x >= end - run.height && word.x < run.x && Math.abs(word.y - run.y) < run.height,
  );
  return between.length > 0 && between.every(({ text }) => text === '/');
}

/** Fifteen digits in one piece or in the groups of an IMEI; undefined for anything else, which is never cut or filled up. */
export function digitsOf(text: string): string | undefined {
  const groups = text.split(/[\s./-]+/).filter((group) => group !== '');
  let end = 0;
  for (const group of groups) {
    end += group.length;
    if (!ENDS.has(end)) return undefined;
  }
  return end === LENGTH ? groups.join('') : undefined;
}
