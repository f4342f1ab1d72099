import { describe, expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find/find.ts';
import { leastProcessorMs, processorMs } from '../support/measure/processor-time.ts';
import { cases } from '../support/nightly.ts';

/** By day a tenth of the megabyte, in a tenth of its second. */
const LENGTH = cases(100_000, 1_000_000);

describe('the time it takes to read a text is linear in its length', () => {
  it.each([
    '1',
    ' ',
    '1 ',
    '-',
    '(',
    '1-',
    '+1 ',
    'imei ',
    'a',
    '?a=1&',
    '?imei=1&',
    '](',
    '](http://(a',
    '[1](()',
    'a](()()',
    '٣',
    'meid 1',
    '12:30 ',
    'x@',
    'w.',
    'http',
    'imei #(sim ',
    '490154203237518 ',
    '49O154203237518 ',
    '3.52E+14 ',
    '3.5',
    '3.52E+14\n',
    '1/1/',
    '4111|',
    '3782, 822463, ',
    '4111|||||',
    '4111\n',
    '4111 then ',
    '4111 1111\n1111 1111\n',
    '4111111111111111123-',
    '41111111111111111/',
    '\u200b',
    'iccid 1 1 1 1 1 1 1',
    '2026-01-1',
  ])('1 MB of %j is read in well under a second, and less in as much less', (piece) => {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length));
    const tookMs = leastProcessorMs(() => findImeis(text), LENGTH / 1_000);
    const tenthMs = processorMs(() => findImeis(text.slice(0, LENGTH / 10)));
    // Linear: ten times the text takes about ten times as long. On a slow machine the ratio says more than the time.
    expect(tookMs < LENGTH / 1_000 || tookMs < tenthMs * 30).toBe(true);
  });

  it.each([
    ['labels, then numbers', 'imei '.repeat(100_000) + '12 a '.repeat(100_000)],
    ['a digit a line', '1\n'.repeat(500_000)],
    [
      'wrong numbers with known TACs',
      Array.from({ length: 62_500 }, (_, at) => 350_000_000_000_000 + at * 7).join('\n'),
    ],
  ])('1 MB of %s', (_what, text) => {
    const find = (length: number) => () => findImeis(text.slice(-length), () => true);
    const tenthMs = processorMs(find(text.length / 10));
    const wholeMs = leastProcessorMs(find(text.length), 1_000);
    // On a slow machine the ratio says more than the time.
    expect(wholeMs < 1_000 || wholeMs < tenthMs * 30).toBe(true);
  });
});
