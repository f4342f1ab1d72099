import { Counter, Histogram, type Registry } from 'prom-client';
import { OTHER } from './labels.ts';

/** What stands above a metric when it is read. */
interface Title {
  readonly name: string;
  readonly help: string;
}

/** Counts one at a time under one of `values`; everything else counts as `other`. All start at 0. */
export function countBy(
  registry: Registry,
  { name, help, label, values }: Title & { readonly label: string; readonly values: readonly string[] },
): (value: string) => void {
  const known = new Set([...values, OTHER]);
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  // A series that begins with its first event hides that event from `increase()`.
  for (const value of known) counter.inc({ [label]: value }, 0);
  return (value) => counter.inc({ [label]: known.has(value) ? value : OTHER });
}

/** Takes an amount of 0 or more; says whether it was one. */
export type Take = (amount: number) => boolean;

export function countUp(registry: Registry, title: Title): Take {
  const counter = new Counter({ ...title, registers: [registry] });
  return whenAmount((amount) => counter.inc(amount));
}

/** An amount that is not shown before the first one is known: without a price, 0 USD would be untrue. */
export function countMoney(registry: Registry, title: Title): Take {
  const counter = new Counter({ ...title, registers: [registry] });
  counter.remove();
  return whenAmount((amount) => counter.inc(amount));
}

/** Takes milliseconds and shows seconds, the base unit of Prometheus. */
export function timeOf(
  registry: Registry,
  { bucketsSeconds, ...title }: Title & { readonly bucketsSeconds: readonly number[] },
): Take {
  const histogram = new Histogram({ ...title, buckets: [...bucketsSeconds], registers: [registry] });
  return whenAmount((ms) => histogram.observe(ms / 1_000));
}

/** prom-client throws on what is no number and on negative ones. */
function whenAmount(use: (amount: number) => void): Take {
  return (amount) => {
    if (!Number.isFinite(amount) || amount < 0) return false;
    use(amount);
    return true;
  };
}
