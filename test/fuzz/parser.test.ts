import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find.ts';
import { hasRightCheckDigit } from '../../src/imei/imei.ts';
import { runs } from '../support/nightly.ts';
import { hostileText } from '../support/process/hostile.ts';

it('hostile texts are read without a fault, and nothing but IMEIs is found in them', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { found, problems, duplicates } = findImeis(text, { known: () => true });
      for (const { imei } of found) {
        if (!/^[0-9]{15}$/.test(imei) || !hasRightCheckDigit(imei)) throw new Error(`no IMEI: ${imei}`);
      }
      expect(duplicates).toBeGreaterThanOrEqual(0);
      for (const problem of problems) expect(problem.text.length).toBeLessThanOrEqual(200);
    }),
    runs(6_000, 500_000, { seed: 1_999 }),
  );
});
