import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import type { Clock } from '../core/clock.ts';
import { EXIT, OperatorError } from '../core/errors.ts';
import { addSecret } from '../core/secrets.ts';
import type { OwnedDatabase } from '../store/contract.ts';
import { syncDirectoryOf } from '../store/disk.ts';
import { secretFileOf } from '../store/file-names.ts';
import { storeKindOf, storePathOf } from '../store/kinds.ts';
import { MetadataTable } from '../store/schema/metadata.ts';
import {
  changeSecret,
  DATA_KEY,
  MIN_SECRET_LENGTH,
  opensWith,
  readSecret,
} from '../store/seal/secret.ts';
import { formerNameOf, keepingOwner, storeSettings, writeSecret } from './store-place.ts';
import { parseFlags, type Tool } from './tool.ts';

/** How long to wait for an installation in PostgreSQL that a bot may own. */
const PATIENCE_MS = 3_000;

/** Changes the secret of the store. */
export const rekey: Tool = {
  usage: `rekey
    Changes the secret that opens the store, while no bot runs on it. NEW_CACHE_SECRET is the new one. If the secret is
    in the file next to the store, rekey makes a new one and writes it there.`,
  run: async (words, context) => {
    parseFlags(words, []);
    const { storeUrl, cacheSecret } = storeSettings(context);
    const file = storePathOf(storeUrl);
    const before =
      cacheSecret ?? (file === undefined ? undefined : await readSecret(secretFileOf(file)));
    if (before === undefined)
      throw new OperatorError('The store has no secret yet, or the file with it is missing.');
    // Undefined if the operator keeps the secret in CACHE_SECRET.
    const kept = cacheSecret === undefined ? file : undefined;
    const after = addSecret(newSecret(context.environment.NEW_CACHE_SECRET, kept === undefined));
    const former = kept && formerNameOf(kept, context.clock);
    await keepingOwner(file, async () => {
      const database = await openUnused(storeUrl, context.clock);
      try {
        await reseal(new MetadataTable(database.sql, context.clock), before, after, kept);
        if (former) await writeSecret(former, before);
        if (kept) {
          await rename(secretFileOf(`${kept}.new`), secretFileOf(kept));
          await syncDirectoryOf(secretFileOf(kept));
        }
      } finally {
        await database.close();
      }
    });
    context.say('The store has a new secret.');
    context.say(
      kept && former
        ? `It is in ${secretFileOf(kept)}. Keep ${secretFileOf(former)} as well: older backups open with that one.`
        : 'Set CACHE_SECRET to NEW_CACHE_SECRET before the next start. Older backups open with the old one: keep it as well.',
    );
    return EXIT.ok;
  },
};

/** @throws OperatorError while a bot runs on the store */
function openUnused(url: string, clock: Clock): Promise<OwnedDatabase> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return storeKindOf(url)
    .open({ url, clock, signal })
    .catch((error: unknown) => {
      throw signal.aborted
        ? new OperatorError('A bot runs on this store. Stop it first.', { exitCode: EXIT.tryAgain })
        : error;
    });
}

/**
 * Changes the secret of the store, unless a run that was interrupted had done so.
 * @throws OperatorError
 */
async function reseal(
  metadata: MetadataTable,
  before: string,
  after: string,
  kept?: string,
): Promise<void> {
  const sealed = (await metadata.get(DATA_KEY)) ?? '';
  // A file that cannot be read is not the secret of an interrupted run.
  const begun = kept && (await readSecret(secretFileOf(`${kept}.new`)).catch(() => undefined));
  if (begun && opensWith(sealed, begun)) return;
  if (!opensWith(sealed, before))
    throw new OperatorError('The secret does not open this store: another one does.');
  // Written first: if this is interrupted, one of the two files opens the store.
  if (kept) await writeSecret(`${kept}.new`, after);
  await changeSecret(metadata, before, after);
}

function newSecret(set: string | undefined, isNeeded: boolean): string {
  const secret = set?.trim() ?? '';
  if (secret === '' && !isNeeded) return randomBytes(32).toString('base64url');
  if (secret.length < MIN_SECRET_LENGTH)
    throw new OperatorError(
      `Write at least ${MIN_SECRET_LENGTH} characters into NEW_CACHE_SECRET.`,
    );
  return secret;
}
