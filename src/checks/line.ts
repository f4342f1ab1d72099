/** What waits: a check that goes by itself, or one of many, which are spread. */
export type Rank = 'single' | 'batch';

/** How the line stands when somebody may go. */
export interface Moment {
  readonly now: number;
  /** Whether it may be a batch check's turn. */
  readonly batchMayGo: boolean;
}

/**
 * The waiting line: singles in the order they came, then batches, which take turns request by request. Nobody waits
 * for ever: a batch check that has been next among the batches for longer than the patience becomes a single.
 */
export interface Line<Item> {
  readonly length: number;
  readonly batchLength: number;
  add(item: Item, as: { readonly rank: Rank; readonly fairnessKey: string; readonly now: number }): void;
  /** Whether it was still in the line. */
  remove(item: Item, now: number): boolean;
  /** Makes a single of a batch check; it joins the end of the singles. */
  promote(item: Item, now: number): void;
  /** How many could go at this moment. */
  ready(moment: Moment): number;
  /** Takes out the one whose turn it is. */
  take(moment: Moment): { readonly item: Item; readonly rank: Rank } | undefined;
  /** All who wait, or the first of them, in the order in which they will go. */
  inOrder(most?: number): readonly { readonly item: Item; readonly rank: Rank }[];
  /** How many batch checks would go before the last of `count` more under a key of their own. */
  batchesBefore(count: number): number;
  /** The place of the one that was added last as one of these; 1 is next. */
  lastPlace(as: { readonly rank: Rank; readonly fairnessKey: string }): number;
}

/** @param patienceMs how long a batch check may be the next of the batches before it counts as a single */
export function createLine<Item>(patienceMs: number): Line<Item> {
  const singles = new Set<Item>();
  const round = createRound<Item>();
  let head: Item | undefined;
  let headSince = 0;

  const watchHead = (now: number): void => {
    if (round.head() === head) return;
    head = round.head();
    headSince = now;
  };
  const promote = (item: Item, now: number): void => {
    if (!round.remove(item)) return;
    singles.add(item);
    watchHead(now);
  };
  const promoteTheTired = (now: number): void => {
    if (head !== undefined && now - headSince > patienceMs) promote(head, now);
  };
  const batchesBefore = (count: number): number =>
    round.sizes().reduce((sum, size) => sum + Math.min(size, count), 0);
  return {
    get length() {
      return singles.size + round.size;
    },
    get batchLength() {
      return round.size;
    },
    add: (item, { rank, fairnessKey, now }) => {
      if (rank === 'single') singles.add(item);
      else round.add(item, fairnessKey);
      watchHead(now);
    },
    remove: (item, now) => {
      const removed = singles.delete(item) || round.remove(item);
      watchHead(now);
      return removed;
    },
    promote,
    ready: ({ now, batchMayGo }) => {
      promoteTheTired(now);
      return singles.size + (batchMayGo && round.size > 0 ? 1 : 0);
    },
    take: ({ now, batchMayGo }) => {
      promoteTheTired(now);
      for (const item of singles) {
        singles.delete(item);
        return { item, rank: 'single' };
      }
      const item = batchMayGo ? round.take() : undefined;
      watchHead(now);
      return item === undefined ? undefined : { item, rank: 'batch' };
    },
    inOrder: (most = Number.POSITIVE_INFINITY) => {
      const order: { item: Item; rank: Rank }[] = [];
      for (const item of singles) {
        if (order.length >= most) return order;
        order.push({ item, rank: 'single' });
      }
      for (const item of round.inOrder(most - order.length)) order.push({ item, rank: 'batch' });
      return order;
    },
    batchesBefore,
    lastPlace: ({ rank, fairnessKey }) =>
      singles.size + (rank === 'single' ? 0 : batchesBefore(round.sizeOf(fairnessKey))),
  };
}

/** Takes one of each key in turn. */
function createRound<Item>() {
  const keys = new Map<Item, string>();
  /** The key whose turn it is comes first. */
  const queues = new Map<string, Set<Item>>();

  const head = (): Item | undefined => {
    for (const queue of queues.values()) for (const item of queue) return item;
    return undefined;
  };
  const remove = (item: Item): boolean => {
    const key = keys.get(item);
    if (key === undefined) return false;
    keys.delete(item);
    const queue = queues.get(key);
    queue?.delete(item);
    if (queue?.size === 0) queues.delete(key);
    return true;
  };
  const passTheTurn = (key: string): void => {
    const queue = queues.get(key);
    if (queue === undefined) return;
    queues.delete(key);
    queues.set(key, queue);
  };
  return {
    get size() {
      return keys.size;
    },
    head,
    remove,
    add: (item: Item, key: string): void => {
      keys.set(item, key);
      queues.set(key, (queues.get(key) ?? new Set()).add(item));
    },
    take: (): Item | undefined => {
      const item = head();
      const key = item === undefined ? undefined : keys.get(item);
      if (item === undefined || key === undefined) return undefined;
      remove(item);
      passTheTurn(key);
      return item;
    },
    sizes: (): number[] => Array.from(queues.values(), (queue) => queue.size),
    sizeOf: (key: string): number => queues.get(key)?.size ?? 0,
    inOrder: (most: number): Item[] => {
      const order: Item[] = [];
      let waiting = Array.from(queues.values(), (queue) => queue.values());
      while (waiting.length > 0) {
        const inTheNextTurn: typeof waiting = [];
        for (const queue of waiting) {
          if (order.length >= most) return order;
          const { value, done } = queue.next();
          if (done) continue;
          order.push(value);
          inTheNextTurn.push(queue);
        }
        waiting = inTheNextTurn;
      }
      return order;
    },
  };
}
