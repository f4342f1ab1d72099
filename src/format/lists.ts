import type { Say } from './words/say.ts';

/** "a, b and c" */
export function all({ language }: Say, parts: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);
}

/** "a, b, c", without a word between them where the language can do without */
export function inARow({ language }: Say, parts: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).format(parts);
}

/** "a, b or c" */
export function either({ language }: Say, parts: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(parts);
}
