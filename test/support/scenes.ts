/** `npm run test:photos`, and the night, look at all there is. */
const IS_WHOLE = ['photos', 'nightly'].includes(process.env.MODE ?? '');

/** The scenes that protect one sentence: `npm test` keeps those of each kind, and the others run where there is time for them. */
export function scenes<const Kept, const Other>(
  byDay: readonly Kept[],
  others: readonly Other[],
): readonly (Kept | Other)[] {
  return IS_WHOLE ? [...byDay, ...others] : byDay;
}
