import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/core/reply.ts';
import { isGtin } from '../../src/imei/gtin.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { rowOf, workbookOfSheets } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const IMEIS = [100, 101, 102].map((serial) => imeiOf('35209900', serial));
/** Numbers of something else, each with the check digit of an IMEI. */
const OTHERS = [1, 2, 3].map((serial) => imeiOf('35012345', 678_900 + serial));
/** Article numbers that begin as phones do. */
const GTINS = Array.from({ length: 200 }, (_, index) => String(35_880_609_031_100 + index))
  .filter(isGtin)
  .slice(0, 4);

const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join(';')).join('\r\n');
/** Two columns, the second of which says nothing. */
const titled = (title: string, numbers: readonly string[]): string =>
  csv([[title, 'Ort'], ...numbers.map((number) => [number, 'Bonn'])]);

function talk() {
  const checker = scriptedChecker(() => answers.found(basic()), 60_000);
  const { send, press } = conversation({ needs: { checker } });
  return {
    send: (content: string | Uint8Array) => send({ name: 'list.csv', content }),
    press: (reply: Reply, button: string) => press(reply, button),
    asked: () => checker.asked.map(({ imei }) => imei),
  };
}

async function askedIn(content: string | Uint8Array): Promise<readonly string[]> {
  const { send, asked } = talk();
  await send(content);
  return asked();
}

const NAMES = [
  ...['Customer number', 'Order no.', 'purchaseOrderId', 'Tracking', 'ICCID', 'MSISDN', 'IMSI', 'Account'],
  ...['Kundennummer', 'Bestellnr.', 'Sendungsnummer', 'Rechnung', 'Vertrag', 'Artikelnummer'],
  ...['N° de commande', 'N° de suivi', 'Facture', 'Número de pedido', 'Número de seguimiento', 'Cuenta'],
  ...['Numero ordine', 'Spedizione', 'Nº da encomenda', 'Fatura', 'Numer zamówienia', 'Przesyłka'],
  ...['Sipariş No', 'SİPARİŞ', 'Kargo takip', 'Номер заказа', 'Счёт', 'Трек-номер', '注文番号', '追跡番号'],
  ...[
    'Referenz',
    'Lieferschein',
    'Schaden-Nr.',
    'Vorgangsnummer',
    'Payment reference',
    'Delivery note',
    'Claim',
  ],
  ...['订单号', '运单号', 'رقم الطلب', 'GTIN', 'EAN-13', 'Barcode', 'Strichcode', 'Code-barres', 'Штрихкод'],
];

describe('a column of numbers with the check digit of an IMEI', () => {
  it.each(NAMES)('is asked about where its title is %s, and left out beside IMEIs', async (title) => {
    const { send, press, asked } = talk();
    const { last } = (await send(titled(title, OTHERS))).expect(
      'Check 3 numbers?',
      'not sure these are IMEIs',
    );
    expect(asked()).toEqual([]);
    await press(last, 'Check them');
    expect(asked()).toEqual(OTHERS);
    const beside = [['IMEI', title], ...IMEIS.map((imei, row) => [imei, OTHERS[row] ?? ''])];
    expect(await askedIn(csv(beside))).toEqual(IMEIS);
  });

  it.each(['Seal', 'Frachtbrief', 'Plombe no.', 'Guía', '提货', 'سند القبض'])(
    'is asked about where it has a title that nobody knows, and not the only one: %s',
    async (title) => {
      const { send, asked } = talk();
      (await send(titled(title, IMEIS))).expect('Check 3 numbers?', 'not sure these are IMEIs');
      expect(asked()).toEqual([]);
      expect(await askedIn([title, ...IMEIS].join('\n'))).toEqual(IMEIS);
    },
  );

  it.each([
    'Phone',
    'Telefon',
    'Téléphone',
    '手机',
    'Serial number',
    'Seriennummer',
    'Gerät',
    'Note',
    'Nº',
    '设备编号',
    'Серийный номер',
    'New unit',
    'الرقم التسلسلي',
  ])('is one of IMEIs where its title is %s', async (title) => {
    expect(await askedIn(titled(title, IMEIS))).toEqual(IMEIS);
  });

  it('is asked about where its title may be of phone numbers and it has but one or two', async () => {
    const { send, asked } = talk();
    (await send(titled('Phone', IMEIS.slice(0, 2)))).expect('Check 2 numbers?', 'not sure');
    expect(asked()).toEqual([]);
  });

  it('is none where some digits do not fit and its title is of something else', async () => {
    const numbers = [0, 1, 2, 3].map((more) => String(Number(IMEIS[0]) + more));
    const { send, asked } = talk();
    (await send(titled('Tracking', numbers))).expect('I don’t see an IMEI');
    (await send(titled('Identifier', numbers))).expect('Check 1 number?', 'not sure');
    expect(asked()).toEqual([]);
  });

  it('is asked about where few of many do not fit, as they are typed by people', async () => {
    const [first = '', ...others] = [...IMEIS, imeiOf('35209900', 103)];
    const typo = `${first.slice(0, -1)}${(Number(first.at(-1)) + 1) % 10}`;
    const { send, asked } = talk();
    (await send(titled('Barcode', [typo, ...others]))).expect('Check 3 numbers?', 'not sure', 'typo');
    expect(asked()).toEqual([]);
  });

  it('is one of IMEIs where its cells say so', async () => {
    const cells = IMEIS.map((imei) => `Display, IMEI ${imei}`);
    expect(await askedIn(titled('Order notes', cells))).toEqual(IMEIS);
    expect(
      await askedIn(
        titled(
          'Заказ',
          IMEIS.map((imei) => `дисплей, ИМЕЙ ${imei}`),
        ),
      ),
    ).toEqual(IMEIS);
  });

  it('is heeded by the title right above it, and not by what a report says before', async () => {
    const report = [
      ['Customer', 'Ann Smith'],
      ['', ''],
      ['Nr', 'Ort'],
      ...IMEIS.map((imei) => [imei, 'Bonn']),
    ];
    expect(await askedIn(csv(report))).toEqual(IMEIS);
    const merged = [['Order', ''], ['Number', 'Ort'], ...OTHERS.map((other) => [other, 'Bonn'])];
    expect(await askedIn(csv(merged))).toEqual([]);
  });

  it('is left out as a sheet beside one of IMEIs', async () => {
    const rows = (title: string, numbers: readonly string[]) =>
      [title, ...numbers].map((text) => rowOf([text, 'x'])).join('');
    const { send, asked } = talk();
    const book = workbookOfSheets([
      { name: 'Orders', rows: rows('Order number', OTHERS) },
      { name: 'Phones', rows: rows('IMEI', IMEIS) },
    ]);
    (await send(book)).expect('All 3 found', 'Without IMEIs, left out: Orders');
    expect(asked()).toEqual(IMEIS);
  });
});

