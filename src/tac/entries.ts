/** A device's name as an open table writes it. */
interface TacDevice {
  readonly brand: string;
  readonly model: string;
}

/** What the table says of one TAC. */
export interface TacEntry extends TacDevice {
  /** Other names that later rows give to the same TAC: the table contradicts itself there. */
  readonly alternatives?: readonly TacDevice[];
}

/** The rows of a table by their TAC, while it is read and after. */
export interface Entries {
  /** Neither name may hold a U+0000. */
  add(tac: number, device: TacDevice): void;
  lookUp(tac: string): TacEntry | undefined;
  /** All of them, sorted. */
  tacs(): Uint32Array;
  size(): number;
  conflicts(): number;
}

/**
 * Keeps the names as bytes and makes an entry when it is asked for: a quarter of a million objects would take
 * several times the room, and most of the time of loading.
 */
export function createEntries(): Entries {
  const names = createNames();
  const byTac = new Map<number, number>();
  const others = new Map<number, TacDevice[]>();

  const addOther = (tac: number, other: TacDevice, at: number): void => {
    const known = [names.read(at), ...(others.get(tac) ?? [])];
    if (known.some((one) => isSame(one, other))) return;
    others.set(tac, [...known.slice(1), other]);
  };
  return {
    add: (tac, device) => {
      const at = byTac.get(tac);
      if (at === undefined) byTac.set(tac, names.write(device));
      else addOther(tac, { brand: onOneLine(device.brand), model: onOneLine(device.model) }, at);
    },
    lookUp: (tac) => {
      const at = /^\d{8}$/.test(tac) ? byTac.get(Number(tac)) : undefined;
      if (at === undefined) return undefined;
      const alternatives = others.get(Number(tac));
      return { ...names.read(at), ...(alternatives !== undefined && { alternatives }) };
    },
    tacs: () => Uint32Array.from(byTac.keys()).sort(),
    size: () => byTac.size,
    conflicts: () => others.size,
  };
}

interface Names {
  /** The offset at which it can be read again. */
  write(device: TacDevice): number;
  read(at: number): TacDevice;
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

function isSame(one: TacDevice, other: TacDevice): boolean {
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  return same(one.brand, other.brand) && same(one.model, other.model);
}

/** A cell's text without the line ends and the runs of spaces that a cell may have. */
export function onOneLine(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}
