import type { ReplyTarget, Request } from '../../core/adapter.ts';
import type { Principal } from '../../core/requester.ts';
import type { OpenRequest } from './row.ts';
import type { Lasting } from './tries.ts';

/**
 * The journal of accepted requests: persisted before the platform is told, completed once the last reply was shown. While
 * the store fails, writes wait in memory until it recovers. A row is inserted once, changed only while it is open, and
 * completed for good: no older state overwrites a newer one, however late the store carries it out.
 */
export interface Journal {
  /**
   * Persists a request as started, or finds that it was accepted before. Never rejects; the result says whether it is
   * persisted.
   */
  accept(request: Request): Promise<Accepted>;
  /**
   * Persists that this process starts the request again. Resolves with the entry before that, or undefined if it is no
   * longer open. Rejects if it cannot be persisted; the request must not be started then.
   */
  begin(id: string): Promise<OpenRequest | undefined>;
  /** Records that the current attempt has run for a while, and what it does. */
  lasted(id: string, how: Lasting): Promise<void>;
  /** Records that the current attempt ended in good order while the request stays open; with what {@link lasted} had recorded. */
  ended(id: string, lasting: Lasting | undefined): Promise<void>;
  /** Records that the reply is now shown elsewhere: a placeholder has become a message. */
  moved(id: string, target: ReplyTarget): Promise<void>;
  /** Completes a request: its last reply was shown. */
  complete(id: string): Promise<void>;
  /** The current entry; undefined if the request is not open. */
  find(id: string): Promise<OpenRequest | undefined>;
  /** Whether the store does not have the current state yet. */
  isUnwritten(id: string): boolean;
  /** Whether it was accepted before, by this process or an earlier one, as far as the store can tell; a failing store tells nothing. */
  isRepeat(id: string): Promise<boolean>;
  /**
   * All open requests, oldest first. Completed ones cost nothing. A person has 50 at most: those of a hundred people are
   * 5,000 and take about 0.2 s of a processor, read in portions between which other work is served.
   */
  open(): Promise<readonly OpenRequest[]>;
  /**
   * The open requests of one person, also those that could not be written; those of others cost nothing.
   */
  openOf(requester: Principal): Promise<readonly OpenRequest[]>;
  /** What earlier processes left open. From now on, a repeated event of theirs counts as a repeat. */
  leftOpen(): Promise<readonly OpenRequest[]>;
  /** Persists what could not be written while the store failed. */
  catchUp(): Promise<void>;
}

/**
 * The result of accepting a request: the new entry, or that it is a repeat of what this process or an earlier one has
 * accepted; and whether it is persisted.
 */
export type Accepted =
  | { readonly entry: OpenRequest; readonly repeat?: undefined; readonly persisted: boolean }
  | { readonly repeat: true; readonly persisted: boolean };