describe('article numbers of 14 digits that begin as phones do', () => {
  it.each(['GTIN', 'EAN', 'UPC', 'Barcode', 'Código de barras', '条码'])(
    'are never checked below %s',
    async (title) => {
      const { send, asked } = talk();
      (await send(titled(title, GTINS))).expect('I don’t see an IMEI');
      expect(asked()).toEqual([]);
    },
  );

  it.each([
    ['without a title', GTINS.join('\n')],
    ['below one that says nothing', titled('Artikel', GTINS)],
  ])('are asked about %s', async (_, content) => {
    const { send, asked } = talk();
    (await send(content)).expect('Check 4 numbers?', 'not sure these are IMEIs');
    expect(asked()).toEqual([]);
  });

  it('are IMEIs without their check digit below that word', async () => {
    const completed = GTINS.map((digits) => imeiOf(digits.slice(0, 8), Number(digits.slice(8))));
    expect(await askedIn(titled('IMEI', GTINS))).toEqual(completed);
  });
});

describe('a number that has a name beside it', () => {
  const [other = ''] = OTHERS;
  it.each([
    [
      'JSON',
      JSON.stringify(
        IMEIS.map((imei) => ({ orderNumber: other, imei })),
        null,
        1,
      ),
    ],
    [
      'XML',
      `<a>\n${IMEIS.map((imei) => `<imei>${imei}</imei>\n<orderNo>${other}</orderNo>`).join('\n')}\n</a>`,
    ],
    ['words', IMEIS.map((imei) => `Kundennummer: ${other}\nIMEI: ${imei}`).join('\n')],
    [
      'a table of Markdown',
      [
        '| # | IMEI | Order |',
        '|---|---|---|',
        ...IMEIS.map((imei, at) => `| ${at} | ${imei} | ${OTHERS[at]} |`),
      ].join('\n'),
    ],
  ])('is not checked where that is something else: %s', async (_, content) => {
    expect(await askedIn(content)).toEqual(IMEIS);
  });
});

describe('an IMEI', () => {
  it.each([
    ['behind the name of a customer', IMEIS.map((imei) => `Kunde Meier: ${imei}`).join('\n')],
    [
      'in a row that begins with words of orders and cards, beside one that begins with the word',
      csv([
        ['Fehler', 'IMEI'],
        ...['IMEI', 'SIM card', 'Order 17'].map((words, at) => [words, IMEIS[at] ?? '']),
      ]),
    ],
    [
      'below a blank row and a line of a group',
      csv([
        ['IMEI', 'Ort'],
        [IMEIS[0] ?? '', 'Bonn'],
        ['', ''],
        ['Order 17', 'Ann'],
        [IMEIS[1] ?? '', 'Bonn'],
        ['', ''],
        ['Kunde Meier', 'Ulm'],
        ...IMEIS.slice(2).map((imei) => [imei, 'Bonn']),
      ]),
    ],
  ])('is read %s', async (_, content) => {
    expect(await askedIn(content)).toEqual(IMEIS);
  });
});

describe('a number below a title of something else', () => {
  it('is not checked where the title above it is merged with the one on its left', async () => {
    const rows = IMEIS.map((imei, at) => ['S24', imei, 'box', OTHERS[at] ?? '']);
    const titles = [
      ['Device', '', 'Shipment', ''],
      ['Model', 'IMEI', 'Kind', 'Number'],
    ];
    expect(await askedIn(csv([...titles, ...rows]))).toEqual(IMEIS);
  });

  it('is asked about where that is the title of a table, whatever stands above it', async () => {
    const { send, asked } = talk();
    const rows = OTHERS.map((other) => [other, 'Bonn']);
    const report = [['List of May', ''], ['', ''], ['Order number', 'Ort'], ...rows];
    (await send(csv(report))).expect('Check 3 numbers?', 'not sure these are IMEIs');
    expect(asked()).toEqual([]);
  });
});
