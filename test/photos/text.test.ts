import { describe, expect, it } from 'vitest';
import { inReadColumns } from '../../src/photos/documents/read-columns.ts';
import { candidatesIn, digitsOf } from '../../src/photos/text/candidates.ts';
import { type Again, judged } from '../../src/photos/text/judge.ts';
import { type TextLine, textLines } from '../../src/photos/text/lines.ts';
import { wordsOf } from '../../src/photos/text/runs.ts';
import { imeiOf } from '../support/imeis.ts';

const IMEI = '356938035643809';
const IMEI2 = '356938035643817';
const OTHER = '490154203237518';

/** A line of words 10 pixels high; a letter is 6 pixels wide. */
function line(text: string, x: number, y: number): TextLine {
  let at = x;
  return text.split(' ').map((word) => {
    const one = { text: word, x: at, y, width: word.length * 6, height: 10, confidence: 90 };
    at += one.width + 6;
    return one;
  });
}

/** Lines below each other, as the engine tells them. */
function page(...lines: readonly string[]): readonly TextLine[] {
  return lines.map((text, index) => line(text, 20, 20 + index * 20));
}

/** Every further reading is as the first, and nothing more is seen beside a number. */
const SAME: Again = {
  digits: ({ text }) => [digitsOf(text.replace(/ \/ \d\d$/, '')) ?? ''],
  left: () => '',
  above: () => '',
  isAlone: () => true,
  isBlank: () => true,
  isNext: () => true,
};

function read(lines: readonly TextLine[], again: Again = SAME) {
  return judged(candidatesIn(wordsOf(lines)), again).map(({ imei, doubt, slot }) => ({
    imei,
    isCertain: doubt === undefined,
    ...(slot !== undefined && { slot }),
  }));
}

const certain = (imei: string, slot?: 1 | 2) => ({
  imei,
  isCertain: true,
  ...(slot !== undefined && { slot }),
});
const doubtful = (imei: string) => ({ imei, isCertain: false });

