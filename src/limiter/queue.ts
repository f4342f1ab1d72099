/**
 * `single` goes whenever there is room; `batch` is one of many, which keep a pace so that singles
 * get between.
 */
export type Priority = 'single' | 'batch';

/** Whose an item is. People take turns, and so do the lists of one person. */
export interface Owner {
  readonly person: string;
  readonly list: string;
}

/**
 * The queue: single checks, then batch checks. People take turns in both, and so do the lists of
 * one person among the batch checks. No starvation: a batch check that has been the next of them
 * for longer than the patience becomes a single.
 */
export interface JobQueue<Item> {
  /** How many single checks wait, and how many batch checks. */
  readonly singles: number;
  readonly batches: number;
  add(item: Item, as: Owner & { readonly priority: Priority; readonly elapsedMs: number }): void;
  remove(item: Item, elapsedMs: number): void;
  /** Makes a check a single check of this person, if it is sent earlier then. */
  promote(item: Item, person: string, elapsedMs: number): void;
  /** How many items could be taken. `elapsedMs` is as `Clock.elapsed()`. */
  ready(elapsedMs: number, batchMayGo: boolean): number;
  /** Removes and returns the next item; undefined if none may go. */
  take(
    elapsedMs: number,
    batchMayGo: boolean,
  ): { readonly item: Item; readonly priority: Priority } | undefined;
  /** In the order in which they will be taken. */
  inOrder(): Iterable<{ readonly item: Item; readonly priority: Priority }>;
  /**
   * How many items of this priority would go before the last of `count` more of this person;
   * without one, of a new one.
   */
  before(priority: Priority, count: number, person?: string): number;
}

/** A person's single checks keep their order, whichever message they belong to. */
const SINGLES = '';

/**
 * @param patienceMs how long a batch check may be the next of the batch checks before it becomes a
 * single
 */
export function createJobQueue<Item>(patienceMs: number): JobQueue<Item> {
  const [singles, batches] = [createFairQueue<Item>(), createFairQueue<Item>()];
  let head: Item | undefined;
  let headSince = 0;

  const watchHead = (elapsedMs: number): void => {
    const [next] = batches.inOrder();
    if (next !== head) headSince = elapsedMs;
    head = next;
  };
  const promote = (item: Item, person: string, elapsedMs: number): void => {
    if (singles.owners.has(item)) {
      const place = Array.from(singles.inOrder()).indexOf(item);
      if (singles.before(1, person, SINGLES) >= place) return;
      singles.remove(item);
    } else if (batches.remove(item) === undefined) return;
    singles.add(item, { person, list: SINGLES });
    watchHead(elapsedMs);
  };
  const promoteStarved = (elapsedMs: number): void => {
    const owner = head === undefined ? undefined : batches.owners.get(head);
    if (head !== undefined && owner !== undefined && elapsedMs - headSince > patienceMs)
      promote(head, owner.person, elapsedMs);
  };
  return {
    get singles() {
      return singles.owners.size;
    },
    get batches() {
      return batches.owners.size;
    },
    add: (item, { priority, person, list, elapsedMs }) => {
      if (priority === 'single') singles.add(item, { person, list: SINGLES });
      else batches.add(item, { person, list });
      watchHead(elapsedMs);
    },
    remove: (item, elapsedMs) => {
      if (singles.remove(item) === undefined) batches.remove(item);
      watchHead(elapsedMs);
    },
    promote,
    ready: (elapsedMs, batchMayGo) => {
      promoteStarved(elapsedMs);
      return singles.owners.size + (batchMayGo && batches.owners.size > 0 ? 1 : 0);
    },
    take: (elapsedMs, batchMayGo) => {
      promoteStarved(elapsedMs);
      const single = singles.take();
      if (single !== undefined) return { item: single, priority: 'single' };
      const item = batchMayGo ? batches.take() : undefined;
      watchHead(elapsedMs);
      return item === undefined ? undefined : { item, priority: 'batch' };
    },
    inOrder: function* () {
      for (const item of singles.inOrder()) yield { item, priority: 'single' };
      for (const item of batches.inOrder()) yield { item, priority: 'batch' };
    },
    before: (priority, count, person) =>
      priority === 'single'
        ? singles.before(count, person, SINGLES)
        : batches.before(count, person),
  };
}

/**
 * Takes one item of each person in turn, and of each person one of each list in turn: a long list
 * delays nobody else.
 */
function createFairQueue<Item>() {
  const owners = new Map<Item, Owner>();
  /** In the order of turns: the next person first, and for each person their next list first. */
  const people = new Map<string, Map<string, Set<Item>>>();
  const inOrder = (): Iterable<Item> =>
    inTurns(people.values(), (lists) => inTurns(lists.values(), (list) => list));
  const remove = (item: Item): Owner | undefined => {
    const owner = owners.get(item);
    const lists = owner && people.get(owner.person);
    if (owner === undefined || lists === undefined) return undefined;
    owners.delete(item);
    const list = lists.get(owner.list);
    list?.delete(item);
    if (list?.size === 0) lists.delete(owner.list);
    if (lists.size === 0) people.delete(owner.person);
    return owner;
  };
  return {
    owners: owners as ReadonlyMap<Item, Owner>,
    inOrder,
    /** Returns its owner; undefined if it was not in the queue. */
    remove,
    add: (item: Item, owner: Owner): void => {
      owners.set(item, owner);
      const lists = people.get(owner.person) ?? new Map<string, Set<Item>>();
      people.set(
        owner.person,
        lists.set(owner.list, (lists.get(owner.list) ?? new Set()).add(item)),
      );
    },
    take: (): Item | undefined => {
      const [item] = inOrder();
      const owner = item === undefined ? undefined : remove(item);
      if (owner === undefined) return undefined;
      const lists = people.get(owner.person);
      if (lists !== undefined) moveToEnd(lists, owner.list);
      moveToEnd(people, owner.person);
      return item;
    },
    /**
     * How many items would go before the last of `count` more of an owner; without a person or a
     * list, of a new one.
     */
    before: (count: number, person: string | undefined, list?: string): number => {
      const own = person === undefined ? undefined : people.get(person);
      const ahead = list === undefined ? 0 : (own?.get(list)?.size ?? 0);
      const others = [...(own ?? [])].filter(([name]) => name !== list);
      const turns =
        sumUpTo(
          ahead + count,
          others.map(([, items]) => items.size),
        ) +
        ahead +
        count;
      const sizes = Array.from(people.values(), (lists) => (lists === own ? 0 : sizeOf(lists)));
      return turns - count + sumUpTo(turns, sizes);
    },
  };
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

function moveToEnd<Waiting>(all: Map<string, Waiting>, name: string): void {
  const one = all.get(name);
  if (one === undefined) return;
  all.delete(name);
  all.set(name, one);
}
