/** Shorter keys are no secret, and masking them would damage other words and numbers. */
const SHORTEST_SECRET = 6;

const MASK = '[key]';

/**
 * A function that takes an API key out of a text, in every form in which HTTP and JSON may give it back: as it is,
 * percent-encoded (in a query or a form), and escaped in a JSON string (also with PHP's `\/`).
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
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}
