/** The names of a TAC, as its first row in the table writes them. */
export interface TacEntry {
  readonly brand: string;
  readonly model: string;
}

const SEPARATOR = '\0';
const TAC = /^\d{8}$/;

/**
 * An open TAC table, in memory: its rows by their TAC. Both names of a row are one text until they
 * are looked up: a quarter of a million objects would need half as much memory again.
 */
export class TacTable {
  readonly #names = new Map<number, string>();

  /** The first row of a TAC counts. Neither name may contain U+0000. */
  add(tac: number, { brand, model }: TacEntry): void {
    if (!this.#names.has(tac)) this.#names.set(tac, copyText(brand + SEPARATOR + model));
  }

  /** Returns the names of a TAC (8 digits); undefined if it is unknown or not a TAC. */
  lookUp(tac: string): TacEntry | undefined {
    const names = TAC.test(tac) ? this.#names.get(Number(tac)) : undefined;
    if (names === undefined) return undefined;
    const [brand = '', model = ''] = names.split(SEPARATOR);
    return { brand: onOneLine(brand), model: onOneLine(model) };
  }

  /** All TACs, sorted. */
  tacs(): Uint32Array {
    return Uint32Array.from(this.#names.keys()).sort();
  }

  get size(): number {
    return this.#names.size;
  }
}

/** Copies a text. A slice of the file's text would keep the whole text in memory. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** The text of a cell with single spaces instead of line breaks and runs of spaces. */
export function onOneLine(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}
