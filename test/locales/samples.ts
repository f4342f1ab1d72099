import { argumentsOf } from './arguments.ts';

/** Numbers at which plural forms change in one language or another. */
export const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 100, 101, 1_000_000] as const;

/** Values for all that a message takes: this number, and texts that no language has. */
export function samplesFor(message: string, number = 5): Record<string, string | number> {
  const samples = [...argumentsOf(message)].map(([name, kind], index) => [
    name,
    kind === 'number' ? number : `Qq${'abcdef'[index] ?? 'z'}`,
  ]);
  return Object.fromEntries(samples);
}
