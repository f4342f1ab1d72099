import * as XLSX from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { textOfMail } from '../../src/files/tables/formats/mail.ts';
import { numbersInText, read, readFile } from '../support/files/files-in-process.ts';
import { leastProcessorMs } from '../support/measure/processor-time.ts';

const A = '356938031000012';
const B = '356938031000020';
const C = '352099007312040';
const D = '860921035123104';
const IMSI = '505011234567896';
const IMSI2 = '525011234567892';
const ORDER = '490154205512033';
const ORDER2 = '353918052107063';

describe('a file with several tables below each other is read table by table', () => {
  it.each([
    [
      'after an empty row',
      `IMEI,Order\n${A},${ORDER}\n${B},${ORDER2}\n\nIMSI,IMEI\n${IMSI},${C}\n${IMSI2},${D}\n`,
      [
        `2 ${A}`,
        `3 ${B}`,
        `6 ${C}`,
        `7 ${D}`,
        `Order? ${ORDER} ${ORDER2}`,
        `IMSI? ${IMSI} ${IMSI2}`,
      ],
    ],
    [
      'of a ticket in Jira, whose titles have two bars between them',
      `||IMSI||IMEI||Model||\n|${IMSI}|${A}|A04|\n|${IMSI2}|${B}|A04|\n`,
      [`2 ${A}`, `3 ${B}`, `IMSI? ${IMSI} ${IMSI2}`],
    ],
    [
      'without an empty row',
      `IMEI,Order\n${A},${ORDER}\nIMSI,IMEI\n${IMSI},${C}\n`,
      [`2 ${A}`, `4 ${C}`, `Order? ${ORDER}`, `IMSI? ${IMSI}`],
    ],
    [
      'of one column',
      `Orders\n${ORDER}\n${ORDER2}\n\nIMEIs\n${A}\n${B}\n`,
      [`6 ${A}`, `7 ${B}`, `Orders? ${ORDER} ${ORDER2}`],
    ],
    [
      'also after many rows',
      `Name,Note\n${'Ann,sold\n'.repeat(60)}\nIMEI,Order\n${C},${ORDER}\n3569380310,x\n`,
      [`64 ${C}`, '65 too-short', `Order? ${ORDER}`],
    ],
    [
      'unless its first row has a number',
      `${A},${ORDER}\n${B},${ORDER2}\n`,
      [`1 ${A} ${ORDER}`, `2 ${B} ${ORDER2}`],
    ],
    [
      'but an empty row ends none',
      `IMEI;Order\n${A};${ORDER}\n;\n${B};${ORDER2}\n`,
      [`2 ${A}`, `4 ${B}`, `Order? ${ORDER} ${ORDER2}`],
    ],
  ])('%s', async (_, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });
});

describe('phones across the columns have their names in the first one', () => {
  const rows = [
    ['', 'Phone 1', 'Phone 2'],
    ['IMEI', A, B],
    ['Order no.', ORDER, ORDER2],
    ['Colour', 'black', 'red'],
  ];
  const expected = [A, B, `${ORDER}?`, `${ORDER2}?`];
  it('in a delimited file', async () => {
    const content = rows.map((cells) => cells.join(';')).join('\n');
    expect(await numbersInText(content, 'list.csv')).toEqual(expected);
  });

  it('in a workbook', async () => {
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows), 'Phones');
    const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
    expect(await readFile(bytes)).toMatchObject({
      findings: { sure: [{ imei: A }, { imei: B }], unsure: [{ imei: ORDER }, { imei: ORDER2 }] },
    });
  });
});

