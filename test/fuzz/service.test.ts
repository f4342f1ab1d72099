import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  readCheckResult,
  readKeyStatus,
} from '../../src/provider/device-identity/read-response.ts';
import { createKeyMask } from '../../src/provider/http/key-mask.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { hostileText } from '../support/hostile-texts.ts';
import { runs } from '../support/nightly.ts';

const KEY = 'k3y-0f-th3-0p3r4t0r';
const mask = createKeyMask(KEY);

const FIELDS = [
  'imei',
  'brand',
  'model',
  'imei_parts',
  'info',
  'error',
  'errors',
  'tac',
  'fac',
  'snr',
  'cd',
  '__proto__',
  'constructor',
  'weight',
  'battery',
  'qwerty',
  'year',
  'size',
  'display',
  'color',
  'memory_card',
  'gsm_band',
  'lan_ports',
  'os',
  'cpu',
  'width',
  'height',
  'inches',
  'Has access',
  'Activation date',
  'Expiration date',
  'Checks left (hour)',
  'Checks left (month)',
];

const { tree } = fc.letrec<{
  tree: unknown;
  leaf: unknown;
  list: unknown[];
  fields: Record<string, unknown>;
}>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('fields')),
  leaf: fc.oneof(
    hostileText,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('1', 'true', 'No limit', '2026-11-21'),
  ),
  list: fc.array(tie('tree'), { maxLength: 3 }),
  fields: fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), hostileText), tie('tree'), {
    maxKeys: 6,
  }),
}));

/** A response body with the right names in the wrong places, or without any content. */
const hostileBody = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .dictionary(fc.constantFrom(...FIELDS), tree)
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: tree.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: hostileText },
);

it('hostile bodies are read or refused, never crash, and never give the key away', () => {
  fc.assert(
    fc.property(
      hostileBody,
      fc.integer({ min: 200, max: 599 }),
      fc.boolean(),
      (body, httpStatus, hasKey) => {
        const said = hasKey ? body.replaceAll('model', KEY).replaceAll('a', KEY) : body;
        const raw = { httpStatus, body: mask(said) };
        for (const read of [readCheckResult, readKeyStatus]) {
          let seen: unknown;
          try {
            seen = read(raw);
          } catch (error) {
            if (!(error instanceof ServiceFailure)) throw error;
            seen = error;
          }
          if (hasKey) expect(inspect(seen, { depth: 9 })).not.toContain(KEY);
        }
      },
    ),
    runs(200, 100_000, { seed: 2_004 }),
  );
});
