/** What an open table says of one TAC, as its first row of it writes that. */
export interface TacEntry {
  readonly brand: string;
  readonly model: string;
}

/** The rows of a table by their TAC, while it is read and after. */
export interface Entries {
  /** Neither name may hold a U+0000. */
  add(tac: number, entry: TacEntry): void;
  lookUp(tac: string): TacEntry | undefined;
  /** All of them, sorted. */
  tacs(): Uint32Array;
  size(): number;
  /** How many TACs have rows with different names: the table contradicts itself there. */
  conflicts(): number;
}

/**
 * Keeps the names as bytes and makes an entry when it is asked for: a quarter of a million objects would take
 * several times the room, and most of the time of loading.
 */
export function createEntries(): Entries {
  const names = createNames();
  const byTac = new Map<number, number>();
  const conflicts = new Set<number>();
  return {
    add: (tac, entry) => {
      const at = byTac.get(tac);
      if (at === undefined) byTac.set(tac, names.write(entry));
      else if (!isSame(names.read(at), entry)) conflicts.add(tac);
    },
    lookUp: (tac) => {
      const at = /^\d{8}$/.test(tac) ? byTac.get(Number(tac)) : undefined;
      return at === undefined ? undefined : names.read(at);
    },
    tacs: () => Uint32Array.from(byTac.keys()).sort(),
    size: () => byTac.size,
    conflicts: () => conflicts.size,
  };
}

interface Names {
  /** The offset at which it can be read again. */
  write(entry: TacEntry): number;
  read(at: number): TacEntry;
}

const FIRST_BYTES = 65_536;
/** The most that UTF-8 takes for one UTF-16 unit. */
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

/** Whether a row has the stored names, apart from capitals and spaces. */
function isSame(kept: TacEntry, row: TacEntry): boolean {
  const same = (name: string, cell: string): boolean => name.toLowerCase() === onOneLine(cell).toLowerCase();
  return same(kept.brand, row.brand) && same(kept.model, row.model);
}

/** A cell's text without the line ends and the runs of spaces that a cell may have. */
export function onOneLine(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}
