import { APPLE } from './apple.ts';
import { CLASSICS } from './classics.ts';
import type { CatalogueEntry } from './entry.ts';
import { NOKIA } from './nokia.ts';
import { SAMSUNG } from './samsung.ts';
import { SMARTPHONES } from './smartphones.ts';

/** The devices the sandbox knows by itself. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...NOKIA,
  ...CLASSICS,
  ...APPLE,
  ...SAMSUNG,
  ...SMARTPHONES,
];
