import { z } from 'zod';

/*
 * The interface's sections 2.1 to 2.3 as they come over the wire, read leniently: a field that is
 * absent, null or of an unexpected type is `undefined`, and the others are still read. Unknown
 * fields are dropped here; `leftover` finds them by comparing the response with what was read.
 */

/** Characters of a text; longer ones are cut. No brand, model or attribute is that long. */
export const MAX_TEXT = 2_000;
const MAX_BANDS = 100;

const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim().slice(0, MAX_TEXT))
  .pipe(z.string().min(1));

/**
 * A number, also as text. A text with a comma is not read, since the interface does not say whether
 * the comma separates thousands.
 */
const number = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[-+]?\d{1,30}(\.\d{1,30})?$/)
    .transform(Number),
]);

const boolean = z.union([
  z.boolean(),
  z.literal([0, 1]).transform((value) => value === 1),
  z.string().trim().pipe(z.stringbool()),
]);

const bands = z.union([
  z.array(field(text)).max(MAX_BANDS),
  text.transform((band): (string | undefined)[] => [band]),
]);

/** A pair as a list; either item may be missing. */
function places<First extends z.ZodType, Second extends z.ZodType>(first: First, second: Second) {
  return z
    .array(z.unknown())
    .transform((list) => [field(first).parse(list[0]), field(second).parse(list[1])] as const);
}

function field<Type extends z.ZodType>(type: Type) {
  return type.optional().catch(undefined);
}

const parts = z.object({ tac: field(text), fac: field(text), snr: field(text), cd: field(text) });

const info = z.object({
  weight: field(number),
  battery: field(places(text, number)),
  qwerty: field(boolean),
  year: field(places(text, text)),
  talk_time_umts: field(number),
  stand_by: field(number),
  touch_scr: field(boolean),
  size: field(z.object({ width: field(number), thickness: field(number), height: field(number) })),
  wifi_hotspot: field(boolean),
  cpu_clock: field(number),
  other_band: field(bands),
  build: field(text),
  tel_func: field(boolean),
  lan: field(boolean),
  talk_time: field(number),
  int_memory: field(text),
  gsm_band: field(bands),
  memory_card: field(places(text, number)),
  umts_band: field(bands),
  hsdpa_band: field(bands),
  display: field(
    z.object({
      color: field(places(boolean, text)),
      type: field(text),
      size: field(z.object({ width: field(number), height: field(number), inches: field(number) })),
    }),
  ),
  // The interface leaves its type open.
  lan_ports: field(z.unknown()),
  os: field(text),
  cpu: field(text),
});

/** BASIC and FULL responses in one schema. Every object is valid. */
export const deviceSchema = z.object({
  imei: field(text),
  brand: field(text),
  model: field(text),
  imei_parts: field(parts),
  info: field(info),
});

export type WireInfo = z.infer<typeof info>;

const date = z
  .string()
  .trim()
  // A time of day may follow the date.
  .transform((value) => value.replace(/[T ][\d:.]+Z?$/, ''))
  .pipe(z.iso.date());

const checksLeft = z.union([
  z
    .string()
    .trim()
    .regex(/^no\s+limit$/i)
    .transform(() => 'no-limit' as const),
  number.pipe(z.int().nonnegative()),
]);

/** The names have spaces and parentheses on the wire. Every object is valid. */
export const keyStatusSchema = z.object({
  'Has access': field(boolean),
  'Activation date': field(date),
  'Expiration date': field(date),
  'Checks left (hour)': field(checksLeft),
  'Checks left (day)': field(checksLeft),
  'Checks left (month)': field(checksLeft),
});
