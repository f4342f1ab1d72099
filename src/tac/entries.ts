/** The names of a TAC, as its first row in the table writes them. */
export interface TacEntry {
  readonly brand: string;
  readonly model: string;
}

/** The rows of a table by their TAC. */
export interface Entries {
  /** Neither name may contain U+0000. */
  add(tac: number, entry: TacEntry): void;
  lookUp(tac: string): TacEntry | undefined;
  /** All TACs, sorted. */
  tacs(): Uint32Array;
  size(): number;
}

/**
 * Keeps the names as bytes, and makes an entry when it is looked up. A quarter of a million objects
 * would need several times the memory, and most of the time to load.
 */
export function createEntries(): Entries {
  const names = createNames();
  const byTac = new Map<number, number>();
  return {
    add: (tac, entry) => {
      if (!byTac.has(tac)) byTac.set(tac, names.write(entry));
    },
    lookUp: (tac) => {
      const at = /^\d{8}$/.test(tac) ? byTac.get(Number(tac)) : undefined;
      return at === undefined ? undefined : names.read(at);
    },
    tacs: () => Uint32Array.from(byTac.keys()).sort(),
    size: () => byTac.size,
  };
}

interface Names {
  /** Returns the offset for `read`. */
  write(entry: TacEntry): number;
  read(at: number): TacEntry;
}

const FIRST_BYTES = 65_536;
/** The most bytes of UTF-8 for one UTF-16 unit. */
const BYTES_PER_UNIT = 3;
const END = '\0';

function createNames(): Names {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let used = 0;
  const textAt = (at: number): string => bytes.toString('utf8', at, bytes.indexOf(END, at));
  return {
    write: ({ brand, model }) => {
      const text = brand + END + model + END;
      if (used + text.length * BYTES_PER_UNIT > bytes.length) {
        bytes = Buffer.concat([bytes], (bytes.length + text.length) * 2);
      }
      const at = used;
      used += bytes.write(text, at, 'utf8');
      return at;
    },
    read: (at) => {
      const brand = textAt(at);
      const model = textAt(at + Buffer.byteLength(brand) + END.length);
      return { brand: onOneLine(brand), model: onOneLine(model) };
    },
  };
}

/** The text of a cell with single spaces instead of line breaks and runs of spaces. */
export function onOneLine(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}
