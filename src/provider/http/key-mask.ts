/** Masking a shorter key would damage other words and numbers. */
const SHORTEST_SECRET = 6;

/**
 * A function that masks an API key in a text: as it is, percent-encoded (in a query or a form), and
 * escaped in a JSON string (also with PHP's `\/`).
 */
export function createKeyMask(apiKey: string): (text: string) => string {
  if (apiKey.length < SHORTEST_SECRET) return (text) => text;
  const escaped = JSON.stringify(apiKey).slice(1, -1);
  const inQuery = new URLSearchParams({ '': apiKey }).toString().slice(1);
  const forms = [
    apiKey,
    escaped,
    escaped.replaceAll('/', String.raw`\/`),
    inQuery,
    inQuery.replaceAll('+', '%20'),
  ];
  return (text) => {
    let masked = text;
    for (const form of forms) masked = masked.replaceAll(form, '[key]');
    return masked;
  };
}
