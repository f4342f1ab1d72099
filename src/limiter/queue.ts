import { FairQueue, type ItemOwner } from './fair-queue.ts';

/**
 * `single` goes whenever there is room; `batch` is one of many, which leave room for singles.
 */
export type Priority = 'single' | 'batch';

/** An item of the queue, and as what it goes. */
export interface QueuedItem<Item> {
  readonly item: Item;
  readonly priority: Priority;
}

/** A person's single checks keep their order, whichever message they belong to. */
const SINGLES = '';

/**
 * The queue: single checks, then batch checks. People take turns in both, and so do the lists of
 * one person among the batch checks. No starvation: a batch check that has been the next of them
 * for longer than the patience becomes a single. All times are as `Clock.elapsed()`.
 */
export class JobQueue<Item> {
  readonly #singles = new FairQueue<Item>();
  readonly #batches = new FairQueue<Item>();
  readonly #patienceMs: number;
  /** The next batch check, and since when it is. */
  #head: Item | undefined;
  #headSince = 0;

  /** @param patienceMs how long a batch check may be the next one before it becomes a single */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** How many single checks wait. */
  get singles(): number {
    return this.#singles.size;
  }

  /** How many batch checks wait. */
  get batches(): number {
    return this.#batches.size;
  }

  get size(): number {
    return this.singles + this.batches;
  }

  add(
    item: Item,
    as: ItemOwner & { readonly priority: Priority; readonly elapsedMs: number },
  ): void {
    const { priority, person, list, elapsedMs } = as;
    if (priority === 'single') this.#singles.add(item, { person, list: SINGLES });
    else this.#batches.add(item, { person, list });
    this.#watchHead(elapsedMs);
  }

  remove(item: Item, elapsedMs: number): void {
    if (!this.#singles.remove(item)) this.#batches.remove(item);
    this.#watchHead(elapsedMs);
  }

  /** Makes a check a single check of this person, if it is sent earlier then. */
  promote(item: Item, person: string, elapsedMs: number): void {
    if (this.#singles.ownerOf(item) !== undefined) {
      const place = Array.from(this.#singles.inOrder()).indexOf(item);
      if (this.before('single', 1, person) >= place) return;
    } else if (this.#batches.ownerOf(item) === undefined) return;
    this.remove(item, elapsedMs);
    this.#singles.add(item, { person, list: SINGLES });
  }

  /** How many items could be taken. */
  ready(elapsedMs: number, batchMayGo: boolean): number {
    this.#promoteStarved(elapsedMs);
    return this.singles + (batchMayGo && this.batches > 0 ? 1 : 0);
  }

  /** Removes and returns the next item; undefined if none may go. */
  take(elapsedMs: number, batchMayGo: boolean): QueuedItem<Item> | undefined {
    this.#promoteStarved(elapsedMs);
    const single = this.#singles.take();
    if (single !== undefined) return { item: single, priority: 'single' };
    const item = batchMayGo ? this.#batches.take() : undefined;
    this.#watchHead(elapsedMs);
    return item === undefined ? undefined : { item, priority: 'batch' };
  }

  /** In the order in which they will be taken. */
  *inOrder(): Iterable<QueuedItem<Item>> {
    for (const item of this.#singles.inOrder()) yield { item, priority: 'single' };
    for (const item of this.#batches.inOrder()) yield { item, priority: 'batch' };
  }

  /**
   * How many items of this priority would go before the last of `count` more of this person;
   * without one, of a new one.
   */
  before(priority: Priority, count: number, person?: string): number {
    return priority === 'single'
      ? this.#singles.before({ count, person, list: SINGLES })
      : this.#batches.before({ count, person });
  }

  #watchHead(elapsedMs: number): void {
    const [next] = this.#batches.inOrder();
    if (next !== this.#head) this.#headSince = elapsedMs;
    this.#head = next;
  }

  #promoteStarved(elapsedMs: number): void {
    const head = this.#head;
    const owner = head === undefined ? undefined : this.#batches.ownerOf(head);
    if (head === undefined || owner === undefined) return;
    if (elapsedMs - this.#headSince > this.#patienceMs) this.promote(head, owner.person, elapsedMs);
  }
}
