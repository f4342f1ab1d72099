import { Counter, Histogram, type Registry } from 'prom-client';
import { OTHER } from './labels.ts';

/** Name and help text of a metric. */
interface Title {
  readonly name: string;
  readonly help: string;
}

/** Counts events by one of `values`; every other value counts as `other`. All series start at 0. */
export function countBy(
  registry: Registry,
  { name, help, label, values }: Title & { readonly label: string; readonly values: readonly string[] },
): (value: string) => void {
  const known = new Set([...values, OTHER]);
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  // A series that starts with its first event hides that event from `increase()`.
  for (const value of known) counter.inc({ [label]: value }, 0);
  return (value) => counter.inc({ [label]: known.has(value) ? value : OTHER });
}

/** Adds an amount of 0 or more; returns whether the amount was valid. */
export type Take = (amount: number) => boolean;

/** A counter of arbitrary amounts. */
export function countUp(registry: Registry, title: Title): Take {
  const counter = new Counter({ ...title, registers: [registry] });
  return whenAmount((amount) => counter.inc(amount));
}

/** A counter of money that is not shown before its first amount: without a price, 0 USD would be wrong. */
export function countMoney(registry: Registry, title: Title): Take {
  const counter = new Counter({ ...title, registers: [registry] });
  counter.remove();
  return whenAmount((amount) => counter.inc(amount));
}

/** A histogram that takes milliseconds and shows seconds, the base unit of Prometheus. */
export function timeOf(
  registry: Registry,
  { bucketsSeconds, ...title }: Title & { readonly bucketsSeconds: readonly number[] },
): Take {
  const histogram = new Histogram({ ...title, buckets: [...bucketsSeconds], registers: [registry] });
  return whenAmount((ms) => histogram.observe(ms / 1_000));
}

/** The same by one of `values`; every other value counts as `other`. */
export function timeBy(
  registry: Registry,
  {
    bucketsSeconds,
    label,
    values,
    ...title
  }: Title & {
    readonly bucketsSeconds: readonly number[];
    readonly label: string;
    readonly values: readonly string[];
  },
): (value: string) => Take {
  const histogram = new Histogram({
    ...title,
    labelNames: [label],
    buckets: [...bucketsSeconds],
    registers: [registry],
  });
  for (const value of [...values, OTHER]) histogram.zero({ [label]: value });
  return (value) => {
    const known = values.includes(value) ? value : OTHER;
    return whenAmount((ms) => histogram.observe({ [label]: known }, ms / 1_000));
  };
}

/** prom-client throws on values that are not a number and on negative ones. */
function whenAmount(use: (amount: number) => void): Take {
  return (amount) => {
    if (!Number.isFinite(amount) || amount < 0) return false;
    use(amount);
    return true;
  };
}
