import type { Adapter, ReplyTarget, Request } from '../core/adapter.ts';

/** Removes messages that say for ever that an answer is under way, which another process shows elsewhere. */
export interface Withdrawals {
  /** Removes the message at the target that `shown` resolves with; undefined if there is none. */
  begin(request: Request, shown: Promise<ReplyTarget | undefined>): void;
  /** Resolves once all that were begun have ended. */
  ended(): Promise<void>;
}

/** Creates the withdrawals of this process. */
export function createWithdrawals(
  adapterFor: (request: Request) => Pick<Adapter, 'withdraw'> | undefined,
): Withdrawals {
  const underWay = new Set<Promise<void>>();
  return {
    begin: (request, shown) => {
      const adapter = adapterFor(request);
      if (adapter?.withdraw === undefined) return;
      const work = shown.then(async (target) => {
        if (target !== undefined) await adapter.withdraw?.(target, request.target);
        underWay.delete(work);
      });
      underWay.add(work);
    },
    ended: async () => {
      await Promise.allSettled(underWay);
    },
  };
}
