import { parseJson } from '../core/json.ts';

/**
 * Reads what this bot has stored as sealed JSON. Undefined if there is nothing, or if it cannot be
 * read.
 */
export function readSealedJson<T>(json: string | undefined): T | undefined {
  // Only the bot can seal it, so its form is known.
  return json === undefined ? undefined : (parseJson(json) as T | undefined);
}
