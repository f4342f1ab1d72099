import type { Finding } from '../core/findings.ts';
import { DATA_KEY } from './seal/data-key.ts';

/** What was found of a store. */
export interface Examination {
  readonly findings: readonly Finding[];
  /** Whether a bot works on it. */
  readonly isInUse: boolean;
  /** Whether there is one, and opening it changes nothing of it. */
  readonly isReady: boolean;
  /** The store's own key, sealed with the secret; undefined if there is none. */
  readonly sealedKey: string | undefined;
}

export const SEALED_KEY = `SELECT value FROM setting WHERE name = '${DATA_KEY}'`;
