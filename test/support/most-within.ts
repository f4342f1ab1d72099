/** The most of these times that lie within any window of this length. */
export function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  const within = sorted.map(
    (time, first) => sorted.filter((other, i) => i >= first && other < time + windowMs).length,
  );
  return Math.max(0, ...within);
}
