import type { Clock } from '../core/clock.ts';
import type { LookupProvider } from '../provider/contract.ts';
import type { ReadAnswer } from '../provider/stored.ts';
import type { SharedStore } from '../store/cluster/members.ts';
import type { Store } from '../store/contract.ts';
import type { StoreHealth } from '../store/health.ts';
import type { Seal } from '../store/seal/seal.ts';
import type { RaiseAlert } from './admin-alert.ts';
import type { CheckObserver } from './observer.ts';

/** What every room of the checks works with. */
export interface CheckBasics {
  readonly provider: LookupProvider;
  /** Reads a raw answer, whichever provider brought it. */
  readonly read: ReadAnswer;
  readonly store: Store;
  /** Where other processes may work on the same store: what keeps them together. */
  readonly shared?: SharedStore | undefined;
  /** The name of this process, unlike that of any other before or beside it. */
  readonly by: string;
  readonly seal: Seal;
  readonly health: StoreHealth;
  readonly clock: Clock;
  readonly raise: RaiseAlert;
  readonly observer: CheckObserver;
}
