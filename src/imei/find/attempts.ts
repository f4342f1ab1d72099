import { isMistyped } from '../number/letters.ts';
import { isDialledAbroad, isEpoch, isTimestamp, otherNumber } from '../number/other-numbers.ts';
import { type KnownTac, readNumber } from '../number/read.ts';
import type { ImeiProblem } from '../number/reading.ts';
import type { Chain } from '../text/chains.ts';
import { isDialled, type NumberContext } from './meaning.ts';

/** Shortest group that is a number of its own: a phone number without its prefix. */
const SHORTEST_NUMBER = 7;
/** Digits behind the word IMEI count as an attempt within these lengths. */
const LABELLED = { least: 11, most: 20 };
/** Lengths close to an IMEI's; on a line with words, numbers of other lengths are something else. */
const NEARLY = { least: 13, most: 17 };

/** Number of groups that are enough to recognise the form of a number. */
const MOST_SIZES = 5;
const DATE_SIZES = /^(?:4-[12]-[12]|[12]-[12]-4|2-2-2)(?:-|$)/;
const ADDRESS_SIZES = /^[1-3]-[1-3]-[1-3]-[1-3](?:-|$)/;

/**
 * What is wrong with a chain that does not have the shape of an IMEI; undefined if it was hardly meant as one.
 * @param characters those of all its groups
 */
export function attemptProblem(
  chain: Chain,
  characters: string,
  context: NumberContext,
): ImeiProblem | undefined {
  if (isMoment(chain, characters) || isPointed(chain) || isPartOfName(chain)) return undefined;
  const problem = problemOf(chain, characters, context.known);
  return problem !== undefined && isTold(problem, { chain, characters, context }) ? problem : undefined;
}

function problemOf(chain: Chain, characters: string, known: KnownTac): ImeiProblem | undefined {
  const what = otherNumber(characters);
  if (what !== undefined) return { kind: 'looks-like', what };
  if (chain.label.kind === 'other') return undefined;
  if (isPhone(chain, characters)) return { kind: 'looks-like', what: 'phone' };
  const result = readNumber(characters, known);
  if (result.ok || result.problem.kind === 'unassigned') return undefined;
  // In groups that no IMEI is printed in, the digits may just as well be several numbers.
  return result.problem.kind === 'letter' && !isMistyped(characters) ? undefined : result.problem;
}

interface Attempt {
  readonly chain: Chain;
  readonly characters: string;
  readonly context: NumberContext;
}

function isTold(problem: ImeiProblem, { chain, characters, context }: Attempt): boolean {
  const { length } = characters;
  switch (context.standing) {
    case 'whole':
      return true;
    case 'labelled':
      return problem.kind === 'looks-like' || (length >= LABELLED.least && length <= LABELLED.most);
    case 'asked':
      if (problem.kind === 'looks-like') return problem.what !== 'phone';
      return chain.groups.length === 1 && !isEpoch(characters);
    case 'line':
      return chain.groups.length === 1 && isNearlyImei(problem, characters);
    case 'prose':
      return false;
  }
}

function isNearlyImei({ kind }: ImeiProblem, characters: string): boolean {
  const { length } = characters;
  return kind !== 'looks-like' && length >= NEARLY.least && length <= NEARLY.most && !isEpoch(characters);
}

/** A date, or a day with a time, in groups or in one run. */
function isMoment({ groups, gaps }: Chain, characters: string): boolean {
  const isDate = gaps[0] === gaps[1] && /^[-./]$/.test(gaps[0] ?? '') && DATE_SIZES.test(sizesOf(groups));
  return isDate || isTimestamp(characters);
}

/** A decimal fraction or an IP address. */
function isPointed({ groups, gaps }: Chain): boolean {
  if (gaps[0] !== '.') return false;
  return gaps.length === 1 || (gaps[1] === '.' && gaps[2] === '.' && ADDRESS_SIZES.test(sizesOf(groups)));
}

/** The end of an identifier: `550e8400-e29b-41d4-a716-446655440000`. */
function isPartOfName({ attached, lead, label }: Chain): boolean {
  return attached && label.kind !== 'imei' && /^[-._/]+$/.test(lead);
}

/** Written as people write phone numbers, or two of them in a row. */
function isPhone(chain: Chain, characters: string): boolean {
  const { groups, gaps } = chain;
  const { length } = characters;
  if (isDialled(chain) || isDialledAbroad(characters) || /^0[1-9]\d{8,9}$/.test(characters)) return true;
  if ((length === 10 || length === 11) && /^(?:1-)?3-3-4$/.test(sizesOf(groups))) return true;
  if (gaps.some((gap) => /[()]/.test(gap)) && length >= SHORTEST_NUMBER && length < 14) return true;
  return groups.filter(({ text }) => text.length >= SHORTEST_NUMBER).length > 1;
}

function sizesOf(groups: Chain['groups']): string {
  return groups
    .slice(0, MOST_SIZES)
    .map(({ text }) => text.length)
    .join('-');
}
