import { describe, expect, it } from 'vitest';
import { read, readFile } from '../support/files/files-in-process.ts';
import { encoded, workbookOf } from '../support/files/tables.ts';

const [A, B, C] = ['356938031000012', '356938031000020', '490154203237518'];
const [E, IMSI] = ['356938031000038', '505011234567896'];

describe('a delimited file', () => {
  it.each([
    ['commas', `Name,IMEI\nAnn,${A}\nBob,${B}\n`],
    ['semicolons', `Name;IMEI\nAnn;${A}\nBob;${B}\n`],
    ['tabs', `Name\tIMEI\nAnn\t${A}\nBob\t${B}\n`],
    ['bars', `Name|IMEI\nAnn|${A}\nBob|${B}\n`],
    ['a line that tells Excel the separator', `sep=;\nName;IMEI\nAnn;${A}\nBob;${B}\n`],
    ['such a line in quotes', `"sep=,"\r\nName,IMEI\r\nAnn,${A}\r\nBob,${B}\r\n`],
    ['such a line and a tab', `sep=\t\nName\tIMEI\nAnn\t${A}\nBob\t${B}\n`],
    ['line ends of three kinds', `Name,IMEI\r\nAnn,${A}\nBob,${B}\r`],
    ['quotes', `"Name","IMEI"\n"Ann, ""A""","${A}"\n"Bob\nB","${B}"\n`],
    ['stray quotes', `Name,IMEI\n15" Ann,${A}\n"Bob" B,${B}\n`],
    ['a stray quote before good ones', `Name,x,IMEI\n"Ann" A,y,${A}\n"Bob, B",y,${B}\n`],
    ['a quote that nobody closes', `Name,x,IMEI\n"Ann, A",y,${A}\n"Bob,y,${B}\n`],
    ['UTF-16 with a mark', encoded(`Name\tIMEI\nÄnn\t${A}\nBob\t${B}\n`, 'utf16le', '\uFEFF')],
    [
      'UTF-16 in the other order',
      encoded(`Name\tIMEI\nAnn\t${A}\nBob\t${B}\n`, 'utf16be', '\uFEFF'),
    ],
  ])('a delimited file is read with %s', async (_, content) => {
    expect(await read(content)).toEqual([`2 ${A}`, `3 ${B}`]);
  });
});

describe('a file without columns', () => {
  it.each([
    ['IMEI: 356938031000012\nChipID: 32800\n', 'kv.txt'],
    ['[{"IMEI_MEID_ESN":"356938031000012"}]', 'soti.json'],
    [`${A}\n${B}\n`, 'list.txt'],
    [`Hello, this is Ann,\nmy phone is ${A}\nand, well, it is lost.\nBye\nAnn`, 'mail.txt'],
    ['Name,Phone\nAnn,none\n', 'list.csv'],
    ['<plist><key>IMEI</key><string>356938031000012</string></plist>', 'a.plist'],
  ])('a file without columns is read as text: %j', async (content, name) => {
    expect(await read(content, name)).toBe('text');
  });
});

describe('a file of names and values', () => {
  const pairs = [
    ['IMEI', A],
    ['IMEI2', B],
    ['IMSI', IMSI],
    ['ICCID', '8961019000012345678'],
    ['Serial', E],
  ];
  const titled = [['Property', 'Value'], ...pairs];
  const lines = (rows: readonly (readonly string[])[], separator: string) =>
    rows.map((cells) => cells.join(separator)).join('\n');
  it.each([
    ['tabs', lines(pairs, '\t')],
    ['semicolons', lines(pairs, ';')],
    ['commas', lines(pairs, ',')],
    ['a title', lines(titled, ',')],
    ['a sheet', workbookOf({ Phone: titled })],
    [
      'a web page',
      `<table><tr><td>${titled.map((row) => row.join('<td>')).join('<tr><td>')}</table>`,
    ],
  ])('a file of names and values is read as text with its names: %s', async (_, content) => {
    expect(await readFile(content)).toMatchObject({
      kind: 'text',
      findings: {
        sure: [{ imei: A }, { imei: B, simSlot: 2 }],
        unsure: [
          { imei: IMSI, why: { name: 'IMSI' } },
          { imei: E, why: { name: 'Serial' } },
        ],
      },
    });
  });
});

describe('text', () => {
  it('is searched by the finder, with all that it says', async () => {
    expect(
      await readFile(`Order no. ${C}\nIMEI: ${A}\nIMEI: 356938031000013\n`, 'a.txt'),
    ).toMatchObject({
      kind: 'text',
      findings: { sure: [{ imei: A, line: 2 }], unsure: [{ imei: C }], invalid: [{ line: 3 }] },
      isCut: false,
    });
  });
});

