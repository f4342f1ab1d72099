/** Something that waits to be sent. */
export interface Waiting {
  readonly priority: 'single' | 'batch';
  /** Batches take turns by this key. */
  readonly fairnessKey: string;
}

/** The waiting line: singles in the order they came, then batches, which take turns. */
export interface Line<Item extends Waiting> {
  add(item: Item): void;
  /** Has no effect when it is not in the line. */
  remove(item: Item): void;
  /** The next single, and the next of the batches. */
  heads(): { readonly single: Item | undefined; readonly batch: Item | undefined };
  /** All that wait, in the order in which they will go. */
  inOrder(): readonly Item[];
  length(): number;
}

export function createLine<Item extends Waiting>(): Line<Item> {
  const singles = new Set<Item>();
  /** The batch whose turn it is comes first. */
  const batches = new Map<string, Set<Item>>();
  return {
    length: () => [...batches.values()].reduce((sum, batch) => sum + batch.size, singles.size),
    add: (item) => {
      if (item.priority === 'single') singles.add(item);
      else batches.set(item.fairnessKey, (batches.get(item.fairnessKey) ?? new Set()).add(item));
    },
    remove: (item) => {
      if (singles.delete(item)) return;
      const batch = batches.get(item.fairnessKey);
      if (batch?.delete(item) !== true) return;
      // The turn passes on: what is left of this batch goes to the end of the round.
      batches.delete(item.fairnessKey);
      if (batch.size > 0) batches.set(item.fairnessKey, batch);
    },
    heads: () => ({ single: first(singles), batch: first(first(batches.values()) ?? []) }),
    inOrder: () => [...singles, ...takingTurns([...batches.values()])],
  };
}

function first<T>(items: Iterable<T>): T | undefined {
  for (const item of items) return item;
  return undefined;
}

function takingTurns<Item>(batches: readonly ReadonlySet<Item>[]): Item[] {
  const order: Item[] = [];
  let turns = batches.map((batch) => batch.values());
  while (turns.length > 0) {
    turns = turns.filter((turn) => {
      const { done, value } = turn.next();
      if (!done) order.push(value);
      return !done;
    });
  }
  return order;
}
