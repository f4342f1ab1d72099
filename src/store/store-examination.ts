import type { Diagnosis } from '../core/operator/diagnosis.ts';

/** What the doctor finds out about a store, without a change to it. */
export interface StoreExamination {
  readonly diagnoses: readonly Diagnosis[];
  /** Whether a bot runs on it. */
  readonly isInUse: boolean;
  /** Whether the store exists with all its tables. */
  readonly isReady: boolean;
  /** The store's own key, sealed with the secret; undefined if there is none. */
  readonly sealedKey: string | undefined;
}
