import { isRandom } from './keys.ts';

/** Fewest characters of a secret. */
const LEAST_SECRET = 16;

/** What is wrong with a list of secrets, in words that follow the name of its variable; undefined where nothing is. */
export function problemOfSecrets(text: string): string | undefined {
  const parts = partsOf(text);
  if (text.length < LEAST_SECRET) return `write at least ${LEAST_SECRET} characters`;
  if (parts.includes('')) return 'write nothing before, behind or between the commas of the list but secrets';
  return isList(parts) || !parts.some(isRandom)
    ? undefined
    : `write at least ${LEAST_SECRET} characters for each secret of the list`;
}

/**
 * The secrets of a list, separated by commas: the first one seals, all of them open. Before there were lists, a text with a
 * comma was one secret, so the whole text opens as well.
 */
export function secretsIn(text: string): readonly [first: string, ...older: string[]] {
  const [first = text, ...older] = partsOf(text);
  if (older.length === 0 || !isList([first, ...older])) return [text];
  return [first, ...older].every(isRandom) ? [first, ...older] : [first, ...older, text];
}

function partsOf(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function isList(parts: readonly string[]): boolean {
  return parts.every((part) => part.length >= LEAST_SECRET);
}
