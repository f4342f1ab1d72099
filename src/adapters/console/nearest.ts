/** More mistakes than this are another word. */
const MAX_MISTAKES = 2;

/** The candidate that is meant by a mistyped or unfinished word, if one is near enough. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  const unfinished = candidates.find((candidate) => word !== '' && candidate.startsWith(word));
  if (unfinished !== undefined) return unfinished;
  const [best] = candidates
    .map((candidate) => ({ candidate, mistakes: mistakesBetween(word, candidate) }))
    .filter(({ candidate, mistakes }) => mistakes <= MAX_MISTAKES && mistakes <= candidate.length / 2)
    .sort((one, other) => one.mistakes - other.mistakes);
  return best?.candidate;
}

/** Levenshtein's distance: letters left out, added or exchanged. */
function mistakesBetween(word: string, candidate: string): number {
  if (Math.abs(word.length - candidate.length) > MAX_MISTAKES) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: candidate.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...word].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...candidate].entries()) {
      const exchanged = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(exchanged, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
