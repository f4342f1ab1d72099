import type { TextLabel } from './label-words.ts';
import { isNearAbove, labelOf, runAbove } from './labels.ts';
import type { Run, Words } from './runs.ts';

/** Fifteen digits on a picture, and what the words around them say. */
export interface Candidate {
  readonly run: Run;
  /** As read; the check digit may be wrong. */
  readonly digits: string;
  readonly label: TextLabel;
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
const VERSION = /^(.*\d)\s*\/\s*\d{1,2}$/;

/**
 * The runs that have the form of an IMEI, from the top.
 * @param hasTables a title above a number counts beside words in its row that say nothing of it
 */
export function candidatesIn(words: Words, hasTables = false): readonly Candidate[] {
  return words.runs
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
