import { LRUCache } from 'lru-cache';
import type { Limiter } from '../../limiter/limiter.ts';
import type { Checker } from '../answer.ts';
import type { AccountOf, CheckBasics, CheckWaits } from '../basics.ts';
import type { Breaker } from '../outbox/breaker.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Allowance } from '../quota/allowance.ts';
import type { SpendingBook } from '../quota/spending.ts';
import { type CacheSettings, createAnswerCache } from './cache.ts';
import { createChecker } from './checker.ts';

/** More than can be open at a time. */
const MOST_RESUMED = 10_000;

export interface LookupRoomNeeds extends CheckBasics {
  readonly outbox: Outbox;
  readonly ledger: Ledger;
  readonly breaker: Breaker;
  readonly allowance: Allowance;
  readonly spending: SpendingBook;
  readonly accountOf: AccountOf;
  readonly estimate: Limiter['estimate'];
  readonly promote: Limiter['promote'];
  readonly settings: {
    readonly cache: CacheSettings;
    readonly requestTimeoutMs: number;
    readonly requestMaxAgeMs: number;
  };
}

/** From an IMEI to its answer. */
export interface LookupRoom {
  readonly checker: Checker;
  readonly waits: CheckWaits;
  /** An earlier process may have sent something for this request, and this one goes on with it. */
  resumed(requestId: string, acceptedAt: number): void;
  /** Writes what the store would not take. Rejects while it still does not. */
  catchUp(): Promise<void>;
}

export function createLookupRoom(needs: LookupRoomNeeds): LookupRoom {
  const { store, seal, read, clock, settings } = needs;
  const { requestMaxAgeMs } = settings;
  const cache = createAnswerCache({
    ...{ keyv: store.keyv, seal, read, clock, requestMaxAgeMs },
    settings: settings.cache,
  });
  const resumed = new LRUCache<string, number>({ max: MOST_RESUMED });
  const checker = createChecker({
    ...needs,
    resumed,
    cache,
    scope: settings.cache.scope,
    sandbox: settings.cache.sandbox,
  });
  return {
    checker,
    waits: { isWaiting: checker.isWaiting, wasSent: needs.ledger.wasSent },
    resumed: (requestId, acceptedAt) => void resumed.set(requestId, acceptedAt),
    catchUp: cache.catchUp,
  };
}
