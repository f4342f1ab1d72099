/** A request as it arrived at the sandbox. */
export interface Arrival {
  /** When its headers came, in milliseconds since 1970 by the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Which of the interface's two calls it is, if any. */
  readonly call?: 'check' | 'key-status';
  /** As sent; known once the body has been read. */
  readonly key?: string;
  readonly imei?: string;
}

/** What is learnt of an arrival after it was recorded. */
export type OpenArrival = { -readonly [Name in keyof Arrival]: Arrival[Name] };

/** More are not kept, so that a sandbox that runs for months does not grow: the oldest go. */
const MOST_KEPT = 100_000;

/** Puts an item at the end of a list of what came last. */
export function keep<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > MOST_KEPT) list.splice(0, list.length - MOST_KEPT / 2);
}
