import { z } from 'zod';
import type { Rewritten, Store, StoredAt } from '../contract.ts';
import { SEAL_COLLECTION } from './reseal.ts';
import { ANSWERS, type Seal } from './seal.ts';

/** The sealed content of an answer names the IMEI whose hash is its id. */
const namedSchema = z.looseObject({ name: z.string() });

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
