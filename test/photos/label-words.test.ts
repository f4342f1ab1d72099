import { expect, it } from 'vitest';
import { labelIn, titleIn } from '../../src/photos/words/label-words.ts';

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

it.each([
  ...[
    'without IMEI',
    'w/o IMEI',
    'kein IMEI:',
    'keine gültige IMEI',
    'sin número de IMEI',
    'sem IMEI',
    'pas d’IMEI',
    'is not the IMEI',
  ],
  ...[
    'The sticker next to IMEI',
    'Printed on it instead of your IMEI',
    'Die Nummer steht neben der IMEI',
    'Ce numéro est à côté de l’IMEI',
    'El número está al lado del IMEI',
    'Этот номер стоит рядом с IMEI',
  ],
  ...['без IMEI', 'немає IMEI', 'IMEI: no', 'IMEI - no', 'don’t send IMEI', '6e3 IMEI'],
])('%s denies that it is one', (words) => {
  expect(labelIn(words)).toMatchObject({ kind: 'unknown', isSettled: true });
  expect(labelIn(words, true)).toMatchObject({ kind: 'unknown', isSettled: true });
});

it.each([
  'Block IMEI',
  'Blocage IMEI',
  'Bloqueio de IMEI',
  'Проверка IMEI',
  'Registration IMEI',
  'Instead of IMEI',
])('%s may be the title of something else', (words) => {
  expect(titleIn(words)).toMatchObject({ kind: 'unknown', isSettled: true });
});

it.each(['Block IMEI', 'Bloqueio de IMEI'])('%s may name something else right behind it', (words) => {
  expect(labelIn(words, true)).toMatchObject({ kind: 'unknown' });
});

it('the number right behind a sentence that ends with the word is an IMEI, unless it is denied', () => {
  expect(labelIn('Somebody blocked a phone with IMEI', true)).toEqual({ kind: 'imei' });
  expect(labelIn('Somebody blocked Galaxy S21, 128GB IMEI')).toEqual({ kind: 'imei' });
  expect(labelIn('Somebody found no phone without IMEI', true)).toMatchObject({ kind: 'unknown' });
});

it.each(['IMEI no', 'no IMEI', 'No IMEI'])(
  '%s is an answer or the name of a number: a person is asked',
  (words) => {
    expect(labelIn(words)).toEqual({ kind: 'imei', isDoubtful: true });
  },
);

it.each([
  ...[
    'IMEI No.',
    'IMEI No',
    'IMEI NO:',
    'IMEI no.',
    'IMEI no:',
    'No IMEI:',
    'No. IMEI',
    'N° IMEI',
    'Nº de IMEI',
    'Номер IMEI',
  ],
  ...['Numéro IMEI', 'Nomor IMEI', 'Your device IMEI', 'Please send us your IMEI:'],
])('%s is the title of an IMEI', (words) => {
  expect(titleIn(words)).toEqual({ kind: 'imei' });
});
