import { nameInTitle } from '../../../imei/names/label.ts';
import type { LabelName } from '../../../imei/names/number-name.ts';

/** The most texts that may be names. Names repeat, so a column has only a few. */
const MAX_NAMES = 100;

/**
 * The texts to the left of the numbers of a column. Those of `Value` are names in this table:
 *
 *     Category  Name  Value
 *     Device    IMEI  356938035643809
 *     Device    IMSI  505011234567896
 */
export class LeftNames {
  readonly #names = new Map<string, LabelName>();
  readonly #kinds = new Set<LabelName['kind']>();

  /** Reads the text to the left of a number. */
  read(text: string): void {
    if (this.#names.size > MAX_NAMES || this.#names.has(text)) return;
    const name = nameInTitle(text);
    this.#names.set(text, name);
    this.#kinds.add(name.kind);
  }

  /** The name in a text; most of them were read before. */
  nameOfText(text: string): LabelName {
    return this.#names.get(text) ?? nameInTitle(text);
  }

  /** Whether the texts are names: of an IMEI, and of another number. */
  areNames(): boolean {
    return this.#names.size <= MAX_NAMES && this.#kinds.has('imei') && this.#kinds.has('other');
  }

  /** Whether one of the texts is a name. */
  hasName(): boolean {
    return this.#kinds.has('imei') || this.#kinds.has('other');
  }
}
