import { describe, expect, it } from 'vitest';
import { isGtin } from '../../../src/imei/gtin.ts';

describe('The number of an article', () => {
  // GTIN-13 and GTIN-12: examples of GS1 General Specifications, 7.9.1; the others are these with zeros before, or as worked out by hand.
  it.each(['6291041500213', '614141000036', '00614141000036', '96385074'])(
    'is told by its check digit: %s',
    (text) => {
      expect(isGtin(text)).toBe(true);
    },
  );

  it.each(['6291041500214', '6291041500231', '614141000037', '96385075'])(
    'is none with another one: %s',
    (text) => {
      expect(isGtin(text)).toBe(false);
    },
  );

  it.each(['0', '00000000000', '000000000000000', '0000000', '6291041500213x', 'x96385074', ''])(
    'is none of another length, or with other signs: “%s”',
    (text) => {
      expect(isGtin(text)).toBe(false);
    },
  );
});
