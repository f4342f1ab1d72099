import { distance } from 'fastest-levenshtein';

/** More mistakes than this are another word. */
const MAX_MISTAKES = 2;

/** The candidate that is meant by a mistyped or unfinished word, if one is near enough. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  const unfinished = candidates.find((candidate) => word !== '' && candidate.startsWith(word));
  if (unfinished !== undefined) return unfinished;
  const [best] = candidates
    .map((candidate) => ({ candidate, mistakes: distance(word, candidate) }))
    .filter(({ candidate, mistakes }) => mistakes <= MAX_MISTAKES && mistakes <= candidate.length / 2)
    .sort((one, other) => one.mistakes - other.mistakes);
  return best?.candidate;
}
