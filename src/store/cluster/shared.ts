import type { Members } from './members.ts';
import type { PermitSettings, Permits } from './permits.ts';

/** Coordinates the processes that work on one store. */
export interface SharedStore {
  readonly members: Members;
  /** The limit of all of them. */
  readonly createPermits: (settings: PermitSettings) => Permits;
}
