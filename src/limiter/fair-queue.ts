/** The account and the list of an item. Accounts take turns, and so do the lists of an account. */
export interface QueuedBy {
  readonly account: string;
  readonly list: string;
}

/** Items about to be added, for a forecast. No account or list: a new one. */
interface Newcomer {
  readonly count: number;
  readonly account: string | undefined;
  readonly list?: string;
}

/** What takes turns, by name: the first one has waited longest. */
interface Rotation<Waiting> {
  readonly waiting: Map<string, Waiting>;
  /** How many turns there were. */
  taken: number;
}

/** The lists of one account. */
type Lists<Item> = Rotation<Set<Item>>;

/** Every fourth turn goes to whoever has waited longest. */
const PATIENT_TURN = 4;
/** The name of a newcomer that has none; no account or list that waits is called so. */
const UNNAMED = '';

/**
 * Takes an item of the account with the fewest, and of its list with the fewest: a short list is
 * done soon, and a long one hardly later. Every fourth turn goes to whoever has waited longest:
 * a long list gets on, however many short ones come.
 */
export class FairQueue<Item> {
  readonly #queuedBy = new Map<Item, QueuedBy>();
  readonly #accounts: Rotation<Lists<Item>> = createRotation();

  get size(): number {
    return this.#queuedBy.size;
  }

  queuedBy(item: Item): QueuedBy | undefined {
    return this.#queuedBy.get(item);
  }

  /** In the order in which they will be taken. */
  inOrder(): Iterable<Item> {
    return itemsInTurns(this.#accounts, {
      sizeOf: sizeOfAll,
      itemsOf: (lists) => itemsInTurns(lists, { sizeOf, itemsOf: (list) => list }),
    });
  }

  add(item: Item, queuedBy: QueuedBy): void {
    this.#queuedBy.set(item, queuedBy);
    const { waiting } = this.#accounts;
    const lists = getOrCreate<string, Lists<Item>>(waiting, queuedBy.account, createRotation);
    getOrCreate<string, Set<Item>>(lists.waiting, queuedBy.list, () => new Set()).add(item);
  }

  /** Removes and returns the next item; undefined if there is none. */
  take(): Item | undefined {
    const [item] = this.inOrder();
    const queuedBy = item === undefined ? undefined : this.#queuedBy.get(item);
    if (item === undefined || queuedBy === undefined) return undefined;
    const lists = this.#accounts.waiting.get(queuedBy.account);
    this.remove(item);
    if (lists !== undefined) endTurn(lists, queuedBy.list);
    endTurn(this.#accounts, queuedBy.account);
    return item;
  }

  /** Returns whether it was in the queue. */
  remove(item: Item): boolean {
    const queuedBy = this.#queuedBy.get(item);
    const lists = queuedBy && this.#accounts.waiting.get(queuedBy.account);
    if (queuedBy === undefined || lists === undefined) return false;
    this.#queuedBy.delete(item);
    const list = lists.waiting.get(queuedBy.list);
    list?.delete(item);
    if (list?.size === 0) lists.waiting.delete(queuedBy.list);
    if (lists.waiting.size === 0) this.#accounts.waiting.delete(queuedBy.account);
    return true;
  }

  /** How many items would go before the last of the newcomer's. */
  before({ count, account = UNNAMED, list = UNNAMED }: Newcomer): number {
    const ofAccount = this.#accounts.waiting.get(account);
    const lists = withMore(sizesOf(ofAccount ?? createRotation<Set<Item>>(), sizeOf), list, count);
    const accounts = withMore(sizesOf(this.#accounts, sizeOfAll), account, count);
    const ofList = lists.waiting.get(list) ?? 0;
    const turnsOfAccount = turnsUntil(lists, list, ofList);
    return turnsUntil(accounts, account, turnsOfAccount) - count;
  }
}

/**
 * Whose turn it is, one after the other, until nobody has anything left. With 5 items of Ann, 2 of
 * Ben and 3 of Cem:
 *
 *     turn               1  2  3  4  5  6  7  8  9  10
 *     has the fewest     B  B  C     C  C  A     A  A
 *     waited longest              A           A
 *
 * Whoever has the fewest keeps the turns until nothing is left, so they are sorted once.
 */
function* inTurns({ waiting, taken }: Rotation<number>): Generator<string> {
  const left = new Map(waiting);
  // Who was taken is behind it, at the end again: so its next one has waited longest.
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

/** The turn in which `name` gets its `wanted`-th item. */
function turnsUntil(sizes: Rotation<number>, name: string, wanted: number): number {
  let turns = 0;
  let had = 0;
  for (const next of inTurns(sizes)) {
    turns += 1;
    if (next === name) had += 1;
    if (had === wanted) break;
  }
  return turns;
}

/** How to read what waits under a name: how many items there are, and which, in their order. */
interface ReadWaiting<Waiting, Item> {
  readonly sizeOf: (waiting: Waiting) => number;
  readonly itemsOf: (waiting: Waiting) => Iterable<Item>;
}

/** Yields an item in each turn. Lazy: items are read only as far as asked for. */
function* itemsInTurns<Waiting, Item>(
  rotation: Rotation<Waiting>,
  { sizeOf, itemsOf }: ReadWaiting<Waiting, Item>,
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

function sizesOf<Waiting>(
  { waiting, taken }: Rotation<Waiting>,
  sizeOf: (waiting: Waiting) => number,
): Rotation<number> {
  const sizes = Array.from(waiting, ([name, items]) => [name, sizeOf(items)] as const);
  return { waiting: new Map(sizes), taken };
}

/** The sizes with `count` more for `name`. */
function withMore(
  { waiting, taken }: Rotation<number>,
  name: string,
  count: number,
): Rotation<number> {
  const size = (waiting.get(name) ?? 0) + count;
  return { waiting: new Map(waiting).set(name, size), taken };
}

function endTurn<Waiting>(rotation: Rotation<Waiting>, name: string): void {
  const { waiting } = rotation;
  rotation.taken += 1;
  const items = waiting.get(name);
  if (items === undefined) return;
  waiting.delete(name);
  waiting.set(name, items);
}

function createRotation<Waiting>(): Rotation<Waiting> {
  return { waiting: new Map(), taken: 0 };
}

function sizeOf({ size }: { readonly size: number }): number {
  return size;
}

function sizeOfAll({ waiting }: Lists<unknown>): number {
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
