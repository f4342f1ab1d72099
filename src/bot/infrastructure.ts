import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { electAlone, type LeaderElection } from '../core/leader-election.ts';
import type { Log } from '../ops/log/log.ts';
import { formerRealmsOf, realmOf } from '../provider/device-identity/address.ts';
import { createServiceClient } from '../provider/device-identity/client.ts';
import { createElection } from '../store/cluster/election.ts';
import type { OpenStore } from '../store/open.ts';
import { loadTacTable, type TacTable } from '../tac/table.ts';

/** The open TAC table, where one is configured. Throws `TacTableError`. */
export async function loadTable({ tacTable: file }: Config, log: Log): Promise<TacTable | undefined> {
  if (file === undefined) return undefined;
  const table = await loadTacTable(file);
  log.info({ tacs: table.size, skipped: table.skipped, conflicts: table.conflicts }, 'TAC table loaded');
  return table;
}

/** The real service, or the embedded sandbox when none is configured. */
export async function connectService(
  { service, lookupTimeoutMs, limits }: Config,
  tacTable: TacTable | undefined,
) {
  if (service !== undefined) {
    const client = createServiceClient({ ...service, timeoutMs: lookupTimeoutMs });
    return {
      client,
      isSandbox: false,
      realm: realmOf(service.baseUrl),
      formerRealms: formerRealmsOf(service.baseUrl),
      close: () => client.close(),
    };
  }
  // Loaded only where it is used, and with it what serves HTTP.
  const [{ SANDBOX_KEY }, { startSandbox }] = await Promise.all([
    import('../sandbox/answers/keys.ts'),
    import('../sandbox/server.ts'),
  ]);
  const sandbox = await startSandbox({
    limits,
    ...(tacTable && { lookUpTac: (tac) => tacTable.lookUp(tac) }),
  });
  const client = createServiceClient({
    baseUrl: sandbox.url,
    apiKey: SANDBOX_KEY,
    timeoutMs: lookupTimeoutMs,
  });
  return { client, isSandbox: true, realm: 'sandbox', formerRealms: [], close: () => sandbox.close() };
}

/** Who does what only one process does at a time: this one, or one of those on the same store. */
export function electionFor({ store, shared }: OpenStore, clock: Clock, log: Log): LeaderElection {
  const onBroken = (task: string, error: unknown): void =>
    log.error({ err: error, task }, 'A task broke off; it is begun again');
  if (shared === undefined) return electAlone({ clock, onBroken });
  return createElection({ rows: store.collection('leaders'), by: shared.members.id, clock, onBroken });
}