describe('a number in the text of a picture', () => {
  it.each([
    ['in its row', page(`IMEI ${IMEI}`)],
    ['far to its left', [line('IMEI', 20, 20), line(IMEI, 300, 21)]],
    ['above it', page('IMEI (SIM slot)', IMEI)],
    ['in one word with it', page(`IMEI:${IMEI}`)],
    ['in the groups of an iPhone', page('IMEI 35 693803 564380 9')],
    ['with the version of its software behind it', page('IMEI', `${IMEI} / 04`)],
    ['in a list that has numbers', page(`2. IMEI: ${IMEI}`)],
    ['before it and a comma', page(`IMEI ${IMEI}, thanks`)],
    ['before it and a date', page(`IMEI ${IMEI} 12.03.2024`)],
    ['before it in brackets', page(`IMEI ("${IMEI}")`)],
    ['above an entry of a list that was read as one word', page('IMEI', `2.${IMEI}`)],
    ['above an entry of a list', page('IMEI', `2. ${IMEI}`)],
    ['with a misread letter', page(`lMEl ${IMEI}`)],
    ['with a misread slot', page(`IMEIL ${IMEI}`)],
    ['halfway between its row and the next', [line('IMEI', 20, 28), line(IMEI, 300, 20)]],
    ['above it in a question that ends with it', page('Please send us your IMEI:', IMEI)],
    ['above it behind a dot', page('• No. IMEI', IMEI)],
    ['above it with what a label has', page('IMEI-Nr. (SIM) *', IMEI)],
    ['before it with a sign that people write', page(`IMEI:-${IMEI}`)],
    ['before it, short for “number” between', page(`IMEI no ${IMEI}`)],
    [
      'above it beside a text of its own',
      [[...line('IMEI', 20, 20), ...line('Made in a far land', 300, 20)], line(IMEI, 20, 40)],
    ],
    [
      'above it beside a title of another value',
      [
        [...line('IMEI', 20, 20), ...line('Price', 300, 20)],
        [...line(IMEI, 20, 40), ...line('350', 300, 40)],
      ],
    ],
    ['above its middle', [line('IMEI', 53, 20), line(IMEI, 20, 40)]],
  ])('is certain when IMEI stands %s', (_, lines) => {
    expect(read(lines)).toEqual([certain(IMEI)]);
  });

  it.each([
    ['nothing', page(IMEI)],
    ['other words', page('Your reference', IMEI)],
    ['words in a row of their own further above', page('IMEI', 'and more', 'and more', 'of it', IMEI)],
  ])('is asked about when %s is said of it', (_, lines) => {
    expect(read(lines)).toEqual([doubtful(IMEI)]);
  });

  it.each<readonly [string, readonly TextLine[]]>([
    ...['yes', 'OK', 'v', '✓', '@', '[4', '(ok)', 'checked'].flatMap((tick) => [
      [`“IMEI ${tick}” above it`, page(`IMEI ${tick}`, IMEI, 'Box no')] as const,
      [`“IMEI: ${tick}” above it`, page(`IMEI: ${tick}`, IMEI, 'Box no')] as const,
      [`“IMEI: ${tick}” beside it`, page(`IMEI: ${tick} ${IMEI}`, 'Box no')] as const,
    ]),
    ['a box or a tick before the word above it', page('v IMEI', IMEI)],
    ['the word below what was not there', page('No IMEI', IMEI)],
    ...['yes', 'received', '✓'].map(
      (said) =>
        [
          `“${said}” in a column behind the word above it`,
          [[...line('IMEI', 20, 20), ...line(said, 300, 20)], line(IMEI, 20, 40), line('Box', 20, 60)],
        ] as const,
    ),
    ['a sentence that ends with the word', page('We received your IMEI', IMEI, 'as your new contract')],
    ['a sentence that comes from the line above', page('Our shop has now', 'got your IMEI', IMEI)],
    ['a sentence that goes on below it', page('Your IMEI', IMEI, 'is your new contract.')],
    ['the word behind another name', page('RMA incl. IMEI', IMEI)],
  ])('is asked about when it has %s', (_, lines) => {
    expect(read(lines)).toEqual([doubtful(IMEI)]);
  });

  it.each([
    ['between the two', 160],
    ['above the first', 20],
    ['above the second', 240],
  ])('is asked about beside another one below a title %s', (_, x) => {
    const lines = [line('IMEI', x, 20), [...line(IMEI, 20, 40), ...line(IMEI2, 240, 40)]];

    expect(read(lines)).toEqual([doubtful(IMEI), doubtful(IMEI2)]);
  });

  it('is asked about when it is the first of two below two titles, but where both are of one phone', () => {
    const first = imeiOf('86012345', 458_194);

    expect(read(page('Voucher', 'IMEI', first, IMEI))).toEqual([doubtful(first), doubtful(IMEI)]);
    expect(read(page('Status', 'IMEI', IMEI, IMEI2))).toEqual([certain(IMEI), certain(IMEI2)]);
  });

  it('is asked about when a closer look finds something drawn between the word and it', () => {
    const isBlank: Again['isBlank'] = ({ x, width }) => x !== 20 + 4 * 6 || width !== 240 - x;

    expect(read([[...line('IMEI', 20, 20), ...line(IMEI, 240, 20)]], { ...SAME, isBlank })).toEqual([
      doubtful(IMEI),
    ]);
  });

  it('is asked about when a closer look finds something drawn behind the title', () => {
    const isBlank: Again['isBlank'] = ({ x, y }) => x !== 20 + 4 * 6 || y !== 20;

    expect(read(page('IMEI', IMEI), { ...SAME, isBlank })).toEqual([doubtful(IMEI)]);
  });

  it('is asked about when a closer look finds something drawn before the title, as a box that is ticked', () => {
    const isBlank: Again['isBlank'] = ({ x, width, y }) => x + width !== 20 || y !== 20;

    expect(read(page('IMEI', IMEI), { ...SAME, isBlank })).toEqual([doubtful(IMEI)]);
    expect(read(page(`IMEI ${IMEI}`), { ...SAME, isBlank })).toEqual([certain(IMEI)]);
  });

  it('is asked about though a closer look finds nothing but the word', () => {
    const closer: Again = { ...SAME, left: () => 'IMEI', above: () => 'IMEI' };

    expect(read(page('IMEI v', IMEI), closer)).toEqual([doubtful(IMEI)]);
    expect(read(page(`IMEI v ${IMEI}`), closer)).toEqual([doubtful(IMEI)]);
  });

  it.each([
    ['words of its own', page(`IMEI ${IMEI}`, `Colis ${IMEI2}`)],
    [
      'words of its own far to its left',
      [...page(`IMEI ${IMEI}`), line('Envio', 20, 40), line(IMEI2, 50, 40)],
    ],
    ['words of its own above it', page('IMEI', IMEI, 'Envio', IMEI2)],
    [
      'words of its own behind it',
      [...page('IMEI', IMEI), [...line(IMEI2, 20, 60), ...line('Envio', 300, 60)].flat()],
    ],
    [
      'a column of its own',
      [
        [...line('IMEI', 20, 20), ...line('Envio', 160, 20)],
        [...line(IMEI, 20, 40), ...line(IMEI2, 160, 40)],
      ],
    ],
    ['a row above it that has an IMEI of its own', page(`IMEI ${IMEI}`, '', `ab: ${IMEI2}`)],
    ['a sentence that has ended before', page(`IMEI ${IMEI}`, '', '', '', `IMEI checked. Envio ${IMEI2}`)],
    [
      'a word of its own behind it, below a sentence,',
      [
        line(`IMEI ${IMEI}`, 20, 20),
        line('Not this IMEI', 20, 80),
        [...line(IMEI2, 20, 100), ...line('Envio', 300, 100)],
      ],
    ],
    [
      'a word of its own, behind other words of its row,',
      [line(`IMEI ${IMEI}`, 20, 20), [...line('IMEI checked', 20, 80), ...line(`Envio ${IMEI2}`, 160, 80)]],
    ],
    ['an answer above it', page(`IMEI ${IMEI}`, '', '', '', 'IMEI no', IMEI2)],
    [
      'an answer that a title may be, above it in a list of answers,',
      page(`IMEI ${IMEI}`, '', '', '', 'IMEI No', IMEI2, '', '', 'Box Yes'),
    ],
    [
      'an answer far before it',
      [line(`IMEI ${IMEI}`, 20, 20), [...line('IMEI no', 20, 80), ...line(IMEI2, 200, 80)]],
    ],
    ['words behind it', page(`IMEI ${IMEI}`, '', '', '', `${IMEI2} is not the IMEI`)],
    ['a service of a check above it', page(`IMEI ${IMEI}`, '', '', '', 'IMEI check service', IMEI2)],
    ['an order of a check', page(`IMEI ${IMEI}`, '', '', '', `IMEI check order ${IMEI2}`)],
    ['a short name of its own behind the word', page(`IMEI ${IMEI}`, '', '', '', `IMEI ok Ref ${IMEI2}`)],
    ['a word that has the letters inside', page(`IMEI ${IMEI}`, '', '', '', `Line1 ${IMEI2}`)],
    [
      'a number of which digits were misread, behind the word in its row,',
      page(`IMEI ${IMEI}`, '', '', '', `IMEI 35693BO3S643825 ${IMEI2}`),
    ],
    [
      'the word of a number of which digits were misread, in the row above,',
      page(`IMEI ${IMEI}`, '', '', '', 'IMEI: 35693BO3S643825', IMEI2),
    ],
    [
      'the word behind such a number in the row above',
      page(`IMEI ${IMEI}`, '', '', '', '35693BO3S643825 IMEI', IMEI2),
    ],
    [
      'the word above such a number, in narrow lines,',
      [
        line(`IMEI ${IMEI}`, 20, 20),
        ...['IMEI', '35693BO3S643825', IMEI2].map((text, index) => line(text, 20, 120 + index * 11)),
      ],
    ],
  ])('is asked about when %s names it, beside an IMEI of the same model', (_, lines) => {
    expect(read(lines)).toEqual([certain(IMEI), doubtful(IMEI2)]);
  });

  it.each([
    ['beside it', { isAlone: () => false }],
    ['between them', { isNext: () => false }],
  ])('is asked about below an IMEI of the same phone when a closer look finds something %s', (_, seen) => {
    expect(read(page('IMEI', IMEI, IMEI2), { ...SAME, ...seen })).toEqual([certain(IMEI), doubtful(IMEI2)]);
  });

  it.each([
    ['the number on its left', { left: () => `IMEI ${IMEI}` }],
    ['the number above it', { above: () => `IMEI ${IMEI}` }],
  ])('is asked about when the word of a closer look is that of %s', (_, seen) => {
    expect(read(page(IMEI2), { ...SAME, ...seen })).toEqual([doubtful(IMEI2)]);
  });

  it.each([
    ['nearer to that one', [20, 34, 54, 68]],
    ['as near to both, in a list that begins with a number', [20, 40, 60, 80]],
  ])('is asked about when the word is a caption %s', (_, [first = 0, caption = 0, second = 0, last = 0]) => {
    const lines = [
      line(IMEI, 20, first),
      line('IMEI', 20, caption),
      line(IMEI2, 20, second),
      line('Envio', 20, last),
    ];

    expect(read(lines, { ...SAME, above: ({ text }) => (text === IMEI2 ? 'IMEI' : '') })).toEqual([
      doubtful(IMEI),
      doubtful(IMEI2),
    ]);
  });

  it('is asked about when the word is a caption as near to both, in a list that begins with another value', () => {
    const lines = [
      line('Galaxy', 20, 20),
      line('Model', 20, 37),
      line(IMEI, 20, 60),
      line('IMEI', 20, 77),
      line(IMEI2, 20, 100),
      line('Envio', 20, 117),
    ];

    expect(read(lines)).toEqual([doubtful(IMEI), doubtful(IMEI2)]);
  });

  it('has no sign in its place that stands between it and another', () => {
    const { runs } = wordsOf([line(`${IMEI} / ${IMEI2}`, 20, 20)]);

    expect(runs).toMatchObject([
      { text: IMEI, width: IMEI.length * 6 },
      { text: IMEI2, width: IMEI.length * 6 },
    ]);
  });

  it('is certain behind another one of the phone and a slash, and asked about behind one of another phone', () => {
    const other = '352099001761499';

    expect(read(page(`IMEI: ${IMEI} / ${IMEI2}`))).toEqual([certain(IMEI), certain(IMEI2)]);
    expect(read(page(`IMEI: ${IMEI} / ${other}`))).toEqual([certain(IMEI), doubtful(other)]);
    expect(read(page(`IMEI: ${IMEI} Colis / ${IMEI2}`))).toEqual([certain(IMEI), doubtful(IMEI2)]);
  });

  it('is read beside another column whose numbers are hardly apart', () => {
    const other = '490154203237518';
    const [left, right] = [20, 20 + IMEI.length * 6 + 12];
    const lines = [
      [...line('IMEI', left, 20), ...line('Ref', right, 20)],
      [...line(IMEI, left, 34), ...line(other, right, 34)],
    ];

    expect(read(lines)).toEqual([certain(IMEI)]);
  });

  it('is asked about when only a closer look finds the word, so near to the number above that it is a caption', () => {
    const lines = [line(IMEI, 20, 20), line(IMEI2, 20, 60)];

    expect(read(lines, { ...SAME, above: ({ text }) => (text === IMEI2 ? 'IMEI' : '') })).toEqual([
      doubtful(IMEI),
      doubtful(IMEI2),
    ]);
  });

  it('is certain when IMEI stands behind it, as in languages that are written from the right', () => {
    expect(read([[...line(IMEI, 20, 20), ...line('IMEI', 300, 20)]])).toEqual([certain(IMEI)]);
  });

  it.each([
    ['a range that tests have', 'IMEI 012345678901237', '012345678901237'],
    ['no body that gives numbers out', 'IMEI 004999010640000', '004999010640000'],
    ['a well-known sample', `IMEI ${OTHER}`, OTHER],
  ])('is asked about when it is of %s', (_, text, imei) => {
    expect(read(page(text))).toEqual([doubtful(imei)]);
  });

  it.each([
    ['named otherwise', `MEID ${IMEI}`],
    ['named otherwise in its row, below an IMEI', `Serial ${IMEI}`],
    ['a digit short', 'IMEI 35693803564380'],
    ['a digit longer', `IMEI ${IMEI}1`],
    ['the number of a telephone', `IMEI +${IMEI}`],
    ['in the groups of a card', 'IMEI 3569 3803 5643 809'],
    ['with a wrong check digit', 'IMEI 356938035643808'],
    ['all the same digit', 'IMEI 000000000000000'],
    ['without a word and of a prefix that other numbers have', imeiOf('52039119', 345_678)],
    ['an eSIM', 'EID 89049032004008882600012345678901'],
    ['a SIM card', 'ICCID 8944110068123456789'],
  ])('is none when it is %s', (_, text) => {
    expect(read(page(text))).toEqual([]);
  });

  it('is asked about when no second reading agrees', () => {
    const unsure: Again = { ...SAME, digits: () => ['', ''] };

    expect(read(page(`IMEI ${IMEI}`), unsure)).toEqual([doubtful(IMEI)]);
  });

  it('is what two readings agree on when the first was wrong', () => {
    const better: Again = { ...SAME, digits: () => [IMEI, IMEI] };

    expect(read(page('IMEI 356938035643308'), better)).toEqual([certain(IMEI)]);
  });

  it('is none when its readings are different IMEIs', () => {
    const other: Again = { ...SAME, digits: () => [IMEI2, ''] };

    expect(read(page(`IMEI ${IMEI}`), other)).toEqual([]);
  });

  it('is certain when a closer look at its row finds the word', () => {
    const closer: Again = { ...SAME, above: () => 'IMEI2' };

    expect(read(page(IMEI), closer)).toEqual([certain(IMEI, 2)]);
  });

  it('is none when a closer look at its row finds another name', () => {
    const closer: Again = { ...SAME, left: () => 'Kundennummer', above: () => 'IMEI' };

    expect(read(page(IMEI), closer)).toEqual([]);
  });

  it.each([
    ['read without the arrow of its row, which was unsurely taken for a digit', 40, [certain(IMEI)]],
    ['none when a further digit is sure', 90, []],
  ])('is %s', (_, confidence, read15) => {
    const [row = []] = page('IMEI 35 693803 564380 9 1');
    const last = row.length - 1;

    expect(read([row.map((word, index) => (index === last ? { ...word, confidence } : word))])).toEqual(
      read15,
    );
  });

  it('is not read where the engine has turned the words on their side', () => {
    const row = ['5', '1', '1', '1', '1', '1', '20', '20', '10', '90', '95', IMEI].join('\t');

    expect(textLines(row)).toEqual([]);
  });
});

