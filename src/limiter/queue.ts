import { FairQueue, type QueuedBy } from './fair-queue.ts';

/**
 * A `single` check is sent as soon as the limits allow. A `batch` check is one of a long list, and
 * leaves slots of the window free for singles.
 */
export type Priority = 'single' | 'batch';

/** An item in the queue, and the priority with which it waits. */
export interface QueuedItem<Item> {
  readonly item: Item;
  readonly priority: Priority;
}

/** All single checks of an account are one group: they keep their order across its requests. */
const GROUP_OF_SINGLES = 'singles';

/**
 * The queue: single checks first, then batch checks. Accounts take turns in both. Among the batch
 * checks the groups of an account take turns, too. No batch check starves: if none was taken for
 * longer than the patience, the next one becomes a single. All times are as `Clock.elapsed()`.
 */
export class JobQueue<Item> {
  readonly #singles = new FairQueue<Item>();
  readonly #batches = new FairQueue<Item>();
  readonly #patienceMs: number;
  /** Time when the last batch check was taken, or when the first one began to wait after that. */
  #batchesWaitSince = 0;

  /** @param patienceMs how long batch checks wait before the next one becomes a single */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  get singles(): number {
    return this.#singles.size;
  }

  get batches(): number {
    return this.#batches.size;
  }

  get size(): number {
    return this.singles + this.batches;
  }

  add(
    item: Item,
    queuedAs: QueuedBy & { readonly priority: Priority; readonly elapsedMs: number },
  ): void {
    const { priority, account, group, elapsedMs } = queuedAs;
    if (priority === 'single') {
      this.#singles.add(item, { account, group: GROUP_OF_SINGLES });
      return;
    }
    if (this.batches === 0) this.#batchesWaitSince = elapsedMs;
    this.#batches.add(item, { account, group });
  }

  remove(item: Item): void {
    if (!this.#singles.remove(item)) this.#batches.remove(item);
  }

  /**
   * Moves a waiting check to the single checks of this account. A check that is a single already
   * stays where it is, unless the move makes it earlier.
   */
  promote(item: Item, account: string): void {
    const isSingle = this.#singles.queuedBy(item) !== undefined;
    const isBatch = this.#batches.queuedBy(item) !== undefined;
    if (isBatch || (isSingle && this.#isEarlierFor(account, item))) {
      this.remove(item);
      this.#singles.add(item, { account, group: GROUP_OF_SINGLES });
    }
  }

  /**
   * Promotes a starved batch check, as `take` does, and counts the items that may be taken now. At
   * most one of them is a batch check, since each batch check that is taken may forbid the next.
   */
  promoteAndCountReady(elapsedMs: number, mayBatchGo: boolean): number {
    this.#promoteStarved(elapsedMs);
    return this.singles + (mayBatchGo && this.batches > 0 ? 1 : 0);
  }

  /** Removes and returns the next item; undefined if none may be taken. */
  take(elapsedMs: number, mayBatchGo: boolean): QueuedItem<Item> | undefined {
    this.#promoteStarved(elapsedMs);
    const single = this.#singles.take();
    if (single !== undefined) return { item: single, priority: 'single' };
    const item = mayBatchGo ? this.#batches.take() : undefined;
    if (item === undefined) return undefined;
    this.#batchesWaitSince = elapsedMs;
    return { item, priority: 'batch' };
  }

  /** The items in the order in which they will be taken. */
  *inOrder(): Iterable<QueuedItem<Item>> {
    for (const item of this.#singles.inOrder()) yield { item, priority: 'single' };
    for (const item of this.#batches.inOrder()) yield { item, priority: 'batch' };
  }

  /**
   * If this account added `count` more items, the position of the last one among the items of its
   * priority; 1 is next. Without an account, it assumes that a new account adds them.
   */
  positionOfLast(priority: Priority, count: number, account?: string): number {
    return priority === 'single'
      ? this.#singles.positionOfLast({ count, account, group: GROUP_OF_SINGLES })
      : this.#batches.positionOfLast({ count, account });
  }

  /** Makes the next batch check a single if no batch check was taken within the patience. */
  #promoteStarved(elapsedMs: number): void {
    if (this.batches === 0 || elapsedMs - this.#batchesWaitSince <= this.#patienceMs) return;
    const [next] = this.#batches.inOrder();
    const queuedBy = next === undefined ? undefined : this.#batches.queuedBy(next);
    if (next === undefined || queuedBy === undefined) return;
    this.promote(next, queuedBy.account);
    this.#batchesWaitSince = elapsedMs;
  }

  /** Whether a new single check of this account would be taken before this single check. */
  #isEarlierFor(account: string, single: Item): boolean {
    const position = Array.from(this.#singles.inOrder()).indexOf(single) + 1;
    return this.positionOfLast('single', 1, account) < position;
  }
}
