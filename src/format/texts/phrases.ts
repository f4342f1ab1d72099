import { getNumberFormat } from './intl.ts';
import type { Say } from './say.ts';

/** Cells of a bar. */
const CELLS = 10;

/** "a, b and c". */
export function andList({ language }: Say, parts: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);
}

/** "a, b, c": without "and", unless the language needs it. */
export function unitList({ language }: Say, parts: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).format(parts);
}

/** "a, b or c". */
export function orList({ language }: Say, parts: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(parts);
}

/** An amount with its unit: "5 minutes", "187 g". */
export function measure(
  { language }: Say,
  amount: number,
  unit: 'second' | 'minute' | 'hour' | 'day' | 'gram' | 'millimeter',
): string {
  const isTime = unit !== 'gram' && unit !== 'millimeter';
  return getNumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: isTime ? 'long' : 'short',
    maximumFractionDigits: isTime ? 1 : 2,
  }).format(amount);
}

/** "12 checks (USD 0.24)". Uses the currency code, since `$` means different currencies. */
export function amountText(say: Say, checks: number, pricePerCheck: number | undefined): string {
  const amount = say('quota.checks', { count: checks });
  if (pricePerCheck === undefined) return amount;
  const money = getNumberFormat(say.language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'code',
    maximumFractionDigits: 3,
  }).format(checks * pricePerCheck);
  return say('quota.amount', { amount, money });
}

/** A bar that shows which part of a whole is filled. A part above zero fills at least one cell. */
export function bar(part: number, whole: number): string {
  const share = whole <= 0 ? 0 : Math.min(Math.max(part / whole, 0), 1);
  const full = share > 0 ? Math.max(1, Math.floor(share * CELLS)) : 0;
  return '█'.repeat(full) + '░'.repeat(CELLS - full);
}
