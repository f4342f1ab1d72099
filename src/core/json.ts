/** What a text in JSON means; undefined if it is none. JSON has no value that is undefined. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
