import { expect, test } from 'vitest';
import { multipart } from '../../../src/provider/http/caller.ts';

test.each([
  ['plain', 's3cret0key', '490154203237518'],
  ['what a query or a header would escape', 'a&b=c;d"e\\f %2B+/=', '0'],
  ['letters of the whole world', 'Schlüssel 鍵 🔑', ''],
  ['what looks like a boundary', '----formdata--', '--'],
])('encodes %s as Node’s own FormData does', async (_what, key, imei) => {
  const { type, body } = multipart({ key, imei });

  const form = new FormData();
  form.append('key', key);
  form.append('imei', imei);
  const nodes = new Response(form);
  const [ours, theirs] = [type, nodes.headers.get('content-type') ?? ''].map(
    (one) => one.split('boundary=')[1],
  );
  expect(body.toString()).toBe((await nodes.text()).replaceAll(String(theirs), String(ours)));
  const read = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  expect([...read]).toEqual([
    ['key', key],
    ['imei', imei],
  ]);
});

test('no two bodies have the same boundary, which nobody can guess', () => {
  const types = Array.from({ length: 100 }, () => multipart({ key: 'k' }).type);
  expect(new Set(types).size).toBe(100);
  // RFC 2046: at most 70 characters.
  for (const type of types) expect(type).toMatch(/^multipart\/form-data; boundary=[\w-]{30,70}$/);
});
