import { describe, expect, it } from 'vitest';
import { columnVerdict } from '../../../src/imei/others/column.ts';

describe('Numbers with the check digit of an IMEI, in a column', () => {
  it('are IMEIs below that word, with however many mistakes', () => {
    expect(columnVerdict('imei', { whole: 1, misfit: 9 })).toBe('imeis');
  });

  it('are asked about below a title of something else, unless more have a mistake than people make', () => {
    expect(columnVerdict('other', { whole: 1, misfit: 0 })).toBe('asked');
    expect(columnVerdict('other', { whole: 3, misfit: 1 })).toBe('asked');
    expect(columnVerdict('other', { whole: 5, misfit: 2 })).toBe('none');
    expect(columnVerdict('other', { whole: 0, misfit: 0 })).toBe('none');
  });

  it('are IMEIs below a title of phones where three are and few have a mistake', () => {
    expect(columnVerdict('phone', { whole: 3, misfit: 1 })).toBe('imeis');
    expect(columnVerdict('phone', { whole: 3, misfit: 2 })).toBe('asked');
    expect(columnVerdict('phone', { whole: 2, misfit: 0 })).toBe('asked');
    expect(columnVerdict('phone', { whole: 2, misfit: 2 })).toBe('none');
  });

  it('are IMEIs below a title that says nothing, unless most have a mistake', () => {
    expect(columnVerdict('nothing', { whole: 2, misfit: 2 })).toBe('imeis');
    expect(columnVerdict('nothing', { whole: 2, misfit: 3 })).toBe('asked');
  });
});
