import type { CheckWait } from '../../../src/checks/contract.ts';
import type { Imei } from '../../../src/imei/imei.ts';
import type { Priority } from '../../../src/limiter/queue.ts';
import type { ListWait } from '../../../src/lists/list-wait.ts';
import type { ImeiQuery } from '../imei-query.ts';

/** The reason why a check waits, and the time at which it will be sent (as `Clock.elapsed()`). */
type TimedWait = CheckWait & { readonly startsAt: number };

/** The checks of a list that have reported a wait. */
export class CheckWaits {
  readonly #query: ImeiQuery;
  readonly #priority: Priority;
  readonly #waits = new Map<Imei, TimedWait>();

  /** @param priority the priority of all checks of the list */
  constructor(query: ImeiQuery, priority: Priority) {
    this.#query = query;
    this.#priority = priority;
  }

  /** Notes why a check waits, as the check has reported it. */
  set(imei: Imei, wait: CheckWait): void {
    const startsInMs = wait.kind === 'store' ? 0 : wait.startsInMs;
    this.#waits.set(imei, { ...wait, startsAt: this.#now() + startsInMs });
  }

  /** Notes that a check has ended. */
  delete(imei: Imei): void {
    this.#waits.delete(imei);
  }

  /**
   * Returns when the checks will be sent; an estimate for checks that have not reported a wait yet.
   * @param openCount how many checks of the list have not ended
   */
  summary(openCount: number): ListWait {
    const waits = [...this.#waits.values()];
    const unplacedMs = this.#estimateMs(openCount - waits.length);
    const [first] = waits;
    if (first === undefined) return { untilNextMs: 0, untilLastMs: unplacedMs };
    const now = this.#now();
    const delays = waits.map(({ startsAt }) => startsAt - now);
    return {
      untilNextMs: Math.max(0, Math.min(...delays)),
      untilLastMs: Math.max(unplacedMs, ...delays),
      position: first.kind === 'queued' ? first.position : undefined,
      blockedBy: blockedBy(waits),
      failure: waits.find((wait) => wait.kind === 'paused')?.failure,
    };
  }

  /** Estimates the time for `count` checks that have no position in the queue yet. */
  #estimateMs(count: number): number {
    if (count <= 0) return 0;
    const { services, invocation } = this.#query;
    const { singleMs, batchMs } = services.checker.estimate(count, invocation.requester);
    return this.#priority === 'single' ? singleMs : batchMs;
  }

  #now(): number {
    return this.#query.services.clock.elapsed();
  }
}

function blockedBy(waits: readonly CheckWait[]): ListWait['blockedBy'] {
  if (waits.some(({ kind }) => kind === 'store')) return 'store';
  const isStarting = waits.some((wait) => wait.kind === 'queued' && wait.isStarting);
  return isStarting ? 'start' : undefined;
}
