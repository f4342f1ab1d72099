import { describe, expect, it } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { workbookOf } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

/** Beginning with zeros behind the TAC as well. */
const IMEIS = [100, 12_345, 678_901, 234_567].map((serial) => imeiOf('35209900', serial));
const ORDERS = [1, 2, 3].map((serial) => imeiOf('35012345', 678_900 + serial));

const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join(';')).join('\r\n');

async function sent(content: string | Uint8Array) {
  const checker = scriptedChecker(() => answers.found(basic()), 60_000);
  const said = await conversation({ needs: { checker } }).send({ name: 'list.csv', content });
  return { said, asked: checker.asked.map(({ imei }) => imei) };
}

const cut = (imei: string, ...ends: readonly number[]): readonly string[] =>
  [...ends, 15].map((end, at) => imei.slice(ends[at - 1] ?? 0, end));

describe('an IMEI in pieces, in columns side by side that are all called IMEI,', () => {
  it.each([
    ['two', ['IMEI part 1', 'IMEI part 2'], [8]],
    ['two of other lengths', ['IMEI (1/2)', 'IMEI (2/2)'], [6]],
    ['four', ['IMEI 1', 'IMEI 2', 'IMEI 3', 'IMEI 4'], [2, 8, 14]],
    ['other languages', ['ИМЕИ начало', 'ИМЕИ конец'], [8]],
  ])('is put together where the check digits fit: %s', async (_, titles, ends) => {
    const rows = IMEIS.map((imei, at) => [String(at), ...cut(imei, ...ends), 'Bonn']);
    expect((await sent(csv([['No', ...titles, 'Ort'], ...rows]))).asked).toEqual(IMEIS);
  });

  it('has the zeros back that a spreadsheet left out, and is named where it has a typo', async () => {
    const numbers = IMEIS.map((imei) => cut(imei, 8).map(Number));
    const wrong = cut(`${IMEIS[1]?.slice(0, 14)}${(Number(IMEIS[1]?.at(-1)) + 1) % 10}`, 8).map(Number);
    const { said, asked } = await sent(await workbookOf([['IMEI A', 'IMEI B'], ...numbers, wrong]));
    expect(asked).toEqual(IMEIS);
    said.expect('1 typo');
  });

  it('is one of two phones in a row', async () => {
    const [a = '', b = '', c = '', d = ''] = IMEIS;
    const titles = ['IMEI 1 a', 'IMEI 1 b', 'IMEI 2 a', 'IMEI 2 b'];
    const rows = [
      [...cut(a, 8), ...cut(b, 8)],
      [...cut(c, 8), ...cut(d, 8)],
    ];
    expect((await sent(csv([titles, ...rows]))).asked).toEqual(IMEIS);
  });

  it('is none where the check digits do not fit, or a column is called something else', async () => {
    const others = IMEIS.map((imei) => cut(imei.replace(/^3520/u, '3521'), 8));
    expect((await sent(csv([['IMEI part 1', 'IMEI part 2'], ...others]))).asked).toEqual([]);
    const parts = IMEIS.map((imei) => cut(imei, 8));
    expect((await sent(csv([['IMEI part 1', 'Price'], ...parts]))).asked).toEqual([]);
  });
});

describe('numbers of something else', () => {
  const [first = '', ...more] = IMEIS;
  it.each([
    [
      'below a title that is merged with the one on its left',
      [
        ['Device', '', 'Shipment', ''],
        ['Model', 'IMEI', 'Kind', 'Number'],
        ...IMEIS.slice(0, 3).map((imei, at) => ['S24', imei, 'box', ORDERS[at] ?? '']),
      ],
      IMEIS.slice(0, 3),
    ],
    [
      'in a further table that has a name',
      [
        ['IMEI', 'Model'],
        [first, 'S24'],
        ['', ''],
        ['Sent back', ''],
        ['Return no.', 'Why'],
        ...ORDERS.map((order) => [order, 'broken']),
      ],
      [first],
    ],
    [
      'in a further table right below, with one of the titles',
      [
        ['IMEI', 'Model'],
        [first, 'S24'],
        ['Order number', 'Model'],
        ...ORDERS.map((order) => [order, 'S24']),
        ['IMEI', 'Model'],
        ...more.map((imei) => [imei, 'S24']),
      ],
      IMEIS,
    ],
  ])('are not checked %s', async (_, rows, imeis) => {
    expect((await sent(csv(rows))).asked).toEqual(imeis);
  });

  it('are asked about below the title of a table, whatever stands above it', async () => {
    const rows = ORDERS.map((order) => [order, 'Bonn']);
    const report = [['List of May', ''], ['', ''], ['Order number', 'Ort'], ...rows];
    (await sent(csv(report))).said.expect('Check 3 numbers?', 'not sure these are IMEIs');
  });
});
