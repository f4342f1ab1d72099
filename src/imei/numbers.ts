import { WRAP } from './fold.ts';
import { hasRightCheckDigit, REPORTING_BODY } from './imei.ts';

/** A row of digits, or several in groups that are one number. */
export interface WrittenNumber {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
  readonly digits: string;
  /** Some of the digits are written as letters that look like them. */
  readonly letters: boolean;
}

const [MIN, WHOLE] = [10, 15];
/**
 * How IMEIs are printed, by the sizes of the groups in base 36: with a check digit, with the software version, or with neither.
 * Other numbers, such as an ICCID, have some of these groups as well: no other long group may be next to them.
 */
const SHAPES =
  '2661 861 6261 e1 87 555- 33333- 4443- 663- 22222221 g 2662 862 6262 33334- e 266 86 626 4442- 33332- 554- 2222222'
    .split(' ')
    .map((shape) => {
      const [sizes = '', common] = shape.split('-');
      return new RegExp(common === undefined ? sizes : `(?<![3-9a-z])${sizes}(?![3-9a-z])`, 'g');
    });

/** Latin, Greek and Cyrillic letters, which form one word with digits next to them. Other scripts are written without spaces. */
const LETTER = /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u052f]/;
/** The digits, and Latin and Cyrillic letters that people write for them. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  '0OoDQОо 1IilLІі 2Zz 3Зз 4 5Ss 6Gbб 7 8BВ 9gq'
    .split(' ')
    .flatMap((all) => Array.from(all, (character) => [character, all.charAt(0)] as const)),
);
const [SHORTEST_WORD, LONGEST_WORD] = [6, 17];

/** Between two groups: spaces, the line end of a quoted mail, at most one sign. */
const GAP = new RegExp(`^(?=.{1,5}$)[ ${WRAP}]*[-./_]?[ ${WRAP}]*$`);

const THOUSANDS = /(?<![\d,.])\d{3}(?:,\d{3}){4}(?![\d.]|,\d)/g;

/** The numbers of a folded text with ten digits or more, in its order; valid IMEIs also with commas, as spreadsheets write thousands. */
export function numbersIn(folded: string): readonly WrittenNumber[] {
  const text = folded.replace(THOUSANDS, (all) =>
    isRight(all.replaceAll(',', '')) ? all.replaceAll(',', ' ') : all,
  );
  const numbers: WrittenNumber[] = [];
  let chain: WrittenNumber[] = [];
  const runs = /\d+/g;
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
    const group = groupAt(text, run.index, runs.lastIndex);
    if (group === undefined || !continues(text, chain.at(-1), group)) {
      addNumbers(numbers, text, chain);
      chain = [];
    }
    if (group === undefined) continue;
    runs.lastIndex = group.end;
    chain.push(group);
  }
  addNumbers(numbers, text, chain);
  return numbers;
}

/** A run of digits as a group; undefined if it is part of a word, such as `S21`. */
function groupAt(text: string, start: number, end: number): WrittenNumber | undefined {
  const isGluedBefore = LETTER.test(text.charAt(start - 1));
  const isGluedBehind = LETTER.test(text.charAt(end));
  if ((isGluedBefore || isGluedBehind) && end - start !== WHOLE) {
    const mistyped = mistypedAt(text, start, end);
    if (mistyped !== undefined || end - start === 1) return mistyped;
    if (isGluedBefore && !/imei(?:sv)?$/i.test(text.slice(Math.max(0, start - 6), start)))
      return undefined;
    if (isGluedBehind && !/^imei/i.test(text.slice(end, end + 4))) return undefined;
  }
  return { start, end, digits: text.slice(start, end), letters: false };
}

/** The word around a run of digits, if at most a third of it are letters that look like digits. */
function mistypedAt(text: string, start: number, end: number): WrittenNumber | undefined {
  let [from, to] = [start, end];
  while (to - from <= LONGEST_WORD && LOOKALIKES.has(text.charAt(from - 1))) from -= 1;
  while (to - from <= LONGEST_WORD && LOOKALIKES.has(text.charAt(to))) to += 1;
  const length = to - from;
  if (length < SHORTEST_WORD || length > LONGEST_WORD) return undefined;
  if (LETTER.test(text.charAt(from - 1)) || LETTER.test(text.charAt(to))) return undefined;
  const word = text.slice(from, to);
  if (word.replace(/\d/g, '').length * 3 > length || /\d{15}/.test(word)) return undefined;
  const digits = word.replace(/\D/g, (letter) => LOOKALIKES.get(letter) ?? '');
  return { start: from, end: to, digits, letters: true };
}

function continues(text: string, last: WrittenNumber | undefined, next: WrittenNumber): boolean {
  if (last === undefined || last.digits.length >= WHOLE || next.digits.length >= WHOLE)
    return false;
  return GAP.test(text.slice(last.end, next.start));
}

/** Adds the numbers of a chain of groups: first valid IMEIs in groups of any size. */
function addNumbers(numbers: WrittenNumber[], text: string, chain: readonly WrittenNumber[]): void {
  const all = joined(chain);
  if (all.digits.length < MIN) return;
  const isOne = chain.length === 1 || (isRight(all.digits) && text[all.start - 1] !== '+');
  for (const one of isOne ? [all] : surestOf(text, chain)) numbers.push(one);
}

function surestOf(text: string, chain: readonly WrittenNumber[]): readonly WrittenNumber[] {
  const numbers: WrittenNumber[] = [];
  const free = chain.map(({ digits }) => digits.length.toString(36));
  for (const [from, to] of rightImeis(chain)) {
    numbers.push(joined(chain.slice(from, to)));
    free.fill(' ', from, to);
  }
  let sizes = free.join('');
  for (const shape of SHAPES)
    sizes = sizes.replace(shape, (found: string, from: number) => {
      const number = joined(chain.slice(from, from + found.length));
      // Digits on two lines of a quoted mail are one number only if the check digit says so.
      if (text.slice(number.start, number.end).includes(WRAP)) return found;
      numbers.push(number);
      return ' '.repeat(found.length);
    });
  return numbers.sort((one, other) => one.start - other.start);
}

/** Which neighbouring groups of any size are together a valid IMEI. */
function* rightImeis(
  chain: readonly WrittenNumber[],
): Generator<readonly [from: number, to: number]> {
  const { digits } = joined(chain);
  let [from, to, start, end] = [0, 0, 0, 0];
  while (from < chain.length) {
    while (to < chain.length && end - start < WHOLE) end += chain[to++]?.digits.length ?? 0;
    if (isRight(digits.slice(start, end))) {
      yield [from, to];
      [from, start] = [to, end];
    } else start += chain[from++]?.digits.length ?? 0;
  }
}

/** Groups as one number. */
function joined(groups: readonly WrittenNumber[]): WrittenNumber {
  const digits = groups.map((group) => group.digits).join('');
  const letters = groups.some((group) => group.letters);
  return { start: groups[0]?.start ?? 0, end: groups.at(-1)?.end ?? 0, digits, letters };
}

function isRight(digits: string): boolean {
  return digits.length === WHOLE && REPORTING_BODY.test(digits) && hasRightCheckDigit(digits);
}
