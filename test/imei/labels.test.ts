import { describe, expect, it } from 'vitest';
import { createLabelReader, type Label } from '../../src/imei/text/labels.ts';

/** The label of each `#` in a text of words, with `|` for the end of a line and a digit for a number that stands alone. */
function labelsIn(text: string): readonly Label[] {
  const reader = createLabelReader();
  const labels: Label[] = [];
  for (const word of text.split(' ')) {
    if (word === '#') labels.push(reader.labelOf());
    else if (word === '|') reader.lineEnd();
    else if (/^\d+$/.test(word)) reader.slotNumber(word);
    else reader.word(word);
  }
  return labels;
}

const labelIn = (text: string): Label | undefined => labelsIn(text).at(-1);

describe('the label of a number', () => {
  it.each(['imei', 'IMEI', 'IMEISV', 'imeis', 'imei1', 'ИМЕИ', 'ІМЕІ', 'İMEİ', '串号', 'الايمي'])(
    'is IMEI behind the word %s',
    (word) => {
      expect(labelIn(`${word} #`)).toMatchObject({ kind: 'imei' });
    },
  );

  it.each(['iccid', 'MEID', 'esn', 'tel', 'Order', 'account', 'Ref', 'claim', 'customer'])(
    'is another behind the word %s',
    (word) => {
      expect(labelIn(`${word} #`)).toMatchObject({ kind: 'other' });
    },
  );

  it.each(['imeix', 'ximei', 'imei0', 'imei12', 'imeisvs', 'phones', 'simple'])(
    'is none behind the word %s',
    (word) => {
      expect(labelIn(`${word} #`)).toEqual({ kind: 'none', slotAhead: false });
    },
  );

  it('is none before any word, and none of a number that nothing is said of', () => {
    expect(labelIn('#')).toEqual({ kind: 'none', slotAhead: false });
    expect(labelIn('slot #')).toMatchObject({ kind: 'none' });
  });

  it('reaches over the words that stand between a label and its number, and over no others', () => {
    expect(labelIn('imei number of my phone is #')).toMatchObject({ kind: 'imei' });
    expect(labelIn('imei broken #')).toMatchObject({ kind: 'none' });
    expect(labelIn('tel broken #')).toMatchObject({ kind: 'none' });
  });

  it('is that of a list, but of another number only the first is meant', () => {
    expect(labelsIn('imei # # #').map(({ kind }) => kind)).toEqual(['imei', 'imei', 'imei']);
    expect(labelsIn('tel # #').map(({ kind }) => kind)).toEqual(['other', 'none']);
    expect(labelsIn('imei # tel # #').map(({ kind }) => kind)).toEqual(['imei', 'other', 'none']);
  });

  it('of a box may have two names', () => {
    expect(labelIn('imei meid #')).toMatchObject({ kind: 'imei' });
    expect(labelIn('meid imei #')).toMatchObject({ kind: 'imei' });
    expect(labelIn('imei # meid #')).toMatchObject({ kind: 'other' });
    expect(labelIn('imei iccid #')).toMatchObject({ kind: 'other' });
  });

  describe('at the end of a line', () => {
    it.each([
      ['is about the next line', 'imei | #', 'imei'],
      ['is about the next line, also of another number', 'eid | #', 'other'],
      ['is about the next line, also in a sentence', 'here comes my imei | #', 'imei'],
      ['is none where a sentence came before another number', 'somebody gave me an order | #', 'none'],
      ['is over with its number', 'imei # | #', 'none'],
      ['is over with its number, also of another', 'tel # | #', 'none'],
      ['is the header of a table where there are two', 'imei tel | #', 'none'],
      ['is the header of a table where there are three', 'tel imei imei | #', 'none'],
      ['stays over an empty line', 'imei | | #', 'imei'],
      ['begins anew with each line', 'tel | imei | #', 'imei'],
      ['is not held for a sentence of a line before', 'hello there world | tel | #', 'other'],
    ])('%s: %s', (_what, text, kind) => {
      expect(labelIn(text)).toMatchObject({ kind });
    });
  });

  describe('may name a slot', () => {
    it.each([
      ['imei2 #', 2],
      ['imeisv9 #', 9],
      ['sim1 #', 1],
      ['esim2 #', 2],
      ['psim1 #', 1],
      ['slot2 #', 2],
      ['imei 2 #', 2],
      ['imei sim slot 2 #', 2],
      ['sim 1 #', 1],
      ['slot 2 imei #', 2],
      ['xsim1 #', undefined],
      ['sim0 #', undefined],
      ['slots2 #', undefined],
      ['slot22 #', undefined],
      ['imei 0 #', undefined],
      ['imei 12 #', undefined],
      ['imei2 1 #', 2],
      ['imei 2 1 #', 2],
      ['phone 2 #', undefined],
      ['imei 2 broken #', undefined],
    ])('%s: %s', (text, slot) => {
      expect(labelIn(text)?.slot).toBe(slot);
    });

    it('whose number may yet come, once', () => {
      expect(labelIn('imei #')?.slotAhead).toBe(true);
      expect(labelIn('imei2 #')?.slotAhead).toBe(false);
      expect(labelIn('imei 2 #')?.slotAhead).toBe(false);
      expect(labelsIn('imei # #').map(({ slotAhead }) => slotAhead)).toEqual([true, false]);
      expect(labelIn('tel #')?.slotAhead).toBe(false);
    });

    it('tells whether a lone digit was the number of one, and whether a word is of those around numbers', () => {
      const reader = createLabelReader();
      expect(reader.slotNumber('1')).toBe(false);
      expect(reader.word('IMEI')).toBe(true);
      expect(reader.slotNumber('12')).toBe(false);
      expect(reader.slotNumber('2')).toBe(true);
      expect(reader.slotNumber('2')).toBe(false);
      expect([reader.word('please'), reader.word('tel'), reader.word('broken')]).toEqual([true, true, false]);
    });
  });
});
