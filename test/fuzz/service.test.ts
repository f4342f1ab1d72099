import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  readCheckResult,
  readKeyStatus,
} from '../../src/provider/device-identity/read-response.ts';
import { createKeyMask } from '../../src/provider/http/key-mask.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { hostileBody } from '../support/hostile-texts.ts';
import { runs } from '../support/nightly.ts';

const KEY = 'k3y-0f-th3-0p3r4t0r';
const mask = createKeyMask(KEY);

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
