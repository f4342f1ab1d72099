import { nameInTitle } from '../../imei/names/label.ts';

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
  readonly #texts = new Set<string>();
  readonly #kinds = new Set<string>();

  /** Reads the text to the left of a number. */
  read(text: string): void {
    if (this.#texts.size > MAX_NAMES || this.#texts.has(text)) return;
    this.#texts.add(text);
    this.#kinds.add(nameInTitle(text).kind);
  }

  /** Whether the texts are names: of an IMEI, and of another number. */
  areNames(): boolean {
    return this.#texts.size <= MAX_NAMES && this.#kinds.has('imei') && this.#kinds.has('other');
  }
}
