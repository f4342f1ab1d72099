import { isWrapped } from '../fold.ts';
import { IMEI_LENGTH, isValidImei } from '../imei.ts';
import type { DigitGroup } from './groups.ts';
import { LONG_GROUP, SHAPES, type Shape } from './shapes.ts';
import { asOneNumber, digitCount, digitsOf, type WrittenNumber } from './written-number.ts';

/** Digits of an IMEI in odd groups, if one is missing or two are too many. */
const ODD_DIGITS = { min: 14, max: 17 };
/** The size of a group that is part of a number already. */
const TAKEN = 0;

/**
 * Looks for numbers in a chain of groups. Each group is taken for one number at most. In the chain
 * `10 356 938 035 643 809 35-209900-176148-7`, the first step takes `356 938 035 643 809`, which is
 * a valid IMEI, and the second one `35-209900-176148-7`, which is printed like one. Then the third
 * step, for chains such as `35-6938-03564380-7`, takes nothing. `10` is left out.
 */
export class ChainSearch {
  readonly #chain: readonly DigitGroup[];
  readonly #text: string;
  /** The sizes of the groups, or {@link TAKEN}. */
  readonly #sizes: number[];
  readonly #numbers: WrittenNumber[] = [];

  constructor(chain: readonly DigitGroup[], text: string) {
    this.#chain = chain;
    this.#text = text;
    this.#sizes = chain.map(({ digits }) => digits.length);
  }

  /** Takes the groups, of any size, that are a valid IMEI together. */
  takeValidImeis(): void {
    let index = 0;
    while (index < this.#chain.length) {
      const end = this.#endOfValidImei(index);
      if (end !== undefined) this.#take(index, end);
      index = end ?? index + 1;
    }
  }

  /** Takes the groups that have the sizes of a shape. */
  takeShapes(): void {
    for (const shape of SHAPES) this.#takeShape(shape);
  }

  /** The last step: takes a whole chain without a number that may be a mistyped IMEI. */
  takeOddGroups(): void {
    if (this.#numbers.length > 0 || !mayBeMistyped(digitCount(this.#chain))) return;
    if (!hasOneSeparator(this.#chain, this.#text)) return;
    this.#numbers.push({ ...asOneNumber(this.#chain), hasOddGroups: true });
  }

  /** The numbers that were taken, in the order of the text. */
  numbers(): readonly WrittenNumber[] {
    return this.#numbers.sort((first, second) => first.start - second.start);
  }

  #takeShape(shape: Shape): void {
    const last = this.#sizes.length - shape.sizes.length;
    for (let index = 0; index <= last; index += 1) {
      const end = index + shape.sizes.length;
      if (this.#hasShape(shape, index) && !this.#isWrapped(index, end)) this.#take(index, end);
    }
  }

  /** Returns where the groups end that are a valid IMEI from here on; undefined if none are. */
  #endOfValidImei(index: number): number | undefined {
    const end = this.#endOf15Digits(index);
    if (end === undefined) return undefined;
    const groups = this.#chain.slice(index, end);
    return isValidImei(digitsOf(groups)) && hasOneSeparator(groups, this.#text) ? end : undefined;
  }

  /** Returns where the groups end that have 15 digits from here on; undefined if none do. */
  #endOf15Digits(index: number): number | undefined {
    let length = 0;
    let end = index;
    while (end < this.#sizes.length && length < IMEI_LENGTH) {
      length += this.#sizes[end] ?? 0;
      end += 1;
    }
    return length === IMEI_LENGTH ? end : undefined;
  }

  #hasShape({ sizes, standsAlone = false }: Shape, index: number): boolean {
    if (!sizes.every((size, step) => this.#sizes[index + step] === size)) return false;
    return !standsAlone || !(this.#isLong(index - 1) || this.#isLong(index + sizes.length));
  }

  #isLong(index: number): boolean {
    return (this.#sizes[index] ?? 0) >= LONG_GROUP;
  }

  /** Whether a line end is between the groups. Such groups are a number only as a valid IMEI. */
  #isWrapped(index: number, end: number): boolean {
    const { start, end: endOffset } = asOneNumber(this.#chain.slice(index, end));
    return isWrapped(this.#text.slice(start, endOffset));
  }

  #take(index: number, end: number): void {
    this.#numbers.push(asOneNumber(this.#chain.slice(index, end)));
    this.#sizes.fill(TAKEN, index, end);
  }
}

/** Whether a number in odd groups may be an IMEI with a digit too few or two too many. */
function mayBeMistyped(count: number): boolean {
  return count >= ODD_DIGITS.min && count <= ODD_DIGITS.max;
}

/**
 * Groups of any size are one number only with the same sign between all of them, unlike a date with
 * a phone number: `10.12.2026 4812340`. The line end of a quoted mail may stand for any sign.
 */
function hasOneSeparator(groups: readonly DigitGroup[], text: string): boolean {
  const signs = new Set<string>();
  for (let index = 1; index < groups.length; index += 1) {
    const separator = text.slice(groups[index - 1]?.end, groups[index]?.start);
    if (!isWrapped(separator)) signs.add(separator.trim());
  }
  return signs.size <= 1;
}
