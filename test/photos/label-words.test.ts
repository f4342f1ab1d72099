import { expect, it } from 'vitest';
import { labelIn } from '../../src/photos/words/label-words.ts';

it.each(['IMEI', 'ИМЕИ', 'Номер ИМЕЙ:', '串号', 'आईएमईआई', 'رقم الايمي'])(
  'a number in the text of a document is labelled as an IMEI by %s',
  (words) => {
    expect(labelIn(words)).toEqual({ kind: 'imei' });
  },
);

it('a word that only begins like one in another script says nothing', () => {
  expect(labelIn('Имейл')).toEqual({ kind: 'unknown' });
});