describe('the slots of two numbers in a text', () => {
  it.each([
    ['IMEI1 and IMEI2', page(`IMEI1 ${IMEI}`, `IMEI2 ${IMEI2}`), [1, 2]],
    ['words around them', page(`IMEI (slot 2) ${IMEI}`, `IMEI (slot 1) ${IMEI2}`), [2, 1]],
    ['only the second', page(`IMEI ${IMEI}`, `IMEI2 ${IMEI2}`), [undefined, 2]],
    ['the number of one apart', page(`IMEI 1 ${IMEI}`, `IMEI 2 ${IMEI2}`), [1, 2]],
    ['the list of *#06#', page('IMEI', `${IMEI} / 01`, `${IMEI2} / 01`), [1, 2]],
    ['one title for both', page('IMEI', IMEI, IMEI2), [undefined, undefined]],
    [
      'which phone of an order it is of',
      page(`IMEI phone 1 ${IMEI}`, `IMEI phone 2 ${IMEI2}`),
      [undefined, undefined],
    ],
    [
      'how many there are',
      [[...line('IMEI 2 of 5', 20, 20), ...line(IMEI, 200, 20)], line(`IMEI2 ${IMEI2}`, 20, 60)],
      [undefined, 2],
    ],
  ])('are as the picture says: %s', (_, lines, slots) => {
    const both = read(lines);

    expect(both).toMatchObject([
      { imei: IMEI, isCertain: true },
      { imei: IMEI2, isCertain: true },
    ]);
    expect(both.map(({ slot }) => slot)).toEqual(slots);
  });

  it('are of one phone only: another number below an IMEI is asked about', () => {
    const other = '352099001761499';
    const lines = page('IMEI', IMEI, other);

    expect(read(lines)).toEqual([certain(IMEI), doubtful(other)]);
  });
});

