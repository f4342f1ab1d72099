import type { Priority } from '../core/priority.ts';
import { createFairQueue, type Owner } from './fair-queue.ts';

/** Whose a check is, and its priority. */
export interface Standing extends Owner {
  readonly priority: Priority;
}

/** The moment at which jobs are taken. */
export interface DispatchMoment {
  /** As `Clock.elapsed()`. */
  readonly elapsedMs: number;
  /** Whether a batch check may be sent. */
  readonly batchMayGo: boolean;
}

/**
 * The queue: single checks, then batch checks. People take turns in both, and so do the lists of one person among the batch
 * checks. No starvation: a batch check that has been the next of them for longer than the patience becomes a single.
 */
export interface JobQueue<Item> {
  readonly length: number;
  readonly singleLength: number;
  readonly batchLength: number;
  add(item: Item, as: Standing & { readonly elapsedMs: number }): void;
  has(item: Item): boolean;
  /** Returns whether it was still in the queue. */
  remove(item: Item, elapsedMs: number): boolean;
  /** A person asks for the same thing as a single check: it goes when a single of theirs would, or sooner. */
  promote(item: Item, person: string, elapsedMs: number): void;
  /** How many items could be taken at this moment. */
  ready(moment: DispatchMoment): number;
  /** Removes and returns the next item; undefined if none may go. */
  take(moment: DispatchMoment): { readonly item: Item; readonly priority: Priority } | undefined;
  /** The first items, by default all, in the order in which they will be taken. */
  inOrder(most?: number): readonly { readonly item: Item; readonly priority: Priority }[];
  /** How many items of this priority would go before the last of `count` more of this person; without one, of a new one. */
  before(priority: Priority, count: number, person?: string): number;
  /** The position of the item that was added last with this standing; 1 is next. */
  lastPosition(as: Standing): number;
}

/** A person's single checks go in the order in which they came, whichever message they belong to. */
const SINGLES = '';

/** @param patienceMs how long a batch check may be the next of the batch checks before it becomes a single */
export function createJobQueue<Item>(patienceMs: number): JobQueue<Item> {
  const queues = { single: createFairQueue<Item>(), batch: createFairQueue<Item>() };
  const { single: singles, batch: batches } = queues;
  let head: Item | undefined;
  let headSince = 0;

  const watchHead = (elapsedMs: number): void => {
    if (batches.head() === head) return;
    head = batches.head();
    headSince = elapsedMs;
  };
  const addSingle = (item: Item, person: string): void => singles.add(item, { person, list: SINGLES });
  const promote = (item: Item, person: string, elapsedMs: number): void => {
    if (batches.remove(item)) {
      addSingle(item, person);
      watchHead(elapsedMs);
    } else if (singles.sizeOf(person) < singles.turnsBefore(item)) {
      singles.remove(item);
      addSingle(item, person);
    }
  };
  const promoteStarved = (elapsedMs: number): void => {
    const owner = head === undefined ? undefined : batches.owners.get(head);
    if (head !== undefined && owner !== undefined && elapsedMs - headSince > patienceMs)
      promote(head, owner.person, elapsedMs);
  };
  return {
    get length() {
      return singles.owners.size + batches.owners.size;
    },
    get singleLength() {
      return singles.owners.size;
    },
    get batchLength() {
      return batches.owners.size;
    },
    add: (item, { priority, person, list, elapsedMs }) => {
      if (priority === 'single') addSingle(item, person);
      else batches.add(item, { person, list });
      watchHead(elapsedMs);
    },
    has: (item) => singles.owners.has(item) || batches.owners.has(item),
    remove: (item, elapsedMs) => {
      const removed = singles.remove(item) || batches.remove(item);
      watchHead(elapsedMs);
      return removed;
    },
    promote,
    ready: ({ elapsedMs, batchMayGo }) => {
      promoteStarved(elapsedMs);
      return singles.owners.size + (batchMayGo && batches.owners.size > 0 ? 1 : 0);
    },
    take: ({ elapsedMs, batchMayGo }) => {
      promoteStarved(elapsedMs);
      const single = singles.take();
      if (single !== undefined) return { item: single, priority: 'single' };
      const item = batchMayGo ? batches.take() : undefined;
      watchHead(elapsedMs);
      return item === undefined ? undefined : { item, priority: 'batch' };
    },
    inOrder: (most = Number.POSITIVE_INFINITY) => {
      const order: { item: Item; priority: Priority }[] = [];
      for (const priority of ['single', 'batch'] as const) {
        if (order.length >= most) break;
        for (const item of queues[priority].inOrder()) {
          order.push({ item, priority });
          if (order.length >= most) break;
        }
      }
      return order;
    },
    before: (priority, count, person) =>
      priority === 'single'
        ? singles.before(count, { ...(person !== undefined && { person }), list: SINGLES })
        : batches.before(count, { ...(person !== undefined && { person }) }),
    lastPosition: ({ priority, person, list }) =>
      priority === 'single'
        ? singles.before(0, { person, list: SINGLES })
        : singles.owners.size + batches.before(0, { person, list }),
  };
}