describe('the columns of a file', () => {
  const manyRows = Array.from({ length: 99 }, (_, index) => index + 4);
  it.each([
    ['by their titles', `IMEI1,IMEI 2,Order\n${A},${B},${C}\n`, [`2 ${A} ${B}`, `Order? ${C}`]],
    [
      'by a title with other words',
      `DeviceId,IMEI_MEID_ESN\nd1,${A}\nd2,${B}\n`,
      [`2 ${A}`, `3 ${B}`],
    ],
    ['by their cells', `Ann,${A}\nBob,${B}\nCy,unknown\n`, [`1 ${A}`, `2 ${B}`]],
    [
      'by either of them',
      `id,lastSync,imei\n1,35 693803 100001 2,\n2,${B},x\n3,2017-07-20,${C}\n`,
      [`2 ${A}`, `3 ${B}`, `4 ${C}`],
    ],
    [
      'not by cells below the title of another number',
      `deviceId,subscriberId\n${A},505011234567896\n${B},525011234567892\n`,
      [`2 ${A}`, `3 ${B}`, 'subscriberId? 505011234567896 525011234567892'],
    ],
    [
      'asked about if most cells are something else',
      `Name,Note\nAnn,${A}\nBob,sold\nCy,lost\nDan,sold\n`,
      [`Note? ${A}`],
    ],
    [
      'asked about if the cells above are something else',
      `Item,Price,IMEI\nPixel 7,450,${A}\nPixel 8,500,${B}\nInvoice,${C},\n`,
      [`2 ${A}`, `3 ${B}`, `Price? ${C}`],
    ],
    ['asked about by their letters without a title', `x,Ann,${A}\nx,Bob,-\nx,Cy,-\n`, [`C? ${A}`]],
    [
      'below lines that are not titles',
      `Phones of 2026,\n,\nName,IMEI\nAnn,${A}\nBob,${B}\n`,
      [`4 ${A}`, `5 ${B}`],
    ],
    [
      'above the line of a printed table',
      ` order_no | imei | n\n----------+------+---\n ${A} | ${B} | 1\n ${C} | ${B} | 2\n(2 rows)\n`,
      [`3 ${B}`, `4 ${B}`, `order_no? ${A} ${C}`],
    ],
    [
      'by two titles if the lower one is only a word for number',
      `IMEI,Shipment\n1,Number\n${A},${C}\n${B},${E}\n`,
      [`3 ${A}`, `4 ${B}`, `Shipment Number? ${C} ${E}`],
    ],
    [
      'by their titles, and not by that of the whole table',
      `List of IMEIs,\nOrder,Phone\n${C},${A}\n${E},${B}\n`,
      [`3 ${A}`, `4 ${B}`, `Order? ${C} ${E}`],
    ],
    [
      'by their titles, and not by what stands above the table',
      `Order no.,4711\nCustomer,Ann\nPhone,Price\n${A},1\n${B},2\n`,
      [`4 ${A}`, `5 ${B}`],
    ],
    [
      'by their titles, and not by words above their first number',
      `IMEI,Tracking,Note\n${A},pending,sold\n${B},${C},ref ${E}\n`,
      [`2 ${A}`, `3 ${B}`, `Tracking? ${C}`, `Note? ${E}`],
    ],
    [
      'but for a row that the first cell calls another number',
      `Model;IMEI;Price\nx;${A};1\nInvoice number;${E};\n;${B};\n;Order no. (DHL):;${C}\n`,
      [`2 ${A}`, `3 ${E}?`, `4 ${B}`, `5 ${C}?`],
    ],
    [
      'but for such a row above the titles',
      `Order number;${E};\nModel;IMEI;Price\nx;${A};1\n`,
      [`1 ${E}?`, `3 ${A}`],
    ],
    [
      'but for the rows below a name',
      `Model;IMEI\nx;${A}\n\nOrder numbers:;\ny;${E}\nz;${C}\nPhones:;\nx;${B}\n`,
      [`2 ${A}`, `5 ${E}?`, `6 ${C}?`, `8 ${B}`],
    ],
    [
      'also below a line that calls the rows something else without a colon',
      `Id;IMEI;Note\n1;${A};\nReturned orders;;\n2;${B};\n`,
      [`2 ${A}`, `4 ${B}`],
    ],
    [
      'and not by words in the first cell',
      `Orders:;\nOrder;IMEI\nOrder 12;${A}\nCustomer Ann;${B}\nSIM 1;${C}\n`,
      [`3 ${A}`, `4 ${B}`, `5 ${C}`],
    ],
    ['that name each number', `IMEI,${A},x\nIMEI,${B},y\nEID,,z\n`, [`1 ${A}`, `2 ${B}`]],
    [
      'but for numbers named otherwise',
      `Name,Notes\nAnn,IMEI ${A}\nCy,Order no. ${E}\n`,
      [`2 ${A}`, `3 ${E}?`],
    ],
    [
      'but for a second name in a cell',
      `device ${A} order ${E}; ok\ndevice ${B}; ok\n`,
      [`1 ${A} ${E}?`, `2 ${B}`],
    ],
    [
      'by the names in their cells',
      `imei=${A}, imsi=${IMSI}, x\nimei=${B}, imsi=${IMSI}, y\n`,
      [`1 ${A}`, `2 ${B}`, `imsi? ${IMSI}`],
    ],
    [
      'by the names to the left of their numbers',
      `Category,Name,Value\nDevice,IMEI,${A}\nDevice,IMSI,${IMSI}\nDevice,Phone,${B}\n`,
      [`2 ${A}`, `3 ${IMSI}?`, `4 ${B}`],
    ],
    [
      'by such names, also if most cells are something else',
      `1,Model,A04\n2,Synced,2026-11-28 17:31:05\n3,Order no.,${C}\n4,IMEI lesen,${A}\n5,Colour,red\n`,
      [`3 ${C}?`, `4 ${A}`],
    ],
    [
      'by such names, which say nothing of other cells',
      `Device,Field,Value\n1,IMEI,${A}\n1,IMSI,${IMSI}\n1,Date,2024-01-15 10:20\n1,Code,4901542032\n`,
      [`2 ${A}`, `3 ${IMSI}?`],
    ],
    [
      'by such names, with other numbers or nothing between',
      `Pos.;Merkmal;Phone 1;Phone 2\n1;IMEI;${A};${B}\n2;IMSI;;${IMSI}\n`,
      [`2 ${A} ${B}`, `3 ${IMSI}?`],
    ],
    [
      'by their titles, and not by such names',
      `No,Kind,Value,Order\n1,IMEI,${A},${C}\n2,Invoice,${B},${E}\n`,
      [`2 ${A}`, `3 ${B}?`, `Order? ${C} ${E}`],
    ],
    [
      'by their cells if all such names are those of other numbers',
      `No,Note,Phone\n1,no invoice,${A}\n2,ok,${B}\n`,
      [`2 ${A}`, `3 ${B}`],
    ],
    [
      'asked about if their title is only a word for number, and another one is IMEI',
      `id,imei,Phone 2\n${C},${A},${B}\n`,
      [`2 ${A} ${B}`, `id? ${C}`],
    ],
    ['by their cells if no title is IMEI', `id,Owner\n${A},Ann\n`, [`2 ${A}`]],
    [
      'with several numbers in a cell',
      `Name,IMEI\nAnn,${A} / ${B}\nBob,${C}\n`,
      [`2 ${A} ${B}`, `3 ${C}`],
    ],
    [
      'by their cells if too many texts to their left may be names',
      `No;Name;Phone\n1;IMEI shop;${A}\n2;Order desk;${B}\n${manyRows.map((row) => `${row};Ann ${row};${C}\n`).join('')}`,
      [`2 ${A}`, `3 ${B}`, ...manyRows.map((row) => `${row} ${C}`)],
    ],
  ])('are chosen %s', async (_, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });

  it('are read that a person has confirmed', async () => {
    const content = `IMEI,Order no.\n${A},${C}\n`;
    expect(await read(content)).toEqual([`2 ${A}`, `Order no.? ${C}`]);
    expect(await read(content, 'list.csv', ['Order no.'])).toEqual([`2 ${A} ${C}`]);
  });

  it('are read that a person has confirmed, whatever their rows are called', async () => {
    const content = `Name,Serial,IMEI\nOrder no.,${C},${A}\nAnn,,${B}\n`;
    const asked = [`2 ${A}?`, `3 ${B}`];
    expect(await read(content)).toEqual([...asked, `Serial? ${C}`]);
    expect(await read(content, 'list.csv', 'all')).toEqual([`2 ${C} ${A}?`, `3 ${B}`]);
  });

  it('are all read at once, but for those whose numbers are in another one', async () => {
    const content = `IMEI,Order no.,Invoice,Serial\n${A},${C},${B},${A}\n`;
    expect(await read(content)).toEqual([`2 ${A}`, `Order no.? ${C}`, `Invoice? ${B}`]);
    expect(await read(content, 'list.csv', 'all')).toEqual([`2 ${A} ${C} ${B}`]);
  });

  it('have their titles in the first row if names to the left of their numbers follow', async () => {
    const content = `Kind,Name,Value\nPhone,Account,Google account\nPhone,IMEI2,${A}\nSIM,IMSI,${IMSI}\nPhone,IMEI,3569380310\n`;
    expect(await readFile(content)).toMatchObject({
      table: {
        sheets: [
          {
            titleRow: 0,
            rows: [
              { row: 2, numbers: [{ imei: A, simSlot: 2 }] },
              { row: 3, numbers: [{ imei: IMSI, why: { kind: 'named', name: 'IMSI' } }] },
              { row: 4, numbers: [{ kind: 'invalid', why: { kind: 'too-short' } }] },
            ],
          },
        ],
        columnsToConfirm: [],
      },
    });
  });

  it('say the slot of their numbers', async () => {
    const reading = await readFile(`IMEI1,IMEI2\n${A},${B}\n`);
    expect(reading).toMatchObject({
      table: {
        sheets: [
          {
            titleRow: 0,
            rows: [{ numbers: [{ simSlot: 1 }, { simSlot: 2, line: 2 }] }],
          },
        ],
      },
    });
  });
});

