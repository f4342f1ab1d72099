import { z } from 'zod';
import type { Rewritten, Store, StoredAt } from '../contract.ts';
import { SEAL_COLLECTION } from './reseal.ts';
import { ANSWERS, type Seal } from './seal.ts';

/** An answer says, within what is sealed, what its id is the hash of. */
const namedSchema = z.looseObject({ name: z.string() });

/**
 * Takes what lives long from the older secrets of the list to the first one, beside all other work: the answers, with their
 * ids, and what the seal says of the store. All else is rewritten or expires within a month. An answer of an earlier version
 * does not say its name: it is taken there when somebody asks for it. Resolves with how many were.
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
