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

it.each([
  ['IMEI]1:', { kind: 'imei', slot: 1 }],
  ['IMEI}2', { kind: 'imei', slot: 2 }],
  ['IMEIl:', { kind: 'imei' }],
] as const)('a number is labelled as an IMEI by %s, which is read of blurred letters', (words, label) => {
  expect(labelIn(words)).toEqual(label);
});

it.each(['IMEI ] ok', 'IMEI [x]', 'IMEI]'])('%s may be a tick of its own', (words) => {
  expect(labelIn(words)).toMatchObject({ kind: 'unknown' });
});