describe('a cell of a column with IMEIs', () => {
  const cell = async (text: string) => (await read(`IMEI;x\n${text};y\n`)).slice(0, 1);
  it.each([
    `="${A}"`,
    `'${A}`,
    `${A}.0`,
    `${A},00`,
    `\u00A0${A}\u202F`,
    `\u200B${A}\u200E`,
    '35-693803-100001-2',
    '"356,938,031,000,012"',
    '"35,69,38,03,10,00,012"',
    '"356.938.031.000.012,00"',
    '35693803100001',
    '3569380310000101',
    '３５６９３８０３１００００１２',
    '3.56938031000012E+14',
    '3.56938031000012E14',
    `000${A}`,
    '"35693803\n1000012"',
    `${A} (AliExpress 3012345678901234)`,
    `${A} order 3012345678901234`,
    `${A} / +4915112345678`,
  ])('a cell with an IMEI is read in any spelling: %s', async (text) => {
    expect(await cell(text)).toEqual([`2 ${A}`]);
  });

  it.each([
    ['12345678901237', '012345678901237'],
    ['3.5693803E+14', 'cut-off'],
    ['3,57E+14', 'cut-off'],
    ['3.569380310001E14', 'cut-off'],
    ['356938030000000', 'cut-off'],
    ['356938031000013', 'check-digit'],
    ['3569380310', 'too-short'],
    ['R58M12ABCDE', 'looks-like'],
    ['200000000000008', '200000000000008?'],
    ['no imei, order 490154205512033', '490154205512033?'],
    ['35 693803 10001 2', 'too-short'],
    ['3569380 31000013', 'check-digit'],
    ['356.938.031000013', 'check-digit'],
  ])('is read: %s', async (text, expected) => {
    expect(await cell(text)).toEqual([`2 ${expected}`]);
  });

  it('has no number if it is short', async () => {
    expect(await read(`IMEI;x\n${A};y\nn/a;y\n-;y\n12;y\n`)).toEqual([`2 ${A}`]);
  });

  it('is asked about by its title if SAP has padded it as a serial number', async () => {
    const list = `\tMaterial\tSerial Number\n\tIP12\t000${A}\n\tIP13\t000${B}\n`;
    const expected = [`Serial Number? ${A} ${B}`];
    expect(await read(encoded(list, 'utf16le', '\uFEFF'), 'list.xls')).toEqual(expected);
  });
});

