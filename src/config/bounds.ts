import { z } from 'zod';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * The least and the most of every variable that is a number or a duration, as people write them. The one place: what is
 * said of a wrong value is made of it, and `.env.example` and `docs/settings.md` are checked against it.
 */
export const BOUNDS = {
  LOOKUP_TIMEOUT: { least: '100ms', most: '5m' },
  CACHE_TTL_FOUND: { least: '1m', most: '3650d' },
  CACHE_TTL_NOT_FOUND: { least: '1m', most: '3650d' },
  LIMIT_CONCURRENT: { least: '1', most: '1000' },
  LIMIT_PER_WINDOW: { least: '1', most: '100000' },
  LIMIT_WINDOW: { least: '100ms', most: '24h' },
  BATCH_MAX: { least: '1', most: '10000' },
  BATCH_CONFIRM: { least: '1', most: '10000' },
  PRICE_PER_CHECK: { least: '0', most: '1000' },
  USER_CHECKS_PER_DAY: { least: '0', most: '1000000' },
  CHECKS_PER_DAY: { least: '1', most: '1000000' },
  CHECKS_RESERVE: { least: '0', most: '1000000' },
  REQUEST_MAX_AGE: { least: '1m', most: '30d' },
  SHUTDOWN_GRACE: { least: '0s', most: '10m' },
  HTTP_PORT: { least: '1', most: '65535' },
} as const satisfies Record<string, { readonly least: string; readonly most: string }>;

type Bounded = keyof typeof BOUNDS;

/** A duration within its bounds, in milliseconds. */
export function duration(name: Bounded) {
  const form = `write a number and a unit, such as 500ms, 20s, 5m, 12h or 30d, ${rangeOf(name)}`;
  return within(
    name,
    z
      .string()
      .regex(/^\d{1,9}(ms|s|m|h|d)$/, form)
      .transform(toMs),
    toMs,
  );
}

/** A whole number within its bounds. */
export function wholeNumber(name: Bounded) {
  const form = `write a whole number ${rangeOf(name)}`;
  return within(
    name,
    z
      .string()
      .regex(/^\d{1,9}$/, form)
      .transform(Number),
    Number,
  );
}

/** An amount of money within its bounds, in USD. */
export function amount(name: Bounded) {
  const form = `write an amount in USD such as 0.02, ${rangeOf(name)}`;
  const pattern = /^\d{1,6}(\.\d{1,6})?$/;
  return within(name, z.string().regex(pattern, form).transform(Number), Number);
}

function within<Schema extends z.ZodType<number, string>>(
  name: Bounded,
  schema: Schema,
  read: (text: string) => number,
) {
  const { least, most } = BOUNDS[name];
  return schema.refine((value) => value >= read(least) && value <= read(most), `must be ${rangeOf(name)}`);
}

function rangeOf(name: Bounded): string {
  return `from ${BOUNDS[name].least} to ${BOUNDS[name].most}`;
}

function toMs(text: string): number {
  const unit = text.replace(/^\d+/, '') as keyof typeof UNIT_MS;
  return Number.parseInt(text, 10) * UNIT_MS[unit];
}
