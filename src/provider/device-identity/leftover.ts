import type { JsonValue } from '../../core/reply.ts';
import { MAX_TEXT } from './schemas.ts';

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;
const MAX_NAME = 100;
/** For all leftovers of one answer together, in characters: many times what an honest answer has. */
const MAX_TOTAL = 20_000;

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What an answer holds beyond what a schema read from it: unknown fields, and fields of another type than stated.
 * Empty values are no loss and left out. A hostile answer yields no more than a bounded, harmless piece of it.
 */
export function leftover(source: JsonObject, read: object): Record<string, JsonValue> {
  const kept = keep(unread(source, read), { depth: MAX_DEPTH, purse: { left: MAX_TOTAL } });
  return isObject(kept) ? kept : {};
}

/** Any JSON, cut to the same bounds as leftovers. */
export function bounded(value: unknown): JsonValue | undefined {
  return keep(value, { depth: MAX_DEPTH, purse: { left: MAX_TOTAL } });
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Goes no deeper than the schema did, however deep the answer is. */
function unread(source: unknown, read: unknown): unknown {
  if (read === undefined) return source;
  if (source === read) return undefined;
  if (Array.isArray(source) && Array.isArray(read)) return source.map((item, at) => unread(item, read[at]));
  if (!isObject(source) || !isObject(read)) return undefined;
  const fields: [string, unknown][] = [];
  for (const name of Object.keys(source)) {
    const value = source[name];
    // Not what every object has by its nature, such as `constructor`.
    const same = Object.hasOwn(read, name) ? read[name] : undefined;
    if (value !== same) fields.push([name, unread(value, same)]);
  }
  return fromEntries(fields);
}

interface Bounds {
  readonly depth: number;
  readonly purse: { left: number };
}

function keep(value: unknown, { depth, purse }: Bounds): JsonValue | undefined {
  if (depth === 0 || purse.left <= 0) return undefined;
  purse.left -= 1;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return keepText(value, purse);
  const inside = { depth: depth - 1, purse };
  if (Array.isArray(value)) return keepList(value, inside);
  return isObject(value) ? keepFields(value, inside) : undefined;
}

function keepText(text: string, purse: Bounds['purse']): string | undefined {
  const kept = text.trim().slice(0, Math.min(MAX_TEXT, purse.left));
  purse.left -= kept.length;
  return kept === '' ? undefined : kept;
}

function keepList(list: readonly unknown[], bounds: Bounds): JsonValue | undefined {
  const kept = list
    .slice(0, MAX_ITEMS)
    .map((item) => keep(item, bounds))
    .filter((item) => item !== undefined);
  return kept.length === 0 ? undefined : kept;
}

function keepFields(fields: object, bounds: Bounds): JsonValue | undefined {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(fields).slice(0, MAX_ITEMS)) {
    const item = keep(value, bounds);
    if (item === undefined) continue;
    const shortName = name.slice(0, MAX_NAME);
    bounds.purse.left -= shortName.length;
    kept.push([shortName, item]);
  }
  return kept.length === 0 ? undefined : fromEntries(kept);
}

/** Without the one name that would change what an object is, once it is copied carelessly. */
function fromEntries<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const all: Record<string, Value> = {};
  for (const [name, value] of entries) if (name !== '__proto__') all[name] = value;
  return all;
}
