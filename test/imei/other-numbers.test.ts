import { describe, expect, it } from 'vitest';
import { isDialledAbroad, isEpoch, isTimestamp, otherNumber } from '../../src/imei/number/other-numbers.ts';

const nines = (length: number): string => '9'.repeat(length);

describe('a number is told by its length and form', () => {
  it.each([
    [`89${nines(16)}`, 'iccid'],
    [`89${nines(20)}`, 'iccid'],
    [`89${nines(15)}`, undefined],
    [`89${nines(21)}`, undefined],
    [`188${nines(17)}`, undefined],
    [`x89${nines(16)}`, undefined],
    [`89${nines(30)}`, 'eid'],
    [`89${nines(29)}`, undefined],
    [`89${nines(31)}`, undefined],
    [`x89${nines(30)}`, undefined],
    [`89${nines(30)}x`, undefined],
    ['A0000012345678', 'meid'],
    ['f0000012345678', 'meid'],
    ['A0000012345678F', 'meid'],
    ['B0000012345678F', undefined],
    ['A00000123456789F', undefined],
    ['xA0000012345678', undefined],
    ['A000001234567', undefined],
    ['A000001234567g', undefined],
    ['9900001234567A', 'meid'],
    ['99A00012345678', 'meid'],
    ['99A0001234567', undefined],
    ['99A000123456789', undefined],
    ['98A00012345678', undefined],
    ['99000012345678', undefined],
    ['x99A00012345678', undefined],
    [`2566914048${'0'.repeat(8)}`, 'meid-decimal'],
    [`4294967295${'0'.repeat(8)}`, 'meid-decimal'],
    [`2566914047${'0'.repeat(8)}`, undefined],
    [`4294967296${'0'.repeat(8)}`, undefined],
    [`2684354567${'0'.repeat(7)}`, undefined],
    [`2684354567${'0'.repeat(9)}`, undefined],
    [`x2684354567${'0'.repeat(8)}`, undefined],
    ['C02XG2JHJGH5', 'apple-serial'],
    ['F2LXJ0ABCD', 'apple-serial'],
    ['F2LXJ0ABC', undefined],
    ['F2LXJ0ABCDEFG', undefined],
    ['F2LXJOABCDEF', undefined],
    ['F2LXJIABCDEF', undefined],
    ['FALXJKABCDE2', undefined],
    ['FALXJKABCD22', 'apple-serial'],
    ['12345678AB', undefined],
    ['1234567ABC', 'apple-serial'],
    ['c02xg2jhjgh5', undefined],
    ['C02-XG2JHJGH', undefined],
  ])('%s: %s', (characters, what) => {
    expect(otherNumber(characters)).toBe(what);
  });
});

describe('a moment in one run of digits', () => {
  it.each([
    '202411211234',
    '20241121123456',
    '202411211234561',
    '2024112112345612',
    '20241121123456123',
    '19991231235959',
    '20240101000000',
    '20241030200000',
    '21112024123456',
    '01011999000000',
    '31122024235959',
    '30102024200000',
    '20241121T1234',
    '20241121T123456',
    '20241121T123456789',
    '20241121t123456Z',
  ])('is %s', (characters) => {
    expect(isTimestamp(characters)).toBe(true);
  });

  it.each([
    ['a century of its own', '18991231235959'],
    ['a thirteenth month', '20241321123456'],
    ['no month', '20240021123456'],
    ['no day', '20241100123456'],
    ['a 32nd day', '20241132123456'],
    ['a 40th day', '20241140123456'],
    ['a 24th hour', '20241121243456'],
    ['a 30th hour', '20241121303456'],
    ['a 60th minute', '20241121126056'],
    ['a day first, and a 32nd', '32112024123456'],
    ['a day first, and none', '00112024123456'],
    ['a day first, and a thirteenth month', '21132024123456'],
    ['a day first, and no month', '21002024123456'],
    ['a day first, and a century of its own', '21111824123456'],
    ['a day first, and a 24th hour', '21112024243456'],
    ['a day first, and a 60th minute', '21112024126056'],
    ['a day first, and a 60th second', '21112024123460'],
    ['eleven digits', '20241121123'],
    ['thirteen digits', '2024112112345'],
    ['eighteen digits', '202411211234561234'],
    ['another year before it', '420241121123456'],
    ['three digits of time', '20241121T123'],
    ['ten digits of time', '20241121T1234567890'],
    ['another zone', '20241121T123456A'],
    ['seven digits of day', '2024112T123456'],
    ['nine digits of day', '120241121T123456'],
  ])('is none with %s', (_what, characters) => {
    expect(isTimestamp(characters)).toBe(false);
  });

  it('may count the milliseconds since 1970', () => {
    expect(isEpoch('1763722800000')).toBe(true);
    for (const other of ['2763722800000', '176372280000', '17637228000000', 'x1763722800000'])
      expect(isEpoch(other)).toBe(false);
  });
});

describe('a phone number dialled with 00', () => {
  it.each([
    ['0049151234', true],
    ['0012345678', true],
    ['001234567890123', true],
    ['00123456789012345', false],
    ['001234567', false],
    ['0001234567890', false],
    ['1001234567890', false],
    ['00491512345x78', false],
  ])('%s: %s', (digits, is) => {
    expect(isDialledAbroad(digits)).toBe(is);
  });
});
