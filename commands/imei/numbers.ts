import type { InvocationContext } from '../../src/core/command.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { TableNumbers } from '../../src/files/tables/numbers.ts';
import { correctedIn, keyOf } from '../../src/format/imei/numbers.ts';
import type { Detail } from '../../src/format/imei/outcome.ts';
import { findImeis } from '../../src/imei/find.ts';
import type { Findings, FoundImei, FoundProblem, UnsureImei } from '../../src/imei/findings.ts';
import type { Imei } from '../../src/imei/imei.ts';
import type { BotServices } from '../services.ts';

/** One use of `/imei`, with the services that answer it. */
export interface ImeiUse {
  readonly services: BotServices;
  readonly invocation: InvocationContext;
  readonly text: string;
  /** The file to answer, with or without a text. */
  readonly file: FileReference | undefined;
  readonly detail: Detail;
  /** Pays for a new check even if an answer is cached. */
  readonly fresh: boolean;
  /** Checks a long list without asking first. */
  readonly confirmed: boolean;
  /** Also checks all numbers that have to be confirmed, and those that can be corrected. */
  readonly anyway: boolean;
  /** The keys of the confirmed numbers, which are checked too. */
  readonly include: readonly string[];
  /** Shows saved answers only, as a reply or as a file: nothing is spent. */
  readonly saved: 'answer' | 'file' | undefined;
}

/** The key of refused numbers that can be corrected: see {@link keyOf}. */
export const CORRECTED = 'corrected';

/** What is in the text of a message. */
export function findingsIn({ services, text }: ImeiUse): Findings {
  return findImeis(text, { known: (tac) => services.tacName(tac) !== undefined });
}

/** The findings of several texts and files as one, in their order and each IMEI once; a found one needs no confirmation. */
export function merge(all: readonly Findings[]): Findings {
  const listed = all.flatMap(({ found }) => found);
  const found = new Map<Imei, FoundImei>();
  for (const one of listed) if (!found.has(one.imei)) found.set(one.imei, one);
  const unsure = new Map<Imei, UnsureImei>();
  for (const one of all.flatMap((each) => each.unsure))
    if (!found.has(one.imei) && !unsure.has(one.imei)) unsure.set(one.imei, one);
  const repeated = all.reduce((sum, { duplicates }) => sum + duplicates, 0);
  return {
    found: [...found.values()],
    unsure: [...unsure.values()],
    problems: all.flatMap(({ problems }) => problems),
    duplicates: repeated + listed.length - found.size,
  };
}

/** The findings of a text or file with the confirmed and corrected numbers that are checked too, line by line. */
export function withIncluded({ anyway, include }: ImeiUse, findings: Findings): Findings {
  const isIncluded = (key: string): boolean => anyway || include.includes(key);
  const correctionOf = ({ problem }: FoundProblem): Imei | undefined =>
    isIncluded(CORRECTED) ? correctedIn(problem) : undefined;
  const { found, unsure, problems } = findings;
  const included = unsure
    .filter(({ why }) => isIncluded(keyOf(why)))
    .map(({ why: _, ...one }) => one);
  const corrected = problems.flatMap((one) => {
    const imei = correctionOf(one);
    return imei === undefined ? [] : [{ imei, from: 'imei' as const, line: one.line }];
  });
  const also = [...included, ...corrected];
  return merge([
    {
      ...findings,
      found:
        also.length === 0
          ? found
          : [...found, ...also].toSorted((one, other) => one.line - other.line),
      problems: problems.filter((one) => correctionOf(one) === undefined),
    },
  ]);
}

/** The numbers of a table in the form of a text's, in the order of the rows. */
export function tableFindings({ sheets, unsure }: TableNumbers): Findings {
  const numbers = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.numbers));
  return {
    found: numbers.flatMap((one) => (one.kind === 'found' ? [one.found] : [])),
    unsure: [
      ...numbers.flatMap((one) => (one.kind === 'unsure' ? [one.unsure] : [])),
      ...unsure.flatMap((column) => column.numbers),
    ],
    problems: numbers.flatMap((one) => (one.kind === 'problem' ? [one.problem] : [])),
    duplicates: 0,
  };
}

export function isEmpty({ found, unsure, problems }: Findings): boolean {
  return found.length + unsure.length + problems.length === 0;
}
