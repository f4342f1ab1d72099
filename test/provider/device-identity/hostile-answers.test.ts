import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RawAnswer } from '../../../src/provider/device.ts';
import { readCheckAnswer, readKeyStatus } from '../../../src/provider/device-identity/read.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';
import { anyText } from '../../support/any-text.ts';
import { runs } from '../../support/nightly.ts';

const FIELDS = [
  ['imei', 'brand', 'model', 'imei_parts', 'info', 'error', 'errors', '__proto__', 'constructor', 'toString'],
  ['weight', 'battery', 'display', 'size', 'color', 'gsm_band', 'lan_ports', 'qwerty', 'year', 'tac'],
  ['Has access', 'Activation date', 'Checks left (hour)', 'Checks left (month)'],
].flat();

/** JSON with the fields that the readers look for in all the wrong places. */
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('list'), tie('fields')),
  leaf: fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('1', 'true', 'No limit'),
  ),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  fields: fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), tie('tree'), { maxKeys: 8 }),
}));

const bodies = fc.oneof(
  fc.json(),
  anyText(),
  tree.map((value) => JSON.stringify(value)),
  fc.dictionary(fc.constantFrom(...FIELDS), tree).map((value) => JSON.stringify(value)),
);

const raws: fc.Arbitrary<RawAnswer> = fc.record({
  reader: fc.constant('device-identity'),
  httpStatus: fc.integer({ min: 100, max: 599 }),
  body: bodies,
});

function outcome<T>(read: (raw: RawAnswer) => T, raw: RawAnswer): T | undefined {
  try {
    return read(raw);
  } catch (error) {
    if (error instanceof ServiceFailure) return undefined;
    throw error;
  }
}

test.each([
  ['check', readCheckAnswer],
  ['key status', readKeyStatus],
])('whatever the answer to a %s is, it is read or a service failure', (_what, read) => {
  fc.assert(
    fc.property(raws, (raw) => {
      const answer = outcome<unknown>(read, raw);
      // Holds nothing that JSON cannot: no undefined, no infinite number.
      if (answer !== undefined) expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    }),
    runs(600, 30_000, { seed: 404 }),
  );
});

test('whatever stands beside brand and model, they are shown', () => {
  const extras = fc.dictionary(
    fc.constantFrom(...FIELDS).filter((name) => !['brand', 'model'].includes(name)),
    tree,
  );
  fc.assert(
    fc.property(extras, fc.integer({ min: 100, max: 599 }), (extra, httpStatus) => {
      const body = JSON.stringify({ ...extra, brand: 'NOKIA', model: '3310' });
      expect(readCheckAnswer({ httpStatus, body })).toMatchObject({
        device: { brand: 'NOKIA', model: '3310' },
      });
    }),
    runs(200, 10_000, { seed: 405 }),
  );
});

function otherIn(extra: string) {
  const answer = readCheckAnswer({ httpStatus: 200, body: `{"brand":"B","model":"M",${extra}}` });
  return answer.found ? answer.device.other : expect.fail('found nothing');
}

test('__proto__ changes nothing', () => {
  const other = otherIn('"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1},"b":2}');
  expect(other).toEqual({ a: { b: 2 } });
  expect(Object.getPrototypeOf({ ...other })).toBe(Object.prototype);
  expect(Object.keys(other)).toEqual(['a']);
  expect({}).not.toHaveProperty('polluted');
});

function nested(depth: number): unknown {
  return Array.from({ length: 70 }, () => (depth === 1 ? 1 : nested(depth - 1)));
}

test.each([
  ['very many fields', Array.from({ length: 50_000 }, (_, at) => `"f${at}":${at}`).join()],
  ['a very long list', `"list":[${'1,'.repeat(400_000)}1]`],
  ['a very long text', `"text":"${'x'.repeat(1_000_000)}"`],
  ['a very long name', `"${'x'.repeat(1_000_000)}":1`],
  ['long texts in a list', `"list":[${Array.from({ length: 200 }, () => `"${'x'.repeat(5_000)}"`).join()}]`],
  ['lists of lists of lists', `"list":${JSON.stringify(nested(3))}`],
  ['very deep lists', `"deep":${'['.repeat(400_000)}${']'.repeat(400_000)}`],
  ['very deep objects', `"deep":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
  ['very deep lan_ports', `"info":{"lan_ports":${'['.repeat(300_000)}1${']'.repeat(300_000)}}`],
  ['a very deep error', `"error":${'['.repeat(400_000)}${']'.repeat(400_000)}`],
])('an answer with %s is kept within bounds', (_what, extra) => {
  const other = otherIn(extra);
  expect(Object.keys(other).length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(other).length).toBeLessThan(50_000);
});

test('texts are cut to 2,000 characters, wherever they stand', () => {
  const long = 'x'.repeat(5_000);
  const answer = readCheckAnswer({
    httpStatus: 200,
    body: JSON.stringify({ brand: long, model: 'M', note: long }),
  });
  expect(answer).toMatchObject({ device: { brand: 'x'.repeat(2_000), other: { note: 'x'.repeat(2_000) } } });
});

test.each(['[', '{"a":'])('a body that only opens ("%s" a hundred thousand times) is unreadable', (open) => {
  const raw = { httpStatus: 200, body: open.repeat(100_000) };
  expect(() => readCheckAnswer(raw)).toThrow(ServiceFailure);
});