describe('a text with commas is not a table', () => {
  it.each([
    [
      'of WhatsApp on an iPhone',
      `[28.11.26, 17:31:09] Ann: Morning\n[28.11.26, 17:32:09] Bob: send me the order\n[28.11.26, 17:33:09] Ann: IMEI ${A}\n[28.11.26, 17:34:09] Ann: ${B}\n`,
    ],
    [
      'of WhatsApp on Android',
      `28/11/2026, 17:31 - Ann: any phones, Bob?\n28/11/2026, 17:32 - Bob: ${A}, black\n28/11/2026, 17:33 - Bob: and ${B}\n`,
    ],
    [
      'of Telegram',
      `Ann, [28.11.2026 17:31]\nIMEI ${A}\n\nBob, [28.11.2026 17:32]\nand the order\n\nAnn, [28.11.2026 17:33]\n${B}\n`,
    ],
    [
      'of a log',
      `2026-11-28 17:31:00,001 INFO call from +4915112345678, ok\n2026-11-28 17:31:01,001 WARN imei ${A}, ok\n2026-11-28 17:31:02,001 WARN imei ${B}, ok\n`,
    ],
  ])('%s', async (_, content) => {
    expect(await numbersInText(content, 'export.txt')).toEqual([A, B]);
  });

  it('but numbers in cells of their own are one, whatever its name', async () => {
    const content = `Dear Bob,\nplease check:\n\nIMEI,Order\n${A},${ORDER}\n${B},${ORDER2}\n`;
    expect(await read(content, 'list.txt')).toEqual([
      `5 ${A}`,
      `6 ${B}`,
      `Order? ${ORDER} ${ORDER2}`,
    ]);
  });
});

describe('a mail', () => {
  const HEADERS = `From: Ann <ann@example.com>\r\nMessage-ID: <${C}@example.com>\r\nSubject: phone ${D}\r\nMIME-Version: 1.0`;
  const part = (type: string, encoding: string, body: string): string =>
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
  const base64 = (text: string): string =>
    Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\r\n');
  const both = (boundary: string, ...parts: readonly string[]): string =>
    `${parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}--\r\n`;
  const plain = part('text/plain', 'base64', base64(`Grüße, IMEI ${A} und Order ${ORDER}\n`));
  const web = part('text/html', 'quoted-printable', `<b id=3D"${C}">IMEI=3D${A}</b>`);
  const picture = part('image/png', 'base64', base64(`IMEI ${C}`));

  const notice = part('text/plain', '7bit', 'This mail needs HTML.');
  const alternatives = (...parts: readonly string[]): string =>
    `${HEADERS}\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n${both('a', ...parts)}`;

  it.each([
    ['encoded', `${HEADERS}\r\n${plain}`, [D, A, `${ORDER}?`]],
    [
      'with soft line ends',
      `${HEADERS}\r\n${part('text/plain', 'quoted-printable', `IMEI 35693803=\r\n1000012 and =\r\n${B}.`)}`,
      [D, A, B],
    ],
    [
      'in two forms, with a picture',
      `${HEADERS}\r\nContent-Type: multipart/mixed; boundary="m"\r\n\r\n${both('m', `Content-Type: multipart/alternative; boundary=a\r\n\r\n${both('a', plain, web)}`, picture)}`,
      [D, A, `${ORDER}?`],
    ],
    ['as a web page', `${HEADERS}\r\n${web}`, [D, A]],
    [
      'with a mail in it',
      `${HEADERS}\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n${both('m', part('text/plain', '7bit', 'See below.'), `Content-Type: message/rfc822\r\n\r\nSubject: ${B}\r\n${plain}`)}`,
      [D, B, A, `${ORDER}?`],
    ],
    ['without a plain form that has the numbers', alternatives(notice, web), [D, A]],
    ['whose plain form is blank', alternatives(part('text/plain', '7bit', ' '), web), [D, A]],
    ['whose forms are both blank', alternatives(part('text/plain', '7bit', ' ')), [D]],
    [
      'whose boundary begins like that of its parts',
      `${HEADERS}\r\nContent-Type: multipart/mixed; boundary="m"\r\n\r\n${both('m', `Content-Type: multipart/alternative; boundary="m-1"\r\n\r\n${both('m-1', part('text/plain', '7bit', A), part('text/html', '7bit', `<b>${A}</b>`))}`)}`,
      [D, A],
    ],
    [
      'whose boundary has spaces',
      `${HEADERS}\r\nContent-Type: multipart/mixed; boundary="= next part"\r\n\r\n${both('= next part', plain)}`,
      [D, A, `${ORDER}?`],
    ],
    [
      'with several texts, and a boundary that sounds like several forms of one',
      `${HEADERS}\r\nContent-Type: multipart/mixed; boundary="alternative-1"\r\n\r\n${both('alternative-1', part('text/plain', '7bit', A), part('text/plain', '7bit', B))}`,
      [D, A, B],
    ],
    [
      'whose name sounds like a boundary',
      `${HEADERS}\r\nContent-Type: text/plain; name="my boundary=m"\r\n\r\nIMEI ${A}`,
      [D, A],
    ],
  ])('a mail is read by its subject and its text, %s', async (_, content, expected) => {
    expect(await numbersInText(content, 'phones.eml')).toEqual(expected);
  });

  it.each([1, 3, 5, 12, 30])('is read that was attached to others: %i', async (times) => {
    let mail = `Subject: ${B}\r\n${plain}`;
    for (let count = 1; count <= times; count += 1) {
      const boundary = `m${count}`;
      const attached = `Content-Type: message/rfc822\r\n\r\n${mail}`;
      mail = `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${both(boundary, notice, attached)}`;
    }
    const numbers = await numbersInText(mail, 'a.eml');
    expect(numbers).toEqual(times < 11 ? [B, A, `${ORDER}?`] : [B]);
  });

  it.each([
    ['base64', `=?utf-8?B?${Buffer.from(`Gerät ${D}`).toString('base64')}?=`],
    ['signs', `=?iso-8859-1?q?Ger=E4t_IMEI_${D}?=`],
    ['two parts', `=?utf-8?Q?IMEI_${D.slice(0, 6)}?=\r\n =?utf-8?Q?${D.slice(6)}_?= ok`],
  ])('the numbers in the subject of a mail are read, encoded as %s', async (_, subject) => {
    expect(
      await numbersInText(`Subject: ${subject}\r\nMIME-Version: 1.0\r\n\r\n${A}`, 'a.eml'),
    ).toEqual([D, A]);
  });

  it('is read at once, whatever its subject is', () => {
    const mail = Buffer.from(`MIME-Version: 1.0\nSubject: =?${'a'.repeat(100_000)}\n\n${A}`);
    expect(leastProcessorMs(() => textOfMail(mail, ''), 500)).toBeLessThan(500);
  });

  it('is something else than lines with names', async () => {
    expect(await numbersInText(`From: Ann\nIMEI: ${A}\n\n${B}\n`, 'a.txt')).toEqual([A, B]);
  });
});

