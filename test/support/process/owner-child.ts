import { allowUnheard } from '../../../src/core/promises.ts';
import { systemClock } from '../../../src/core/time/clock.ts';
import { openPostgres } from '../../../src/store/postgres/postgres-store.ts';

/**
 * A process that says when it owns the installation at `STORE_URL`, when it has lost it and why.
 * Answers a message of its parent with whether it holds the lease, and whether it can write. On the
 * message “stay in a transaction”, it begins a transaction that never ends.
 */
const { STORE_URL: url = '', LEASE_MS } = process.env;

function say(message: unknown): void {
  process.send?.(message);
}
process.once('disconnect', () => process.exit());
// Keeps it alive until its parent ends it.
setInterval(() => undefined, 60_000);

const { sql, isOwner, hasSlept, lost } = await openPostgres({
  url,
  clock: systemClock,
  signal: new AbortController().signal,
  leaseMs: Number(LEASE_MS),
});
say('owner');
void lost.then(() => say({ lost: true, hasSlept: hasSlept?.() }));

process.on('message', async (wish) => {
  if (wish === 'stay in a transaction') {
    // The transaction rejects if this process is frozen for too long.
    allowUnheard(
      sql.tx(async (query) => {
        await query`SELECT 1`;
        say('inside');
        await new Promise(() => undefined);
      }),
    );
    return;
  }
  const held = isOwner();
  const person = String(process.pid);
  const written = await sql
    .tx(
      (query) =>
        query`INSERT INTO message (id, person, body, expires) VALUES (${person}, ${person}, ${''}, ${0})`,
    )
    .then(
      () => true,
      () => false,
    );
  say({ held, written });
});
