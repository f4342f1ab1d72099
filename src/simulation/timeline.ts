/** Something that is to happen. */
interface Entry<Item> {
  readonly at: number;
  /** Two items at the same time keep the order in which they were added. */
  readonly order: number;
  readonly item: Item;
  cancelled: boolean;
}

/** What is to happen, in the order of its times (a binary heap). */
export interface Timeline<Item> {
  add(at: number, item: Item): { cancel(): void };
  /** Takes out what is to happen first. */
  takeFirst(): { readonly at: number; readonly item: Item } | undefined;
}

export function createTimeline<Item>(): Timeline<Item> {
  const heap: Entry<Item>[] = [];
  let added = 0;
  const takeTop = (): Entry<Item> | undefined => {
    const top = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) sink(heap, last);
    return top;
  };
  return {
    add: (at, item) => {
      const entry = { at, order: added, item, cancelled: false };
      added += 1;
      rise(heap, entry);
      return {
        cancel: () => {
          entry.cancelled = true;
        },
      };
    },
    takeFirst: () => {
      let top = takeTop();
      while (top?.cancelled) top = takeTop();
      return top;
    },
  };
}

function isBefore(one: Entry<unknown>, other: Entry<unknown>): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Puts an entry at the end and lets it rise to its place. */
function rise<Item>(heap: Entry<Item>[], entry: Entry<Item>): void {
  let place = heap.length;
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !isBefore(entry, parent)) break;
    heap[place] = parent;
    place = above;
  }
  heap[place] = entry;
}

/** Puts an entry at the top and lets it sink to its place. */
function sink<Item>(heap: Entry<Item>[], entry: Entry<Item>): void {
  let place = 0;
  for (;;) {
    const left = heap[2 * place + 1];
    const right = heap[2 * place + 2];
    const isRightFirst = left !== undefined && right !== undefined && isBefore(right, left);
    const child = isRightFirst ? right : left;
    if (child === undefined || !isBefore(child, entry)) break;
    heap[place] = child;
    place = 2 * place + (isRightFirst ? 2 : 1);
  }
  heap[place] = entry;
}
