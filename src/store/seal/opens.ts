import type { StoredRow } from '../contract.ts';
import { isFormer } from './reseal.ts';
import { ANSWERS, isSealed, type Seal } from './seal.ts';

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
