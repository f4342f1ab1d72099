import type { StoredRow } from '../contract.ts';
import { isFormer } from './reseal.ts';
import { ANSWERS, isSealed, type Seal } from './seal.ts';

/**
 * Whether a secret opens anything of a store; undefined where nothing in it is sealed. After a secret was lost some of it
 * cannot be opened by the one that followed, so that one thing is enough.
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
