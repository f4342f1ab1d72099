import { describe, expect, it } from 'vitest';
import { maskNumbers } from '../../../src/imei/mask/numbers.ts';

describe('of a number that may be an IMEI', () => {
  it.each([
    '490154203237518',
    '49015420323751',
    '4901542032375182',
    '49-015420-323751-8',
    '490154/20/323751/8',
    '49015420 323751 8',
    '49;015420;323751',
    '4901 5420 3237 518',
    '49015 42032 37518',
    '490154-203237518',
    '490154203237518/04',
    '490154203237518490154203237518',
    '4 9 0 1 5 4 2 0 3 2 3 7 5 1 8',
    '4,9,0,1,5,4,2,0,3,2,3,7,5,1,8',
    '49O154203237518',
    '٤٩٠١٥٤٢٠٣٢٣٧٥١٨',
    '⁴⁹⁰154203237518',
    '%34%39%30154203237518',
    String.raw`\u003490154203237518`,
    '490154203237519',
  ])('only the TAC is left: %s', (written) => {
    expect(maskNumbers(`a ${written}, b`)).toBe('a 49015420…, b');
  });

  it('the TAC of a test device is left as well', () => {
    expect(maskNumbers('004999010640000')).toBe('00499901…');
  });

  it('nothing else of the text is changed', () => {
    expect(maskNumbers('490154203237518,352099001761481')).toBe('49015420…,35209900…');
    expect(maskNumbers('1.490154203237518\n\té 352099001761481 (2)')).toBe('1.49015420…\n\té 35209900… (2)');
    expect(maskNumbers('49015420323751 35209900176148')).toBe('49015420… 35209900…');
    expect(maskNumbers('2024-01-01T10:00:00.000Z 490154203237518')).toBe(
      '2024-01-01T10:00:00.000Z 49015420…',
    );
  });
});

describe('of a number that may be a payment card’s', () => {
  it.each([
    '378282246310005',
    '3782 822463 10005',
    '3782\n822463\n10005',
    '3782, then 822463, then 10005',
    '3782•822463•10005',
    '378,282,246,310,005',
    '3.78282246310005E+14',
    'O37828224631OOO5',
  ])('only the last four digits are left: %s', (written) => {
    expect(maskNumbers(`a ${written}, b`)).toBe('a …0005, b');
  });

  it('so it is where an IMEI with its software version may begin like it', () => {
    expect(maskNumbers('3530 1113 3330 0000')).toBe('…0000');
  });
});

describe('of a number that no phone and no card has', () => {
  it.each(['770000000000008', '77 000000 000000 8', '12345678901234567890123'])(
    'nothing is left: %s',
    (written) => {
      expect(maskNumbers(`a ${written} b`)).toBe('a … b');
    },
  );
});

describe('what is surely something else', () => {
  it.each([
    '4901542032375',
    'call 123 456 789',
    '4 9 0 1 5 4 2 0 3 2 3 7 5',
    '49015420;323751',
    '12345678901234567',
    '1234567890123456789',
    '8949020000012345678',
    '2024-11-21 12:34:56',
    '20241121123456',
    '1700000000000000',
    '10.0.0.1 10.0.0.2 10.0.0.3',
    '12.345678901234567',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('stays: %s', (text) => {
    expect(maskNumbers(text)).toBe(text);
  });
});
