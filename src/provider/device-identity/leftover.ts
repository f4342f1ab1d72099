import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { MAX_TEXT } from './wire-schemas.ts';

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;
const MAX_NAME = 100;
/** Characters of all leftovers of one response: many times what a real one has. */
const MAX_TOTAL = 20_000;

/**
 * The part of a response that a schema did not read: unknown fields, and fields of an unexpected
 * type. Empty values are left out. The result has bounds on depth and size, also for a hostile
 * response.
 */
export function leftover(source: JsonObject, read: JsonObject): Record<string, JsonValue> {
  return keepFields(source, { depth: MAX_DEPTH - 1, room: { left: MAX_TOTAL } }, read) ?? {};
}

/** Any JSON, cut to the bounds of leftovers. */
export function boundedJson(value: unknown): JsonValue | undefined {
  return cutToBounds(value, { depth: MAX_DEPTH, room: { left: MAX_TOTAL } });
}

interface Bounds {
  readonly depth: number;
  readonly room: { left: number };
}

function cutToBounds(value: unknown, { depth, room }: Bounds): JsonValue | undefined {
  if (depth === 0 || room.left <= 0) return undefined;
  room.left -= 1;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return keepText(value, room);
  const inside = { depth: depth - 1, room };
  if (Array.isArray(value)) return keepList(value, inside, []);
  return isObject(value) ? keepFields(value, inside, {}) : undefined;
}

/**
 * The part of a value that was not read. The recursion goes no deeper than the schema, so a deep
 * response cannot overflow the stack.
 */
function keepRest(value: unknown, bounds: Bounds, read: unknown): JsonValue | undefined {
  if (read === undefined) return cutToBounds(value, bounds);
  const inside = { ...bounds, depth: bounds.depth - 1 };
  if (Array.isArray(value)) return Array.isArray(read) ? keepList(value, inside, read) : undefined;
  return isObject(value) && isObject(read) ? keepFields(value, inside, read) : undefined;
}

function keepText(text: string, room: Bounds['room']): string | undefined {
  const kept = text.trim().slice(0, Math.min(MAX_TEXT, room.left));
  room.left -= kept.length;
  return kept === '' ? undefined : kept;
}

function keepList(
  list: readonly unknown[],
  bounds: Bounds,
  read: readonly unknown[],
): JsonValue | undefined {
  const kept: JsonValue[] = [];
  for (const [index, value] of list.slice(0, MAX_ITEMS).entries()) {
    const item = value === read[index] ? undefined : keepRest(value, bounds, read[index]);
    if (item !== undefined) kept.push(item);
  }
  return kept.length === 0 ? undefined : kept;
}

function keepFields(
  fields: JsonObject,
  bounds: Bounds,
  read: JsonObject,
): Record<string, JsonValue> | undefined {
  const kept: Record<string, JsonValue> = {};
  let tried = 0;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    // Every object inherits names such as `constructor`.
    const same = Object.hasOwn(read, name) ? read[name] : undefined;
    // A careless copy of `__proto__` would change the prototype.
    if (value === same || name === '__proto__') continue;
    tried += 1;
    if (tried > MAX_ITEMS) break;
    const item = keepRest(value, bounds, same);
    if (item === undefined) continue;
    const shortName = name.slice(0, MAX_NAME);
    bounds.room.left -= shortName.length;
    kept[shortName] = item;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}
