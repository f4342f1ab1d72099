import { asGtin } from './gtin.ts';

/** GS1 General Specifications, 3: application identifiers used on phones, and the words for them. */
const GS1_WORDS: ReadonlyMap<string, string> = new Map([
  ['01', 'GTIN'],
  ['02', 'GTIN'],
  ['21', 'SN'],
  ['8002', 'IMEI'], // "electronic serial identifier for cellular mobile telephones"
  ['250', 'SN'],
]);
const GS1 = /\((\d{2,4})\)([^(]*)/g;
const IS_GS1 = /^(?:\(\d{2,4}\)[^(]+)+$/;
const IS_JSON = /^[[{]/;
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\/[^?#]*[?#]?/i;

/** The content of a code as labelled lines, as people would type them. */
export function asLines(text: string): string {
  const trimmed = text.trim();
  if (IS_GS1.test(trimmed)) {
    return [...trimmed.matchAll(GS1)]
      .map(([, identifier = '', value = '']) => `${GS1_WORDS.get(identifier) ?? 'code'}: ${value.trim()}`)
      .join('\n');
  }
  if (IS_JSON.test(trimmed)) return jsonLines(trimmed) ?? trimmed;
  if (!ADDRESS.test(trimmed)) return trimmed;
  // The parameters of a URL: `https://…?imei=…&sn=…`.
  return trimmed.replace(ADDRESS, '').replaceAll(/[&#]/g, '\n').replaceAll('=', ': ');
}

/** A line for each value of a JSON text, behind the names it stands under; undefined if it is none. */
function jsonLines(text: string): string | undefined {
  try {
    return valuesIn(JSON.parse(text), '').join('\n');
  } catch {
    return undefined;
  }
}

function valuesIn(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => valuesIn(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => valuesIn(one, `${name} ${key}`.trim()));
  return [`${name}: ${String(value)}`];
}

/** The article number in a GS1 code; undefined if it has none. */
export function gs1Number({ text }: { readonly text: string }): string | undefined {
  const value = /\(0[12]\)(\d{14})/.exec(text)?.[1];
  return value === undefined ? undefined : asGtin(value);
}
