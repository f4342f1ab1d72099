/** Whose an item is. People take turns, and so do the lists of one person. */
export interface Owner {
  readonly person: string;
  readonly list: string;
}

/** Takes one item of each person in turn, and of each person one of each list in turn: a long list delays nobody else. */
export interface FairQueue<Item> {
  /** The items that wait, and whose each of them is. */
  readonly owners: ReadonlyMap<Item, Owner>;
  add(item: Item, owner: Owner): void;
  /** Returns whether it was in the queue. */
  remove(item: Item): boolean;
  /** The item that is next. */
  head(): Item | undefined;
  take(): Item | undefined;
  sizeOf(person: string): number;
  /** How many items of its person go before it. */
  turnsBefore(item: Item): number;
  /** In the order in which they will be taken. */
  inOrder(): Iterable<Item>;
  /**
   * How many items would go before the last of `count` more of an owner, those of the same list included. Without a person
   * or a list, of a new one. With a count of 0: the position of the owner's last item, where 1 is next.
   */
  before(count: number, owner?: Partial<Owner>): number;
}

interface Person<Item> {
  size: number;
  /** The list whose turn it is comes first. */
  readonly lists: Map<string, Set<Item>>;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  const owners = new Map<Item, Owner>();
  /** The person whose turn it is comes first. */
  const people = new Map<string, Person<Item>>();
  const sizes = createSizes();

  const head = (): Item | undefined => {
    for (const person of people.values()) for (const item of orderOf(person)) return item;
    return undefined;
  };
  const remove = (item: Item): boolean => {
    const owner = owners.get(item);
    const person = owner && people.get(owner.person);
    if (owner === undefined || person === undefined) return false;
    owners.delete(item);
    const list = person.lists.get(owner.list);
    list?.delete(item);
    if (list?.size === 0) person.lists.delete(owner.list);
    sizes.shrink(person.size);
    person.size -= 1;
    if (person.size === 0) people.delete(owner.person);
    return true;
  };
  /** How many items of others go before a person has had so many turns. */
  const othersWithin = (turns: number, person: Person<Item> | undefined): number => {
    const all = people.size < turns ? sumUpTo(people.values(), turns) : sizes.sumUpTo(turns);
    return all - Math.min(person?.size ?? 0, turns);
  };
  /** How many turns a person has had once so many items of one list have gone. */
  const turnsFor = (count: number, person: Person<Item> | undefined, list: string | undefined): number => {
    let turns = count;
    for (const [name, items] of person?.lists ?? []) {
      if (name !== list) turns += Math.min(items.size, count);
    }
    return turns;
  };
  return {
    owners,
    head,
    remove,
    add: (item, owner) => {
      owners.set(item, owner);
      const person = people.get(owner.person) ?? { size: 0, lists: new Map() };
      person.lists.set(owner.list, (person.lists.get(owner.list) ?? new Set()).add(item));
      person.size += 1;
      sizes.grow(person.size);
      people.set(owner.person, person);
    },
    take: () => {
      const item = head();
      const owner = item === undefined ? undefined : owners.get(item);
      if (item === undefined || owner === undefined) return undefined;
      remove(item);
      const person = people.get(owner.person);
      if (person !== undefined) passTheTurn(person.lists, owner.list);
      passTheTurn(people, owner.person);
      return item;
    },
    sizeOf: (person) => people.get(person)?.size ?? 0,
    turnsBefore: (item) => {
      const person = people.get(owners.get(item)?.person ?? '');
      let before = 0;
      for (const other of person === undefined ? [] : orderOf(person)) {
        if (other === item) return before;
        before += 1;
      }
      return before;
    },
    inOrder: () => inTurns(people.values(), orderOf),
    before: (count, { person: name, list } = {}) => {
      const person = name === undefined ? undefined : people.get(name);
      const inList = list === undefined ? 0 : (person?.lists.get(list)?.size ?? 0);
      const turns = turnsFor(inList + count, person, list);
      return turns - count + othersWithin(turns, person);
    },
  };
}

function orderOf<Item>({ lists }: Person<Item>): Iterable<Item> {
  if (lists.size > 1) return inTurns(lists.values(), (list) => list);
  for (const list of lists.values()) return list;
  return [];
}

/** One item of each group in turn, until none is left. Lazy: groups are read only as far as asked for. */
function* inTurns<Group, Item>(
  groups: Iterable<Group>,
  itemsOf: (group: Group) => Iterable<Item>,
): Generator<Item> {
  const begun: Iterator<Item>[] = [];
  for (const group of groups) {
    const items = itemsOf(group)[Symbol.iterator]();
    const { value, done } = items.next();
    if (done) continue;
    yield value;
    begun.push(items);
  }
  for (let waiting = begun; waiting.length > 0; ) {
    const inTheNextTurn: typeof waiting = [];
    for (const items of waiting) {
      const { value, done } = items.next();
      if (done) continue;
      yield value;
      inTheNextTurn.push(items);
    }
    waiting = inTheNextTurn;
  }
}

function passTheTurn<Waiting>(all: Map<string, Waiting>, name: string): void {
  const one = all.get(name);
  if (one === undefined) return;
  all.delete(name);
  all.set(name, one);
}

function sumUpTo(people: Iterable<{ readonly size: number }>, most: number): number {
  let sum = 0;
  for (const { size } of people) sum += Math.min(size, most);
  return sum;
}

/** Counts how many people have at least n items waiting, so that a forecast costs the same for one person and a thousand. */
function createSizes() {
  const atLeast: number[] = [];
  return {
    /** A person has one item more, and `size` now. */
    grow: (size: number): void => {
      atLeast[size] = (atLeast[size] ?? 0) + 1;
    },
    /** A person had `size` items, and has one less now. */
    shrink: (size: number): void => {
      atLeast[size] = (atLeast[size] ?? 0) - 1;
    },
    /** How many items all people have, counting at most `most` of each. */
    sumUpTo: (most: number): number => {
      let sum = 0;
      for (let size = 1; size <= most && size < atLeast.length; size += 1) sum += atLeast[size] ?? 0;
      return sum;
    },
  };
}
