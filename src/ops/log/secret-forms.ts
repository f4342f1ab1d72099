/** Shorter texts are no secrets; masking them would damage ordinary words. */
const SHORTEST = 4;
/** Encodings of shorter secrets occur in ordinary words and numbers. */
const SHORTEST_ENCODED = 6;
/** Base64 encodes three bytes as four characters. */
const BASE64_BYTES = 3;

/**
 * The forms in which a secret may appear in a line: as it is; as URLs, forms, JSON, hexadecimal and base64 encode it; within
 * a longer encoded text; and as Node prints bytes. Longest first; empty for secrets that are too short.
 */
export function formsOf(secret: string | Uint8Array): readonly string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < SHORTEST) return [];
  const forms = typeof secret === 'string' ? textForms(secret) : [];
  const all = bytes.length < SHORTEST_ENCODED ? forms : [...forms, ...encodedForms(bytes)];
  return distinct(all).toSorted((one, other) => other.length - one.length);
}

/** The bytes of a secret as JSON serialises a buffer: numbers, which may only be replaced by numbers. */
export function bytesAsNumbers(secret: string | Uint8Array): string | undefined {
  const bytes = Buffer.from(secret);
  return bytes.length < SHORTEST_ENCODED ? undefined : bytes.join(',');
}

/** Encoded once, encoded twice, and the whole in JSON, as for an error within an error. */
function textForms(secret: string): readonly string[] {
  const escaped = inJson(secret);
  const inForm = new URLSearchParams({ '': secret }).toString().slice(1);
  const once = [
    secret,
    escaped,
    escaped.replaceAll('/', String.raw`\/`),
    inForm,
    inForm.replaceAll('+', '%20'),
    inUrl(secret),
    encodeURI(wellFormed(secret)),
  ].flatMap(inBothCases);
  const twice = distinct(once).flatMap((form) => [form, inJson(form), ...inBothCases(inUrl(form))]);
  return distinct(twice).flatMap((form) => [form, inJson(form)]);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function inUrl(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

function distinct(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)];
}

/** Replaces lone surrogates, which cannot be encoded in a URL. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString('utf8');
}

function inBothCases(encoded: string): readonly string[] {
  return [encoded, encoded.replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase())];
}

function encodedForms(bytes: Buffer): readonly string[] {
  const pairs = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  const hex = ['', ' ', ':'].map((between) => pairs.join(between));
  return [
    ...hex,
    ...hex.map((form) => form.toUpperCase()),
    ...base64Forms(bytes).flatMap((form) => [form, ...inBothCases(inUrl(form))]),
  ];
}

/** The parts of a base64 text that depend only on these bytes, for each of the three possible alignments. */
function base64Forms(bytes: Buffer): readonly string[] {
  const forms: string[] = [];
  for (let before = 0; before < BASE64_BYTES; before += 1) {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    // Only characters that depend on these bytes alone.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    forms.push(shifted.toString('base64').slice(from, to), shifted.toString('base64url').slice(from, to));
  }
  return forms;
}
