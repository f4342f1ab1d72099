import type { Installation } from '../store/installation.ts';
import { StoreHealth } from '../store/store-health.ts';

type WatchOptions = Omit<ConstructorParameters<typeof StoreHealth>[0], 'database'>;

interface WatchedInstallation {
  /** Use only this one from now on: failures of the one that was opened go unnoticed. */
  readonly installation: Installation;
  readonly health: StoreHealth;
}

/** Watches an open installation, so that each failure of its database is noticed. */
export function watchInstallation(
  opened: Installation,
  options: WatchOptions,
): WatchedInstallation {
  const health = new StoreHealth({ ...options, database: opened.database });
  return { installation: { ...opened, database: health.database }, health };
}
