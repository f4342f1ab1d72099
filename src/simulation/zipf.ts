/** Draws numbers from 0 to `count - 1` by Zipf's law: the n-th is 1/n times as frequent as the first. */
export function createZipf(count: number, random: () => number): () => number {
  const upTo: number[] = [];
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 1);
    upTo.push(sum);
  }
  return () => firstAbove(upTo, random() * sum);
}

/** The index of the first of these rising numbers that is above a limit. */
function firstAbove(rising: readonly number[], limit: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
