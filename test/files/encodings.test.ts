import { describe, expect, it } from 'vitest';
import { numbersInText, read } from '../support/files/files-in-process.ts';
import { encoded } from '../support/files/tables.ts';

const A = '356938031000012';
const B = '356938031000020';
const ORDER = '490154205512033';
const ORDER2 = '353918052107063';

/** Names of an order in the encodings of texts that are older than UTF-8. */
const OLD_ENCODINGS = [
  ['windows-1251', 'Номер заказа'],
  ['koi8-r', 'Номер заказа'],
  ['gb18030', '订单号'],
  ['big5', '訂單號'],
  ['shift_jis', '注文番号'],
  ['euc-jp', '注文番号'],
  ['euc-kr', '주문번호'],
  ['windows-1256', 'رقم الطلب'],
  ['ibm866', 'Номер заказа'],
  ['windows-1253', 'Αριθμός παραγγελίας'],
  ['windows-1254', 'Sipariş'],
  ['windows-1255', 'מספר הזמנה'],
  ['windows-874', 'เลขที่คำสั่งซื้อ'],
] as const;

/** The bytes of each character of an encoding that only has a decoder. */
function bytesIn(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    const isOne = character.length === 1 && character !== '\uFFFD';
    if (isOne && !bytesOf.has(character)) bytesOf.set(character, bytes);
  };
  for (let first = 0; first < 256; first += 1) {
    add(first);
    if (first > 127) for (let second = 64; second < 256; second += 1) add(first, second);
  }
  return bytesOf;
}

function encodedIn(encoding: string, text: string): Buffer {
  const bytesOf = bytesIn(encoding);
  return Buffer.from(Array.from(text, (character) => bytesOf.get(character) ?? [63]).flat());
}

describe('a list that is not in UTF-8', () => {
  it.each(OLD_ENCODINGS)('has the titles of its columns in %s', async (encoding, name) => {
    const list = encodedIn(encoding, `IMEI;${name}\r\n${A};${ORDER}\r\n${B};${ORDER2}\r\n`);
    expect(await read(list)).toEqual([`2 ${A}`, `3 ${B}`, `${name}? ${ORDER} ${ORDER2}`]);
  });

  it.each(['utf16le', 'utf16be'] as const)(
    'is read in %s, also without a mark',
    async (encoding) => {
      const list = encoded(`Gerät;IMEI\r\nNokia;${A}\r\n`, encoding);
      expect(await read(list)).toEqual([`2 ${A}`]);
    },
  );

  it('may be filled up with zero bytes', async () => {
    const list = Buffer.concat([Buffer.from(`Model,IMEI\nS9,${A}\n`), Buffer.alloc(3_000)]);
    expect(await read(list)).toEqual([`2 ${A}`]);
  });
});

describe('the encoding that a file names', () => {
  const mail = (encoding: string, transfer: string, body: Uint8Array): Buffer =>
    Buffer.concat([
      Buffer.from(
        `Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=${encoding}\r\nContent-Transfer-Encoding: ${transfer}\r\n\r\n`,
      ),
      body,
    ]);

  it.each(['8bit', 'base64'] as const)('is that of the text of a mail in %s', async (transfer) => {
    // The line is longer than any title, so that only the name of the encoding helps.
    const line = `${'телефон '.repeat(12)}номер заказа: ${ORDER}`;
    const text = encodedIn('koi8-r', `${line}\nIMEI: ${A}\n`);
    const body = transfer === '8bit' ? text : Buffer.from(text.toString('base64'));
    expect(await numbersInText(mail('koi8-r', transfer, body), 'a.eml')).toEqual([A, `${ORDER}?`]);
  });

  it('may be one of two bytes a letter, or unknown', async () => {
    const wide = Buffer.from(Buffer.from(`IMEI ${A}`, 'utf16le').toString('base64'));
    expect(await numbersInText(mail('utf-16', 'base64', wide), 'a.eml')).toEqual([A]);
    expect(await numbersInText(mail('x-none', '7bit', Buffer.from(A)), 'a.eml')).toEqual([A]);
  });

  it('may be UTF-16 above a text that is not', async () => {
    const xml = Buffer.from(`<?xml version="1.0" encoding="utf-16"?><IMEI>${A}</IMEI>`);
    expect(await numbersInText(xml, 'a.xml')).toEqual([A]);
  });

  it('is that of a web page with a table', async () => {
    const row = (...cells: readonly string[]): string =>
      `<tr><td>${cells.join('</td><td>')}</td></tr>`;
    const page = `<html><meta charset="windows-1251"><table>${row('IMEI', 'Номер заказа')}${row(A, ORDER)}</table>`;
    expect(await read(encodedIn('windows-1251', page), 'a.xls')).toEqual([
      `2 ${A}`,
      `Номер заказа? ${ORDER}`,
    ]);
  });
});
