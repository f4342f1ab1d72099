import { findImeis } from '../../imei/find.ts';
import {
  type Findings,
  type InvalidNumber,
  isEmpty,
  type SureImei,
  type UnsureImei,
  type WrittenImei,
} from '../../imei/findings.ts';
import { joinWrapped } from './wrapped-numbers.ts';

type Numbers = Omit<Findings, 'repeats'>;

/** Most numbers in the text of a picture that are checked without confirmation. */
const MAX_UNCONFIRMED = 2;

/** The numbers read so far, of a picture or of the pages of a PDF. */
export class ImeiCollector {
  readonly #sure = new Map<string, SureImei>();
  readonly #unsure = new Map<string, UnsureImei>();
  readonly #invalid = new Map<string, InvalidNumber>();

  /** Adds the contents of bar codes. */
  addCodes(codes: readonly string[]): void {
    for (const code of codes) this.#add(inCode(code), 'bars');
  }

  /** Adds lines of letters that were recognized. Returns whether they have an IMEI. */
  addLines(lines: readonly string[]): boolean {
    const numbers = inLines(lines);
    this.#add(numbers, 'text');
    return numbers.sure.length + numbers.unsure.length > 0;
  }

  /**
   * Adds the text that a PDF contains, which is exact. Returns whether it has a number, valid or
   * not: if a page with an invalid number was also read as a picture, a misread digit could make
   * that number an IMEI.
   */
  addText(text: string): boolean {
    const numbers = findImeis(joinWrapped(text));
    this.#add(numbers);
    return !isEmpty(numbers);
  }

  /** Whether there is a number so far, valid or not. */
  hasNumber(): boolean {
    return !isEmpty(this.findings());
  }

  codeCount(): number {
    return this.#sureIn('bars').length;
  }

  /**
   * If the recognized letters have three numbers or more, a person has to confirm them: a misread
   * number would cost a check.
   */
  findings(): Findings {
    const sure = [...this.#sure.values()];
    const inText = this.#sureIn('text');
    const toCompare = inText.length > MAX_UNCONFIRMED ? inText : [];
    const named = [...this.#unsure.values()].filter(({ imei }) => !this.#sure.has(imei));
    const areAllInvalid = sure.length + named.length === 0;
    return {
      sure: sure.filter((number) => !toCompare.includes(number)),
      unsure: [...toCompare.map(asUnsure), ...named],
      invalid: [...this.#invalid.values()].filter(
        (number) => areAllInvalid || number.readFrom === undefined || isCard(number),
      ),
      repeats: [],
    };
  }

  #sureIn(source: 'bars' | 'text'): readonly SureImei[] {
    return [...this.#sure.values()].filter(({ readFrom }) => readFrom === source);
  }

  #add({ sure, unsure, invalid }: Numbers, readFrom?: 'bars' | 'text'): void {
    const origin = readFrom && { readFrom };
    for (const number of sure) {
      if (!this.#sure.has(number.imei)) this.#sure.set(number.imei, { ...number, ...origin });
    }
    for (const number of unsure) {
      if (!this.#unsure.has(number.imei)) this.#unsure.set(number.imei, { ...number, ...origin });
    }
    for (const number of invalid) this.#invalid.set(number.text, { ...number, ...origin });
  }
}

function asUnsure({ simSlot: _slot, ...number }: SureImei): UnsureImei {
  return { ...number, kind: 'unsure', why: { kind: 'picture' } };
}

/** A code may contain anything. */
function inCode(text: string): Numbers {
  return withCheckDigit(findImeis(text));
}

/** A number is also an IMEI if only its letters are wrong: Tesseract misreads digits as letters. */
function inLines(lines: readonly string[]): Numbers {
  const { sure, unsure, invalid } = findImeis(lines.join('\n'));
  const misread = invalid.flatMap(({ line, why }): readonly SureImei[] =>
    why.kind === 'letter' && why.reading !== undefined
      ? [{ ...why.reading, kind: 'sure', line }]
      : [],
  );
  return withCheckDigit({ sure: [...sure, ...misread], unsure, invalid });
}

/**
 * Keeps the numbers that have a check digit, which reveals most misread numbers, and the numbers of
 * cards, since those are masked.
 */
function withCheckDigit({ sure, unsure, invalid }: Numbers): Numbers {
  return {
    sure: sure.filter(isWhole),
    unsure: unsure.filter(isWhole),
    invalid: invalid.filter((number) => number.why.kind === 'check-digit' || isCard(number)),
  };
}

function isWhole({ form }: WrittenImei): boolean {
  return form === 'imei';
}

function isCard({ why }: InvalidNumber): boolean {
  return why.kind === 'card';
}
