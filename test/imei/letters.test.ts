import { describe, expect, it } from 'vitest';
import { isMistyped, isSlippedDigit, isSlippedNumber, withDigits } from '../../src/imei/number/letters.ts';

describe('letters that slip into a number', () => {
  it('are the digits they look like', () => {
    expect(withDigits('OoDQОо IilLІі Zz Зз Ss Gbб BВ gq')).toBe('000000 111111 22 33 55 666 88 99');
    expect(withDigits('490154xé')).toBe('490154xé');
    for (const letter of 'OlZЗSGBg') expect(isSlippedDigit(letter)).toBe(true);
    for (const other of ['x', '0', 'OO', '']) expect(isSlippedDigit(other)).toBe(false);
  });

  it.each([
    ['2O9900', true],
    ['2OO900', true],
    ['O1', false],
    ['O12', true],
    ['1OO2', false],
    ['1OO23', true],
    ['1OOO23456', false],
    ['2x9900', false],
    ['x20990', false],
    ['20990x', false],
    ['490154', true],
    [`O${'1'.repeat(15)}`, true],
    [`O${'1'.repeat(16)}`, false],
  ])('are few where the word is a number: %s', (word, isNumber) => {
    expect(isSlippedNumber(word)).toBe(isNumber);
  });

  it.each([
    ['4901542032OOO', true],
    ['490154203OOOO', false],
    ['4901542032OO', false],
    ['49015420323751812', true],
    ['490154203237518123', false],
    ['490154203237OOOOO', true],
  ])('are typing errors in a number of nearly its length, with ten digits at least: %s', (number, is) => {
    expect(isMistyped(number)).toBe(is);
  });
});
