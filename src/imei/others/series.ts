import { TAC_LENGTH } from '../imei.ts';

/** Digits of the body that numbers phones: most phones share them. */
const BODY_DIGITS = 2;
/** Longer beginnings are the types of phones themselves. */
const LONGEST = 5;
const END_DIGITS = 2;
/** So many digits alike are no chance. */
const FEWEST_ALIKE = 6;
/** The share of the numbers that begin alike, and of their types that no other of them has. */
const MOST = 0.75;

/**
 * Whether different numbers in the form of IMEIs are counted by somebody else than those who make phones: nearly all begin with
 * the same digits, and yet each is of another type (TAC). A list of phones has several of one type, or types that have
 * little in common, as they were allocated over the years.
 */
export function isSeries(numbers: readonly string[]): boolean {
  for (let length = BODY_DIGITS + 1; length <= LONGEST; length += 1) {
    const alike = mostAlike(numbers, length);
    const types = new Set(alike.map((number) => number.slice(0, TAC_LENGTH)));
    const isChance = (length - BODY_DIGITS) * (alike.length - 1) < FEWEST_ALIKE;
    // Makers got blocks of types that end alike.
    const ends = alike.map((number) => number.slice(TAC_LENGTH - END_DIGITS, TAC_LENGTH));
    const isBlock = mostAlike(ends, END_DIGITS).length > alike.length / 2;
    if (!isChance && !isBlock && alike.length >= numbers.length * MOST && types.size >= alike.length * MOST)
      return true;
  }
  return false;
}

/** The largest group of numbers with the same first digits. */
function mostAlike(numbers: readonly string[], length: number): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const number of numbers) {
    const first = number.slice(0, length);
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [number]);
    else group.push(number);
  }
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), []);
}
