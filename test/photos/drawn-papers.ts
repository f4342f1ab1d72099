import { type Drawing, pageOf, type TextStyle, textAt } from '../support/files/drawings.ts';

/** A sheet of A4 in points. */
const SHEET = { width: 595, height: 842, left: 45, right: 550 };
const ARTICLES = [
  'Smartphone 5G 128 GB graphite',
  'Screen protector, tempered glass',
  'USB-C charger 25 W',
  'Leather case, black',
  'Data transfer from the old phone',
  'Extended warranty 24 months',
  'Shipping, insured',
];
const TERMS =
  'The goods remain the property of the seller until they have been paid in full. Claims are limited to repair.';
const FOOT = [
  'Bank: Savings Bank of Hamburg   IBAN DE44 5001 0517 5407 3249 31   BIC HASPDEHHXXX',
  'VAT ID DE123456789   HRB 998877 Hamburg   Tel. +49 40 1234567   Fax +49 40 1234568',
  'Managing directors: Max Example, Erika Example',
];

/** An invoice, with the numbers that invoices have, and `terms` lines of small print. */
export function invoice(terms = 0): Drawing {
  const { left, right } = SHEET;
  const at = (x: number, y: number, text: string, style: Partial<TextStyle> = {}): string =>
    textAt(x, y, text, { size: 10, ...style });
  const end = { anchor: 'end' } as const;
  const numbers = [
    'Invoice no. 2026-004711-88',
    'Customer no. 4400817265',
    'Order no. 302-5512843-7719562',
  ];
  return pageOf(SHEET.width, SHEET.height, '#fff', [
    at(left, 60, 'Example Phones & Service', { size: 16, bold: true }),
    ...['Ms Anna Example', '7 Main Road', '22765 Hamburg'].map((line, row) =>
      at(left, 130 + 14 * row, line),
    ),
    ...numbers.map((line, row) => at(right, 130 + 14 * row, line, end)),
    ...ARTICLES.flatMap((article, row) => [
      at(left, 258 + 18 * row, `${row + 1}`),
      at(80, 258 + 18 * row, article),
      at(right, 258 + 18 * row, `${17 * (row + 1)},90 €`, end),
    ]),
    at(right, 400, 'Total 501,00 €', { ...end, bold: true }),
    at(
      left,
      430,
      'Please pay within 14 days to the account below, naming the number of the invoice.',
    ),
    ...Array.from({ length: terms }, (_, row) => at(left, 445 + 11 * row, TERMS, { size: 7.5 })),
    ...FOOT.map((line, row) => at(left, 790 + 12 * row, line, { size: 8.5 })),
  ]);
}

/**
 * A sheet of A4. In points: its width and margin, the height of a row and the size of the letters.
 * Also how many rows are on the sheet, and how many letters in a row.
 */
const PAGE = { width: 595, margin: 45, leading: 15.04, size: 11, rows: 50, letters: 82 };
const SENTENCES = [
  'The tenant pays the rent in advance, on the first working day of each month, to the account of the owner.',
  'Whoever leaves before the term is over finds someone who takes the rooms on the same conditions.',
  'Small repairs are made by the tenant; what is larger is told to the owner, who has it mended in due time.',
  'ANY CHANGE of this contract has to be in writing, and both sides keep a copy that the other has signed.',
  'Signed in Hamburg on 3 May 2026, with keys for two doors, a letter box and the cellar.',
];

/**
 * A sheet full of sentences, as high as its rows need.
 * @param own lines to write instead, by the numbers of their rows
 */
export function prose(own: Readonly<Record<number, string>> = {}, rowCount = PAGE.rows): Drawing {
  const words = Array.from({ length: 20 }, () => SENTENCES.join(' '))
    .join(' ')
    .split(' ');
  const rows = Array.from({ length: rowCount }, (_, row) => {
    let line = '';
    while (line.length + (words[0]?.length ?? 0) < PAGE.letters) line += `${words.shift()} `;
    return textAt(
      PAGE.margin,
      PAGE.margin + (row + 1) * PAGE.leading,
      own[row] ?? line.trim(),
      PAGE,
    );
  });
  return pageOf(PAGE.width, 2 * PAGE.margin + rowCount * PAGE.leading, '#fff', rows);
}
