import type { Say } from './words/say.ts';

/** An amount with its unit in full: "5 minutes", "2.4 inches". */
export function measure(
  { language }: Say,
  amount: number,
  unit: 'second' | 'minute' | 'hour' | 'day' | 'inch',
): string {
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(amount);
}
