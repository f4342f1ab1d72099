import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The start of each metric's name. */
export const PREFIX = 'imei_bot_';
/**
 * The label for a value that is not in its list, so that no text a person wrote becomes a label.
 */
const OTHER = 'other';

/** A label and the values it can have. */
export interface MetricLabel {
  readonly name: string;
  readonly values: readonly string[];
}

/** The value, or `other` if the label does not have it. */
export function listedValue({ values }: MetricLabel, value: string): string {
  return values.includes(value) ? value : OTHER;
}

/** Adds counters and histograms to a registry, with the prefix in their names. */
export class Series {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  counter(name: string, help: string): Counter {
    return new Counter({ name: PREFIX + name, help, registers: this.#registers });
  }

  /** Returns a function that counts one event with this value of the label. */
  counterBy(name: string, help: string, label: MetricLabel): (value: string) => void {
    const events = new Counter({
      name: PREFIX + name,
      help,
      labelNames: [label.name],
      registers: this.#registers,
    });
    // Start all series at 0: `increase()` does not see an event with which a series begins.
    for (const value of [...label.values, OTHER]) events.inc({ [label.name]: value }, 0);
    return (value) => events.inc({ [label.name]: listedValue(label, value) });
  }

  /** @param buckets their upper ends, in seconds */
  histogram(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name: PREFIX + name, help, buckets, registers: this.#registers });
  }

  /** Returns a function that adds a duration with this value of the label. */
  histogramBy(
    name: string,
    help: string,
    buckets: number[],
    label: MetricLabel,
  ): (value: string, seconds: number) => void {
    const durations = new Histogram({
      name: PREFIX + name,
      help,
      buckets,
      labelNames: [label.name],
      registers: this.#registers,
    });
    for (const value of label.values) durations.zero({ [label.name]: value });
    return (value, seconds) =>
      durations.observe({ [label.name]: listedValue(label, value) }, seconds);
  }

  /** A series that is always 1. Its labels have the information. */
  constant(name: string, help: string, labels: Readonly<Record<string, string>>): void {
    const labelNames = Object.keys(labels);
    const gauge = new Gauge({ name: PREFIX + name, help, labelNames, registers: this.#registers });
    gauge.set(labels, 1);
  }
}
