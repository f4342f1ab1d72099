import { describe, expect, test } from 'vitest';
import type { Barcode } from '../../src/photos/barcode.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { rowOf, workbookOfSheets } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const [A, B, C] = [100, 101, 102].map((serial) => imeiOf('35209900', serial)) as [string, string, string];
/** The beginning of a PNG, which is told by its content. */
const PNG = Uint8Array.from([
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  ...new Array<number>(40).fill(0),
]);

function talk(codes: readonly string[], named: Pick<Barcode, 'named'> = { named: 'imei' }) {
  const checker = scriptedChecker(() => answers.found(basic()));
  const readBarcodes = async () => ({
    ok: true as const,
    texts: [],
    codes: codes.map((text, index): Barcode => {
      const corner = (x: number, y: number) => ({ x, y: index * 50 + y });
      return {
        ...{ text, symbology: 'Code128', ...named },
        ...{ topLeft: corner(0, 0), topRight: corner(90, 0), bottomLeft: corner(0, 20) },
      };
    }),
  });
  return { checker, ...conversation({ needs: { checker, readBarcodes } }) };
}

describe('several files of one message', () => {
  test('are answered as one list: the text, then each file, each IMEI once', async () => {
    const { sendAll, checker } = talk([C]);
    const files = [
      { name: 'phones.csv', content: `IMEI\n${B}\n${A}\n` },
      { name: 'label.png', content: PNG },
    ];
    const reply = await sendAll(files, `mine is ${A}`);
    expect(checker.asked.map(({ imei }) => imei)).toEqual([A, B, C]);
    reply.expect('All 3 found', '1 duplicate skipped').expectNot('# Files without an answer');
  });

  test('are no reason to ask about a number that no words name, where one of them has it, and asked once where none has', async () => {
    const alone = imeiOf('86012345', 102);
    const { sendAll, checker } = talk([B, alone], {});
    const files = [
      { name: 'phones.csv', content: `IMEI\n${B}\n` },
      { name: 'label.png', content: PNG },
      { name: 'again.png', content: PNG },
    ];
    const reply = await sendAll(files, `mine is ${A}`);

    expect(checker.asked.map(({ imei }) => imei)).toEqual([A, B]);
    expect(reply.last.records?.().filter(({ ok }) => !ok)).toMatchObject([{ imei: alone, result: 'asked' }]);
  });

  test('are answered with what of each workbook was read and left out', async () => {
    const { sendAll } = talk([]);
    const content = workbookOfSheets([
      { name: 'Phones', rows: `${rowOf(['IMEI'])}${rowOf([A])}` },
      { name: 'Old', rows: rowOf([B]), state: 'hidden' },
    ]);
    const reply = await sendAll([
      { name: 'stock.xlsx', content },
      { name: 'phone.txt', content: C },
    ]);
    reply.expect('Both found', '# stock.xlsx', 'Hidden sheets, left out: Old').expectNot('# phone.txt');
  });

  test('of which one may have other numbers are checked without it, and it is named', async () => {
    const { sendAll, checker } = talk([]);
    const reply = await sendAll([
      { name: 'phones.csv', content: `IMEI\n${A}\n` },
      { name: 'orders.csv', content: `Order number,City\n${B},Bonn\n` },
    ]);
    expect(checker.asked.map(({ imei }) => imei)).toEqual([A]);
    reply.expect('orders.csv: I’m not sure these are IMEIs. Send this file on its own');
  });

  test('that could not be read are named, with the reason, below the answer to the others', async () => {
    const { sendAll } = talk([]);
    const files = [
      { name: 'empty.csv', content: '' },
      { name: 'cat.png', content: PNG },
      { name: 'phone.txt', content: A },
    ];
    const reply = await sendAll(files);
    reply.expect('NOKIA 3310', '# Files without an answer', 'empty.csv: This file is empty');
    reply.expect('cat.png: I don’t see an IMEI in this file');
  });

  test('of which none has an IMEI are all named, and nothing is spent', async () => {
    const { sendAll, checker } = talk([]);
    const files = [
      { name: 'one.csv', content: '' },
      { name: 'two.csv', content: '' },
    ];
    const reply = await sendAll(files);
    reply.expect('one.csv: This file is empty', 'two.csv: This file is empty');
    expect(checker.asked).toEqual([]);
  });
});
