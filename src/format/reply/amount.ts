import type { View } from './view.ts';

/** "12 checks (USD 0.24)". Uses the currency code, since `$` means different currencies. */
export function amountText({ words }: View, checks: number, pricePerCheck: number | undefined): string {
  const amount = words.quota.checks(checks);
  if (pricePerCheck === undefined) return amount;
  const money = new Intl.NumberFormat(words.locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'code',
    maximumFractionDigits: 3,
  }).format(checks * pricePerCheck);
  return words.quota.amount(amount, money);
}
