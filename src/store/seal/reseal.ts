import type { Rewritten, Store, StoredAt } from '../contract.ts';
import { ANSWERS, type FormerText, type Seal } from './seal.ts';

/** Collections whose values were sealed before format 2 of the seal; those that came later never were in the former one. */
const FORMER: ReadonlySet<string> = new Set(['requests', 'buttons', 'sends', 'history', 'platforms']);
/** What the seal says of the store. */
export const SEAL_COLLECTION = 'seal';
/** Says, sealed, that a store holds nothing of the former format any more. */
const MARKER = { collection: SEAL_COLLECTION, id: 'format' };

/**
 * Takes everything of the former format, which could be moved from row to row by whoever can write the store, into this
 * one, in portions and beside all other work: a million rows take minutes, and no start waits for them. Until a whole
 * pass has found nothing of it any more, such values are read; from then on, and after each later start, they count as
 * no rows. Where several processes share the store one of an earlier version may still write them, and is given until the
 * next pass. Whoever takes the marker away gets only values of the former format read again which they kept from before.
 *
 * Resolves with whether it is done.
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

/** At a start: from then on values of the former format count as no rows, where a pass has found no more of them. */
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
  // An answer is filed under the hash of its IMEI alone.
  const place = { collection, id: collection === ANSWERS ? former.rehash(id) : id };
  return { id: place.id, value: seal.close(rehashed(former, collection), place) };
}

/** Whether there may be values of the former format. */
export function isFormer(collection: string): boolean {
  return collection === ANSWERS || FORMER.has(collection);
}

/** The ledger's rows name an IMEI by its hash. */
export function rehashed({ text, rehash }: FormerText, collection: string): string {
  if (collection !== 'sends') return text;
  const row: unknown = JSON.parse(text);
  if (typeof row !== 'object' || row === null || !('imeiHash' in row)) return text;
  return JSON.stringify({ ...row, imeiHash: rehash(String(row.imeiHash)) });
}
