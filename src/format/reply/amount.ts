import type { View } from './view.ts';

/** "12 checks (USD 0.24)". Uses the currency code, since `$` means different currencies. */
export function amountText({ say }: View, checks: number, pricePerCheck: number | undefined): string {
  const amount = say('quota.checks', { count: checks });
  if (pricePerCheck === undefined) return amount;
  const money = new Intl.NumberFormat(say.language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'code',
    maximumFractionDigits: 3,
  }).format(checks * pricePerCheck);
  return say('quota.amount', { amount, money });
}
