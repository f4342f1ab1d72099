import type { Members } from './members.ts';
import type { PermitSettings, Permits } from './permits.ts';

/** What keeps several processes together that work on one store. */
export interface SharedStore {
  readonly members: Members;
  /** The limit of all of them. */
  readonly createPermits: (settings: PermitSettings) => Permits;
}
