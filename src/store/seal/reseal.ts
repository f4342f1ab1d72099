import { z } from 'zod';
import type { Rewritten, Store, StoredAt, StoredRow } from '../contract.ts';
import { ANSWERS, type FormerText, isSealed, type Seal } from './seal.ts';

/** Collections that existed before format 2 of the seal; later ones never had values of the former format. */
const FORMER: ReadonlySet<string> = new Set(['requests', 'buttons', 'sends', 'history', 'platforms']);
/** What is recorded about the seal itself. */
const SEAL_COLLECTION = 'seal';
/** A sealed row: the store holds no values of the former format any more. */
const MARKER = { collection: SEAL_COLLECTION, id: 'format' };

/** The sealed content of an answer names the IMEI whose hash is its id. */
const namedSchema = z.looseObject({ name: z.string() });

/**
 * Converts all values of the former format, which anybody who can write to the store could move from row to row. It works
 * in portions beside all other work: a million rows take minutes, and no start waits for them. Values of the former format
 * are read until a whole pass has found none; from then on, and after each later start, they count as missing rows. If
 * several processes share the store, one of an earlier version may still write them until the next pass. Removing the marker
 * gains an attacker nothing but values of the former format that they have kept.
 *
 * Resolves with whether a whole pass has found none.
 */
export async function reseal(store: Store, seal: Seal): Promise<boolean> {
  const markers = store.collection(MARKER.collection);
  if (isMarked(seal, await markers.get(MARKER.id))) {
    seal.refuseFormer();
    return true;
  }
  const changed = await store.rewrite((at, value) => resealed(seal, at, value));
  if (changed > 0) return false;
  await markers.put(MARKER.id, seal.close('2', MARKER));
  seal.refuseFormer();
  return true;
}

/** Called at a start: if an earlier pass has found no value of the former format, such values count as missing rows. */
export async function refuseFormerIfDone(store: Store, seal: Seal): Promise<void> {
  if (isMarked(seal, await store.collection(MARKER.collection).get(MARKER.id))) seal.refuseFormer();
}

function isMarked(seal: Seal, marker: string | undefined): boolean {
  return marker !== undefined && seal.open(marker, MARKER) === '2';
}

function resealed(seal: Seal, { collection = ANSWERS, id }: StoredAt, value: string): Rewritten | undefined {
  if (!isFormer(collection)) return undefined;
  const former = seal.openFormer(value);
  if (former === undefined) return undefined;
  // The id of an answer is the hash of its IMEI.
  const place = { collection, id: collection === ANSWERS ? former.rehash(id) : id };
  return { id: place.id, value: seal.close(rehashed(former, collection), place) };
}

/** Whether there may be values of the former format. */
function isFormer(collection: string): boolean {
  return collection === ANSWERS || FORMER.has(collection);
}

/** Rows of the ledger contain the hash of an IMEI, which is replaced by the present one. */
export function rehashed({ text, rehash }: FormerText, collection: string): string {
  if (collection !== 'sends') return text;
  const row: unknown = JSON.parse(text);
  if (typeof row !== 'object' || row === null || !('imeiHash' in row)) return text;
  return JSON.stringify({ ...row, imeiHash: rehash(String(row.imeiHash)) });
}

/**
 * Seals long-lived values of the list's older secrets anew with the first one, beside all other work: the answers, with
 * their ids, and what is recorded about the seal. All else is rewritten or expires within a month. An answer of an earlier
 * version does not name its IMEI; it is sealed anew when somebody asks for it. Resolves with how many values were sealed.
 */
export function rotate(store: Store, seal: Seal): Promise<number> {
  return store.rewrite((at, value) => rotated(seal, at, value));
}

function rotated(seal: Seal, { collection = ANSWERS, id }: StoredAt, value: string): Rewritten | undefined {
  if (collection !== ANSWERS && collection !== SEAL_COLLECTION) return undefined;
  if (seal.isOfFirst(value, { collection, id })) return undefined;
  const text = seal.open(value, { collection, id });
  if (text === undefined) return undefined;
  if (collection !== ANSWERS) return { id, value: seal.close(text, { collection, id }) };
  const named = namedSchema.safeParse(JSON.parse(text));
  if (!named.success) return undefined;
  const place = { collection, id: seal.hash(named.data.name) };
  return { id: place.id, value: seal.close(text, place) };
}

/**
 * Whether a secret opens anything in a store; undefined if nothing in it is sealed. One opened value is enough: after a
 * secret was lost, the values that it sealed cannot be opened by the one that followed.
 */
export async function opensAny(
  seal: Seal,
  dump: AsyncIterable<readonly StoredRow[]>,
): Promise<boolean | undefined> {
  let found: boolean | undefined;
  for await (const portion of dump) {
    for (const { collection = ANSWERS, id, value } of portion) {
      const isOfNow = isSealed(value);
      if (!isOfNow && !isFormer(collection)) continue;
      const text = isOfNow ? seal.open(value, { collection, id }) : seal.openFormer(value)?.text;
      if (text !== undefined) return true;
      found = false;
    }
  }
  return found;
}
