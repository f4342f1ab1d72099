import { Rotation } from './rotation.ts';

/**
 * The account and the group that an item waits for. Accounts take turns, and so do the groups of an
 * account.
 */
export interface QueuedBy {
  readonly account: string;
  /** Items that belong together, such as the checks of one request. */
  readonly group: string;
}

/** Items that might be added. Without an account or a group they get a new one. */
interface Newcomers {
  readonly count: number;
  readonly account: string | undefined;
  readonly group?: string;
}

type Groups<Item> = Rotation<Item, Set<Item>>;

/**
 * A queue that is fair to accounts. The next item belongs to the account with the fewest items, and
 * to the smallest group of that account: a small group is done soon and hardly delays a large one.
 * Every fourth turn goes to whoever has waited longest, so that a large group advances however many
 * small ones are added.
 */
export class FairQueue<Item> {
  readonly #queuedBy = new Map<Item, QueuedBy>();
  readonly #accounts = new Rotation<Item, Groups<Item>>();

  get size(): number {
    return this.#queuedBy.size;
  }

  queuedBy(item: Item): QueuedBy | undefined {
    return this.#queuedBy.get(item);
  }

  /** The items in the order in which they will be taken. */
  inOrder(): Iterable<Item> {
    return this.#accounts;
  }

  add(item: Item, queuedBy: QueuedBy): void {
    this.#queuedBy.set(item, queuedBy);
    const groups = this.#accounts.getOrAdd(queuedBy.account, () => new Rotation());
    groups.getOrAdd(queuedBy.group, () => new Set()).add(item);
  }

  /** Removes and returns the next item; undefined if there is none. */
  take(): Item | undefined {
    const [item] = this.#accounts;
    const queuedBy = item === undefined ? undefined : this.#queuedBy.get(item);
    if (item === undefined || queuedBy === undefined) return undefined;
    const groups = this.#accounts.get(queuedBy.account);
    this.remove(item);
    groups?.endTurn(queuedBy.group);
    this.#accounts.endTurn(queuedBy.account);
    return item;
  }

  /** Returns whether the item was in the queue. */
  remove(item: Item): boolean {
    const queuedBy = this.#queuedBy.get(item);
    const groups = queuedBy && this.#accounts.get(queuedBy.account);
    if (queuedBy === undefined || groups === undefined) return false;
    this.#queuedBy.delete(item);
    const group = groups.get(queuedBy.group);
    group?.delete(item);
    if (group?.size === 0) groups.delete(queuedBy.group);
    if (groups.isEmpty()) this.#accounts.delete(queuedBy.account);
    return true;
  }

  /** The position that the last newcomer would have in the queue; 1 is next. */
  positionOfLast({ count, account, group }: Newcomers): number {
    const groups: Groups<Item> = this.#accounts.get(account) ?? new Rotation();
    const positionInGroup = (groups.get(group)?.size ?? 0) + count;
    const positionInAccount = groups.turnOf(group, positionInGroup, count);
    return this.#accounts.turnOf(account, positionInAccount, count);
  }
}
