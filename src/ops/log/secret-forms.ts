/** Shorter texts are no secret, and taking them out would tear holes into innocent words. */
const SHORTEST = 4;
/** The encodings of shorter secrets are found in innocent words and numbers. */
const SHORTEST_ENCODED = 6;
/** Base64 writes three bytes as four characters. */
const BASE64_BYTES = 3;

/**
 * The forms in which a secret may stand in a line: as it is, as URLs, forms, JSON, hexadecimal and base64 have it, also
 * within a longer text that was encoded as a whole, and as Node prints bytes. Longest first; none for what is too short.
 */
export function formsOf(secret: string | Uint8Array): readonly string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < SHORTEST) return [];
  const forms = typeof secret === 'string' ? textForms(secret) : [];
  const all = bytes.length < SHORTEST_ENCODED ? forms : [...forms, ...encodedForms(bytes)];
  return distinct(all).toSorted((one, other) => other.length - one.length);
}

/** The bytes of a secret as JSON writes a buffer: numbers, which a line may only have numbers in the place of. */
export function bytesAsNumbers(secret: string | Uint8Array): string | undefined {
  const bytes = Buffer.from(secret);
  return bytes.length < SHORTEST_ENCODED ? undefined : bytes.join(',');
}

/** Once encoded; that encoded once more; and all of it in JSON, as an error in an error is. */
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

/** Half a pair cannot be encoded in a URL, and is replaced there. */
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

/** Base64 of a text that has these bytes somewhere in it: by what stands before them, one of three. */
function base64Forms(bytes: Buffer): readonly string[] {
  const forms: string[] = [];
  for (let before = 0; before < BASE64_BYTES; before += 1) {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    // Only characters that are made of these bytes alone.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    forms.push(shifted.toString('base64').slice(from, to), shifted.toString('base64url').slice(from, to));
  }
  return forms;
}
