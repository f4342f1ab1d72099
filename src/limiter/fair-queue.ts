/** Who an item waits for. Accounts take turns, and so do the groups of an account. */
export interface QueuedBy {
  readonly account: string;
  /** Items that belong together, such as the checks of one request. */
  readonly group: string;
}

/** Items that might be added. Without an account or a group they get a new one. */
interface Newcomers {
  readonly count: number;
  readonly account: string | undefined;
  readonly group?: string;
}

/** Accounts or groups that take turns, by name. The first one has waited longest. */
interface Rotation<Queued> {
  readonly waiting: Map<string, Queued>;
  /** How many turns there were. */
  taken: number;
}

/** The groups of one account. */
type Groups<Item> = Rotation<Set<Item>>;

/** Every fourth turn goes to whoever has waited longest. */
const PATIENT_TURN = 4;
/** Stands for a new account or group: no account or group that waits has this name. */
const UNNAMED = '';

/**
 * A queue that is fair to accounts. The next item belongs to the account with the fewest items, and
 * to the smallest group of that account: a small group is done soon and hardly delays a large one.
 * Every fourth turn goes to whoever has waited longest, so that a large group advances however many
 * small ones are added.
 */
export class FairQueue<Item> {
  readonly #queuedBy = new Map<Item, QueuedBy>();
  readonly #accounts: Rotation<Groups<Item>> = createRotation();

  get size(): number {
    return this.#queuedBy.size;
  }

  queuedBy(item: Item): QueuedBy | undefined {
    return this.#queuedBy.get(item);
  }

  /** The items in the order in which they will be taken. */
  inOrder(): Iterable<Item> {
    return itemsInTurns(this.#accounts, {
      sizeOf: sizeOfAll,
      itemsOf: (groups) => itemsInTurns(groups, { sizeOf, itemsOf: (group) => group }),
    });
  }

  add(item: Item, queuedBy: QueuedBy): void {
    this.#queuedBy.set(item, queuedBy);
    const { waiting } = this.#accounts;
    const groups = getOrCreate<string, Groups<Item>>(waiting, queuedBy.account, createRotation);
    getOrCreate<string, Set<Item>>(groups.waiting, queuedBy.group, () => new Set()).add(item);
  }

  /** Removes and returns the next item; undefined if there is none. */
  take(): Item | undefined {
    const [item] = this.inOrder();
    const queuedBy = item === undefined ? undefined : this.#queuedBy.get(item);
    if (item === undefined || queuedBy === undefined) return undefined;
    const groups = this.#accounts.waiting.get(queuedBy.account);
    this.remove(item);
    if (groups !== undefined) endTurn(groups, queuedBy.group);
    endTurn(this.#accounts, queuedBy.account);
    return item;
  }

  /** Returns whether the item was in the queue. */
  remove(item: Item): boolean {
    const queuedBy = this.#queuedBy.get(item);
    const groups = queuedBy && this.#accounts.waiting.get(queuedBy.account);
    if (queuedBy === undefined || groups === undefined) return false;
    this.#queuedBy.delete(item);
    const group = groups.waiting.get(queuedBy.group);
    group?.delete(item);
    if (group?.size === 0) groups.waiting.delete(queuedBy.group);
    if (groups.waiting.size === 0) this.#accounts.waiting.delete(queuedBy.account);
    return true;
  }

  /**
   * The position that the last newcomer would have in the queue; 1 is next. The turns of its
   * account are the positions within that account.
   */
  positionOfLast({ count, account = UNNAMED, group = UNNAMED }: Newcomers): number {
    const waiting = this.#accounts.waiting.get(account) ?? createRotation<Set<Item>>();
    const groups = withMore(sizesOf(waiting, sizeOf), group, count);
    const accounts = withMore(sizesOf(this.#accounts, sizeOfAll), account, count);
    const positionInAccount = turnOf(groups, group, groups.waiting.get(group) ?? 0);
    return turnOf(accounts, account, positionInAccount);
  }
}

/**
 * Yields the name whose turn it is, turn by turn, until nothing is left. With 5 items of Ann, 2 of
 * Ben and 3 of Cem:
 *
 *     turn               1  2  3  4  5  6  7  8  9  10
 *     has the fewest     B  B  C     C  C  A     A  A
 *     waited longest              A           A
 *
 * The name with the fewest items keeps its turns until it has none left, so sorting once is enough.
 */
function* inTurns({ waiting, taken }: Rotation<number>): Generator<string> {
  const left = new Map(waiting);
  // A name that had a turn moves to the end of the map, so the iterator meets the others first.
  const rotation = left.keys();
  let turn = taken;
  for (const [fewest] of [...waiting].toSorted(([, a], [, b]) => a - b)) {
    while (left.has(fewest)) {
      turn += 1;
      const isPatient = turn % PATIENT_TURN === 0;
      const next = (isPatient ? rotation.next().value : fewest) ?? fewest;
      yield next;
      const remaining = (left.get(next) ?? 0) - 1;
      left.delete(next);
      if (remaining > 0) left.set(next, remaining);
    }
  }
}

/** The number of the turn, from 1, in which `name` gets its `nth` item. */
function turnOf(sizes: Rotation<number>, name: string, nth: number): number {
  let turn = 0;
  let turnsOfName = 0;
  for (const next of inTurns(sizes)) {
    turn += 1;
    if (next === name) turnsOfName += 1;
    if (turnsOfName === nth) break;
  }
  return turn;
}

/** How to read what waits under a name: the number of its items, and the items in their order. */
interface ReadRotation<Queued, Item> {
  readonly sizeOf: (waiting: Queued) => number;
  readonly itemsOf: (waiting: Queued) => Iterable<Item>;
}

/** Yields the item of each turn. Reads no item before it is asked for. */
function* itemsInTurns<Queued, Item>(
  rotation: Rotation<Queued>,
  { sizeOf, itemsOf }: ReadRotation<Queued, Item>,
): Generator<Item> {
  const iterators = new Map<string, Iterator<Item>>();
  for (const name of inTurns(sizesOf(rotation, sizeOf))) {
    const waiting = rotation.waiting.get(name);
    if (waiting === undefined) continue;
    const items = getOrCreate(iterators, name, () => itemsOf(waiting)[Symbol.iterator]());
    const { value, done } = items.next();
    if (done !== true) yield value;
  }
}

function sizesOf<Queued>(
  { waiting, taken }: Rotation<Queued>,
  sizeOf: (waiting: Queued) => number,
): Rotation<number> {
  const sizes = Array.from(waiting, ([name, items]) => [name, sizeOf(items)] as const);
  return { waiting: new Map(sizes), taken };
}

/** A copy of the sizes in which `name` has `count` more items. */
function withMore(
  { waiting, taken }: Rotation<number>,
  name: string,
  count: number,
): Rotation<number> {
  const size = (waiting.get(name) ?? 0) + count;
  return { waiting: new Map(waiting).set(name, size), taken };
}

function endTurn<Queued>(rotation: Rotation<Queued>, name: string): void {
  const { waiting } = rotation;
  rotation.taken += 1;
  const items = waiting.get(name);
  if (items === undefined) return;
  waiting.delete(name);
  waiting.set(name, items);
}

function createRotation<Queued>(): Rotation<Queued> {
  return { waiting: new Map(), taken: 0 };
}

function sizeOf({ size }: { readonly size: number }): number {
  return size;
}

function sizeOfAll({ waiting }: Groups<unknown>): number {
  return sum(Array.from(waiting.values(), sizeOf));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
