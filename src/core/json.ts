/** Any value JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** An object of JSON that was parsed, with values that nobody has looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text of others need not be JSON.
    return undefined;
  }
}

/** Whether a value of parsed JSON is an object, and not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
