/** Undefined stands for a new name, under which nothing waits yet. */
type Name = string | undefined;

/** Everything that waits under a name: items in the order in which they are taken. */
interface Waiting<Item> extends Iterable<Item> {
  readonly size: number;
}

/** Every fourth turn goes to whoever has waited longest. */
const PATIENT_TURN = 4;

/**
 * Items under names that take turns. The name with the fewest items is next, but in every fourth
 * turn the one that has waited longest. With 5 items of Ann, 2 of Ben and 3 of Cem:
 *
 *     turn               1  2  3  4  5  6  7  8  9  10
 *     has the fewest     B  B  C     C  C  A     A  A
 *     waited longest              A           A
 *
 * What waits under a name may be a rotation too.
 */
export class Rotation<Item, Queued extends Waiting<Item>> implements Waiting<Item> {
  /** The first name has waited longest. */
  readonly #waiting = new Map<Name, Queued>();
  #turnsTaken = 0;

  /** The number of items of all names. */
  get size(): number {
    let size = 0;
    for (const queued of this.#waiting.values()) size += queued.size;
    return size;
  }

  isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  get(name: Name): Queued | undefined {
    return this.#waiting.get(name);
  }

  getOrAdd(name: string, create: () => Queued): Queued {
    const queued = this.#waiting.get(name) ?? create();
    this.#waiting.set(name, queued);
    return queued;
  }

  delete(name: string): void {
    this.#waiting.delete(name);
  }

  /** Counts a turn of this name. If items are left under it, it has waited less than all others. */
  endTurn(name: string): void {
    this.#turnsTaken += 1;
    const queued = this.#waiting.get(name);
    if (queued === undefined) return;
    this.#waiting.delete(name);
    this.#waiting.set(name, queued);
  }

  /** Yields the item of each turn. Reads no item before it is asked for. */
  *[Symbol.iterator](): Generator<Item> {
    const iterators = new Map<Name, Iterator<Item>>();
    for (const name of this.#inTurns(this.#sizes())) {
      const items = iterators.get(name) ?? this.#waiting.get(name)?.[Symbol.iterator]();
      if (items === undefined) continue;
      iterators.set(name, items);
      const { value, done } = items.next();
      if (done !== true) yield value;
    }
  }

  /** The turn in which this name would get its `nth` item if it had `added` more; 1 is next. */
  turnOf(name: Name, nth: number, added: number): number {
    const sizes = this.#sizes();
    sizes.set(name, (sizes.get(name) ?? 0) + added);
    let turn = 0;
    let turnsOfName = 0;
    for (const next of this.#inTurns(sizes)) {
      turn += 1;
      if (next === name) turnsOfName += 1;
      if (turnsOfName === nth) break;
    }
    return turn;
  }

  #sizes(): Map<Name, number> {
    return new Map(Array.from(this.#waiting, ([name, queued]) => [name, queued.size]));
  }

  /**
   * Yields the name of each turn, and takes its item from the sizes until nothing is left. The name
   * with the fewest items keeps its turns until it has none left, so sorting once is enough.
   */
  *#inTurns(sizes: Map<Name, number>): Generator<Name> {
    // A name that had a turn moves to the end of the map, so the iterator meets the others first.
    const waitedLongest = sizes.keys();
    let turn = this.#turnsTaken;
    for (const [fewest] of [...sizes].toSorted(([, a], [, b]) => a - b)) {
      while (sizes.has(fewest)) {
        turn += 1;
        const next = turn % PATIENT_TURN === 0 ? waitedLongest.next().value : fewest;
        yield next;
        const remaining = (sizes.get(next) ?? 0) - 1;
        sizes.delete(next);
        if (remaining > 0) sizes.set(next, remaining);
      }
    }
  }
}
