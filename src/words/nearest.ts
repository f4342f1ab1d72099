import { distance } from 'fastest-levenshtein';

/** The most typing errors in a word. */
const MAX_MISTAKES = 2;

/**
 * The candidate closest to a mistyped or unfinished word: `recent` for `recnet` or `rec`. Undefined
 * if none is close enough.
 */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  const unfinished = candidates.find((candidate) => word !== '' && candidate.startsWith(word));
  if (unfinished !== undefined) return unfinished;
  const [best] = candidates
    .map((candidate) => ({ candidate, mistakes: distance(word, candidate) }))
    .filter(
      ({ candidate, mistakes }) => mistakes <= MAX_MISTAKES && mistakes <= candidate.length / 2,
    )
    .sort((first, second) => first.mistakes - second.mistakes);
  return best?.candidate;
}
