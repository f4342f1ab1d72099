import { StoreHealth } from '../../../src/store/store-health.ts';

type Options = ConstructorParameters<typeof StoreHealth>[0];
type Parts = Omit<Options, 'onFailing' | 'onHealed'> & Partial<Options>;

/** The health of a store. By default it reports to nobody; `parts` can replace that. */
export function healthWith(parts: Parts): StoreHealth {
  return new StoreHealth({ onFailing: () => undefined, onHealed: () => undefined, ...parts });
}
