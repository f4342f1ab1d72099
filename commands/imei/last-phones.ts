import { LRUCache } from 'lru-cache';
import type { InvocationContext } from '../../src/core/command/command.ts';
import type { Principal } from '../../src/core/principal.ts';
import type { Imei } from '../../src/imei/imei.ts';
import { isAnswered, type ListEntry, phoneOf } from '../../src/lists/list.ts';

/** The most people that are remembered. Others are asked what to check, as after a restart. */
const REMEMBERED = 10_000;

/**
 * The phone of each person's last answer in private, which “full” and “again” mean. They mean none
 * if that answer was about anything else: a typo, a failed check, a list.
 */
export class LastPhones {
  readonly #imeis = new LRUCache<Principal, readonly Imei[]>({ max: REMEMBERED });

  /** Remembers the phone of an answer, if these are the entries of one phone. */
  remember(invocation: InvocationContext, entries: readonly ListEntry[]): void {
    const phone = phoneOf(entries);
    if (phone?.every(isAnswered) !== true) {
      this.forget(invocation);
    } else if (invocation.visibility !== 'shared') {
      const imeis = phone.map(({ number }) => number.imei);
      this.#imeis.set(invocation.requester, imeis);
    }
  }

  /** Forgets the phone before an answer about anything else. */
  forget({ requester, visibility }: InvocationContext): void {
    if (visibility !== 'shared') this.#imeis.delete(requester);
  }

  /** The one or two IMEIs of the phone; none if the last answer was about anything else. */
  of(requester: Principal): readonly Imei[] {
    return this.#imeis.get(requester) ?? [];
  }
}
