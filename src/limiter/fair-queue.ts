/** Whose an item is. People take turns, and so do the lists of one person. */
export interface ItemOwner {
  readonly person: string;
  readonly list: string;
}

/** The lists of one person, the next one first. */
type Lists<Item> = Map<string, Set<Item>>;

/** Of whose items the last of `count` more would be. Without a person or a list: of a new one. */
interface Newcomer {
  readonly count: number;
  readonly person: string | undefined;
  readonly list?: string;
}

/**
 * Takes one item of each person in turn, and of each person one of each list in turn: a long list
 * delays nobody else.
 */
export class FairQueue<Item> {
  readonly #owners = new Map<Item, ItemOwner>();
  /** In the order of turns: the next person first. */
  readonly #people = new Map<string, Lists<Item>>();

  get size(): number {
    return this.#owners.size;
  }

  ownerOf(item: Item): ItemOwner | undefined {
    return this.#owners.get(item);
  }

  /** In the order in which they will be taken. */
  inOrder(): Iterable<Item> {
    return inTurns(this.#people.values(), (lists) => inTurns(lists.values(), (list) => list));
  }

  add(item: Item, owner: ItemOwner): void {
    this.#owners.set(item, owner);
    const lists = getOrCreate<string, Lists<Item>>(this.#people, owner.person, () => new Map());
    getOrCreate<string, Set<Item>>(lists, owner.list, () => new Set()).add(item);
  }

  /** Removes and returns the next item; undefined if there is none. */
  take(): Item | undefined {
    const [item] = this.inOrder();
    const owner = item === undefined ? undefined : this.#owners.get(item);
    if (item === undefined || owner === undefined) return undefined;
    this.remove(item);
    const lists = this.#people.get(owner.person);
    if (lists !== undefined) moveToEnd(lists, owner.list);
    moveToEnd(this.#people, owner.person);
    return item;
  }

  /** Returns whether it was in the queue. */
  remove(item: Item): boolean {
    const owner = this.#owners.get(item);
    const lists = owner && this.#people.get(owner.person);
    if (owner === undefined || lists === undefined) return false;
    this.#owners.delete(item);
    const list = lists.get(owner.list);
    list?.delete(item);
    if (list?.size === 0) lists.delete(owner.list);
    if (lists.size === 0) this.#people.delete(owner.person);
    return true;
  }

  /** How many items would go before the last of the newcomer's. */
  before({ count, person, list }: Newcomer): number {
    const ownLists = person === undefined ? undefined : this.#people.get(person);
    const ahead = list === undefined ? 0 : (ownLists?.get(list)?.size ?? 0);
    const otherLists = [...(ownLists ?? [])].filter(([name]) => name !== list);
    const ownBefore = sumUpTo(
      ahead + count,
      otherLists.map(([, items]) => items.size),
    );
    const turns = ownBefore + ahead + count;
    const otherPeople = [...this.#people.values()].filter((lists) => lists !== ownLists);
    return turns - count + sumUpTo(turns, otherPeople.map(sizeOf));
  }
}

function sumUpTo(most: number, sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + Math.min(size, most), 0);
}

function sizeOf(lists: ReadonlyMap<string, ReadonlySet<unknown>>): number {
  let size = 0;
  for (const list of lists.values()) size += list.size;
  return size;
}

/**
 * One item of each group in turn, until none is left. Lazy: groups are read only as far as asked
 * for.
 */
function* inTurns<Group, Item>(
  groups: Iterable<Group>,
  itemsOf: (group: Group) => Iterable<Item>,
): Generator<Item> {
  let waiting: Iterator<Item>[] = [];
  for (const group of groups) {
    const items = itemsOf(group)[Symbol.iterator]();
    const { value, done } = items.next();
    if (done === true) continue;
    yield value;
    waiting.push(items);
  }
  while (waiting.length > 0) {
    const inTheNextTurn: Iterator<Item>[] = [];
    for (const items of waiting) {
      const { value, done } = items.next();
      if (done === true) continue;
      yield value;
      inTheNextTurn.push(items);
    }
    waiting = inTheNextTurn;
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

/** Gives those of a name the last turn. */
function moveToEnd<Waiting>(waiting: Map<string, Waiting>, name: string): void {
  const items = waiting.get(name);
  if (items === undefined) return;
  waiting.delete(name);
  waiting.set(name, items);
}
