import { z } from 'zod';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * The least and the most of a number or a duration, as people write them: what is said of a wrong value is made of them, and
 * `.env.example` and `docs/settings.md` are checked against them.
 */
export interface Bounds {
  readonly least: string;
  readonly most: string;
}

/** A duration within its bounds, in milliseconds. */
export function duration(least: string, most: string) {
  const form = `write a number and a unit, such as 500ms, 20s, 5m, 12h or 30d, ${rangeOf({ least, most })}`;
  return within(
    { least, most },
    z
      .string()
      .regex(/^\d{1,9}(ms|s|m|h|d)$/, form)
      .transform(toMs),
    toMs,
  );
}

/** A whole number within its bounds. */
export function wholeNumber(least: string, most: string) {
  const form = `write a whole number ${rangeOf({ least, most })}`;
  return within(
    { least, most },
    z
      .string()
      .regex(/^\d{1,9}$/, form)
      .transform(Number),
    Number,
  );
}

/** An amount of money within its bounds, in USD. */
export function amount(least: string, most: string) {
  const form = `write an amount in USD such as 0.02, ${rangeOf({ least, most })}`;
  const pattern = /^\d{1,6}(\.\d{1,6})?$/;
  return within({ least, most }, z.string().regex(pattern, form).transform(Number), Number);
}

function within<Schema extends z.ZodType<number, string>>(
  bounds: Bounds,
  schema: Schema,
  read: (text: string) => number,
) {
  const [least, most] = [read(bounds.least), read(bounds.most)];
  return schema
    .refine((value) => value >= least && value <= most, `must be ${rangeOf(bounds)}`)
    .meta({ ...bounds });
}

function rangeOf({ least, most }: Bounds): string {
  return `from ${least} to ${most}`;
}

function toMs(text: string): number {
  const unit = text.replace(/^\d+/, '') as keyof typeof UNIT_MS;
  return Number.parseInt(text, 10) * UNIT_MS[unit];
}