describe('a table on a picture', () => {
  const A = imeiOf('35928904', 1_234);
  const B = imeiOf('35514607', 77_123);
  const table = (...rows: readonly (readonly string[])[]): readonly TextLine[] =>
    rows.map((row, at) =>
      row.flatMap((cell, column) => (cell === '' ? [] : line(cell, 20 + 200 * column, 20 + 26 * at))),
    );
  const readTable = (lines: readonly TextLine[]) =>
    judged(inReadColumns(candidatesIn(wordsOf(lines)), lines), SAME).map(({ imei, doubt }) =>
      doubt === undefined ? imei : `${imei}?`,
    );
  const TITLES = ['Model', 'IMEI', 'Price'];

  it('is read for all IMEIs below their title, whatever stands beside them', () => {
    const lines = table(TITLES, ['Galaxy S21', IMEI, '350'], ['Nokia 3310', A, '20'], ['Pixel 7', B, '300']);

    expect(readTable(lines)).toEqual([IMEI, A, B]);
  });

  it.each([
    ['names another number', ['Payment', A, '300']],
    ['has less than the first', ['', A, '300']],
    ['has nothing below the other titles', ['', A]],
  ])('is asked about a number whose row %s', (_, row) => {
    expect(readTable(table(TITLES, ['Galaxy S21', IMEI, '350'], row))).toEqual([IMEI, `${A}?`]);
  });

  it('is asked about a number of its first row that has less than the others', () => {
    const lines = table(TITLES, ['Foo', A], ['Galaxy S21', IMEI, '350'], ['Pixel 7', B, '300']);

    expect(readTable(lines)).toEqual([`${A}?`, IMEI, B]);
  });

  it('is asked about the numbers below another title', () => {
    const lines = table(['IMEI', 'Ref. one', 'User'], [IMEI, A, 'Ann'], [IMEI2, B, 'Ben']);

    expect(readTable(lines)).toEqual([IMEI, `${A}?`, IMEI2, `${B}?`]);
  });

  it.each([
    ['a time', '12:41'],
    ['an answer', 'yes'],
    ['a number', '4711'],
  ])('is none where %s stands beside the word', (_, beside) => {
    const lines = table(['Your IMEI', beside], ['Thanks'], [A, '12:42']);

    expect(readTable(lines)).toEqual([`${A}?`]);
  });
});