describe('a rounded column', () => {
  const rows = ['356938031000010', '490154203237510', '352099001761480', '356938031001010'];
  const table = `id,IMEI\n1,${rows.join('\n1,')}`;
  const whole = ['356938031000012', '490154203237518', '352099001761481', '356938031001010'];
  const problems = rows.map((_, at) => `${at + 2} rounded`);

  it('is shown, and completed only once a person confirms it', async () => {
    expect(await read(table)).toEqual([...problems, `IMEI? ${whole.join(' ')}`]);
    expect(await read(table, 'list.csv', ['IMEI'])).toEqual(
      whole.map((imei, at) => `${at + 2} ${imei}`),
    );
    expect(JSON.stringify(await readFile(table, 'list.csv', ['IMEI']))).not.toContain('14-digits');
    // A title need not say IMEI.
    const question = `device? ${[...whole.slice(3), ...whole.slice(0, 3)].join(' ')}`;
    expect(await read(`id,device\n1,${rows.join('\n1,')}`)).toEqual([...problems, question]);
  });

  it('is another one than a column with a few typos', async () => {
    const content = `IMEI\n${A}\n${B}\n${rows.slice(0, 3).join('\n')}\n`;
    expect(JSON.stringify(await readFile(content))).not.toContain('rounded');
  });
});
