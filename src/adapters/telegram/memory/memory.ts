import type { Clock } from '../../../core/clock.ts';
import type { Collection } from '../../../store/contract.ts';
import type { Naming } from '../../../store/seal/sealed-rows.ts';

/** What this adapter stores beyond the process. */
export interface PlatformMemory extends Naming {
  /** Values are sealed, since they contain IMEIs. */
  readonly rows: Pick<Collection, 'insert' | 'get' | 'put' | 'entriesOf' | 'delete'>;
}

/** What each of the memories works with. */
export interface MemoryNeeds {
  /** undefined where what one process knows by itself is enough. */
  readonly shared?: PlatformMemory | undefined;
  readonly clock: Clock;
}