describe('a table in an old format for programs is read by its columns', () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['IMEI', 'Order'],
    [A, ORDER],
  ]);

  it.each(['dif', 'sylk'] as const)('%s', async (bookType) => {
    const text: string = XLSX.write(XLSX.utils.book_new(sheet, 'a'), { type: 'string', bookType });
    expect(await read(text, 'a.txt')).toEqual([`2 ${A}`, `Order? ${ORDER}`]);
  });
});

describe('a workbook with formulas whose results are not saved', () => {
  const formula = { t: 's', f: `HYPERLINK("https://example.com","${A}")`, v: A } as const;
  const cells = { A1: { t: 's', v: 'IMEI' }, A2: formula, '!ref': 'A1:A2' } as const;
  const book = XLSX.utils.book_new(cells, 'Phones');
  const bytes: Uint8Array = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });

  function withResult(workbook: Uint8Array, result: string): Uint8Array {
    const archive = XLSX.CFB.read(Buffer.from(workbook), { type: 'buffer' });
    const sheet = XLSX.CFB.find(archive, '/xl/worksheets/sheet1.xml');
    if (sheet === null) throw new Error('no sheet');
    const xml = Buffer.from(sheet.content).toString();
    sheet.content = Buffer.from(xml.replace(/(<\/f>)<v>[^<]*<\/v>/, `$1${result}`));
    return Buffer.from(XLSX.CFB.write(archive, { fileType: 'zip', type: 'array' }) as Uint8Array);
  }

  it('says so', async () => {
    expect(await read(bytes)).toEqual([`2 ${A}`]);
    expect(await read(withResult(bytes, ''))).toBe('formulas');
    expect(await read(withResult(bytes, '<v></v>'))).toBe('formulas');
  });
});
