import type { Say } from './words/say.ts';

/** "a, b and c" */
export function all({ language }: Say, parts: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);
}

/** "a, b or c" */
export function either({ language }: Say, parts: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(parts);
}
