import * as XLSX from '@e965/xlsx';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFiles } from '../../src/files/files.ts';
import { WorkFailed } from '../../src/files/work/job.ts';
import type { Runner } from '../../src/files/work/runner.ts';
import { answered, read, readFile } from '../support/files/files-at-once.ts';
import { encoded, odsOf, workbookOf, zipOf } from '../support/files/tables.ts';
import { createBuiltRunner } from '../support/process/built-work.ts';

const [A, B, C] = ['356938031000012', '356938031000020', '490154203237518'];
const [E, IMSI] = ['356938031000038', '505011234567896'];

describe('a delimited file', () => {
  it.each([
    ['commas', `Name,IMEI\nAnn,${A}\nBob,${B}\n`],
    ['semicolons', `Name;IMEI\nAnn;${A}\nBob;${B}\n`],
    ['tabs', `Name\tIMEI\nAnn\t${A}\nBob\t${B}\n`],
    ['bars', `Name|IMEI\nAnn|${A}\nBob|${B}\n`],
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
  ])('is read with %s', async (_, content) => {
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
  ])('is text: %j', async (content, name) => {
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
  ])('is text whose names say what is checked: %s', async (_, content) => {
    expect(await readFile(content)).toMatchObject({
      kind: 'text',
      findings: {
        found: [{ imei: A }, { imei: B, label: 'IMEI2' }],
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
      findings: { found: [{ imei: A, line: 2 }], unsure: [{ imei: C }], problems: [{ line: 3 }] },
      isCut: false,
    });
  });
});

describe('the columns of a file', () => {
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
    ['asked about by their letters without a title', `x,Ann,${A}\nx,Bob,-\nx,Cy,-\n`, [`C? ${A}`]],
    [
      'below lines that are no titles',
      `Phones of 2026,\n,\nName,IMEI\nAnn,${A}\nBob,${B}\n`,
      [`4 ${A}`, `5 ${B}`],
    ],
    [
      'above the line of a printed table',
      ` order_no | imei | n\n----------+------+---\n ${A} | ${B} | 1\n ${C} | ${B} | 2\n(2 rows)\n`,
      [`3 ${B}`, `4 ${B}`, `order_no? ${A} ${C}`],
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
      'with several numbers in a cell',
      `Name,IMEI\nAnn,${A} / ${B}\nBob,${C}\n`,
      [`2 ${A} ${B}`, `3 ${C}`],
    ],
  ])('are chosen %s', async (_, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });

  it('are read that a person has confirmed', async () => {
    const content = `IMEI,Order no.\n${A},${C}\n`;
    expect(await read(content)).toEqual([`2 ${A}`, `Order no.? ${C}`]);
    expect(await read(content, 'list.csv', ['Order no.'])).toEqual([`2 ${A} ${C}`]);
  });

  it('say the slot of their numbers', async () => {
    const reading = await readFile(`IMEI1,IMEI2\n${A},${B}\n`);
    expect(reading).toMatchObject({
      table: {
        sheets: [
          {
            titlesRow: 0,
            rows: [
              { numbers: [{ found: { label: 'IMEI1' } }, { found: { label: 'IMEI2', line: 2 } }] },
            ],
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
  ])('is read, however it is written: %s', async (text) => {
    expect(await cell(text)).toEqual([`2 ${A}`]);
  });

  it.each([
    ['12345678901237', '012345678901237'],
    ['3.5693803E+14', 'cut-off'],
    ['3,57E+14', 'cut-off'],
    ['3.569380310001E14', 'cut-off'],
    ['356938030000000', 'rounded'],
    ['356938031000013', 'check-digit'],
    ['3569380310', 'too-short'],
    ['R58M12ABCDE', 'looks-like'],
    ['200000000000008', '200000000000008?'],
  ])('is read: %s', async (text, expected) => {
    expect(await cell(text)).toEqual([`2 ${expected}`]);
  });

  it('has no number if it is short', async () => {
    expect(await read(`IMEI;x\n${A};y\nn/a;y\n-;y\n12;y\n`)).toEqual([`2 ${A}`]);
  });
});

describe('a rounded column', () => {
  const rows = ['356938031000010', '490154203237510', '352099001761480', '356938031001010'];
  const table = `id,IMEI\n1,${rows.join('\n1,')}`;
  const whole = ['356938031000012', '490154203237518', '352099001761481', '356938031001010'];
  const problems = rows.map((_, at) => `${at + 2} rounded`);

  it('is shown, and completed only if a person confirms it, without a note about missing digits', async () => {
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

/** The formats that the library writes. */
const FORMATS = ['xlsx', 'xlsb', 'biff8', 'biff5', 'fods', 'ods', 'xlml'] as const;

describe('a workbook', () => {
  const rows = [
    ['Näme', 'IMEI', 'Number'],
    ['Ann', A, 1.5],
    ['Bob', Number(B), 2],
  ];
  it.each(FORMATS)('is read as %s', async (bookType) => {
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows), 'Phones');
    const bytes = XLSX.write(book, { type: 'buffer', bookType });
    expect(await read(bytes, 'a.xls')).toEqual([`2 ${A}`, `3 ${B}`]);
  });

  it('is read as a web page, whose numbers keep their zeros', async () => {
    const page = `<html><table><tr><th>Name<th>IMEI</tr><tr><td>Ann<td>012345678901237</tr></table></html>`;
    expect(await read(page, 'a.xls')).toEqual(['2 012345678901237']);
  });

  it('is read as Apple Numbers', async () => {
    // The library writes it only with a template of 40 kB, which is in its package.
    const { default: numbers } = await import('@e965/xlsx/dist/xlsx.zahl.mjs');
    const book = XLSX.utils.book_new(
      XLSX.utils.aoa_to_sheet([
        ['Name', 'IMEI'],
        ['Ann', A],
      ]),
      'Phones',
    );
    const bytes = XLSX.write(book, {
      type: 'buffer',
      bookType: 'numbers',
      numbers: numbers as unknown as string,
    });
    expect(await read(bytes, 'a.numbers')).toEqual([`2 ${A}`]);
  });

  it('is read sheet by sheet, without the hidden ones', async () => {
    const sheets = {
      First: [['IMEI'], [A]],
      Secret: [['IMEI'], [C]],
      Notes: [['nothing']],
      Last: [['IMEI'], [B]],
    };
    const bytes = workbookOf(sheets, ['Secret']);
    expect(await read(bytes)).toEqual([`2 ${A}`, `3:2 ${B}`]);
    expect(await readFile(bytes)).toMatchObject({
      table: { coverage: { read: ['First', 'Last'], hidden: ['Secret'] } },
    });
  });

  it('has hidden sheets as ODS too', async () => {
    const cell = (text: string) =>
      `<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`;
    const sheet = (name: string, style: string, imei: string) =>
      `<table:table table:name="${name}" table:style-name="${style}">${cell('IMEI')}${cell(imei)}</table:table>`;
    const bytes = odsOf(sheet('Secret', 'hidden', C) + sheet('Phones', 'shown', A));
    expect(await read(bytes, 'a.ods')).toEqual([`1:2 ${A}`]);
    expect(await readFile(bytes)).toMatchObject({ table: { coverage: { hidden: ['Secret'] } } });
  });

  it('without IMEIs says what is in its place, such as a card', async () => {
    const bytes = workbookOf({ Seen: [['Card'], ['4111111111111111']] });
    expect(await readFile(bytes)).toMatchObject({
      findings: { problems: [{ problem: { kind: 'card' } }] },
    });
  });

  it('without IMEIs says what is hidden', async () => {
    const bytes = workbookOf({ Seen: [['nothing']], Secret: [[A]] }, ['Secret']);
    expect(await readFile(bytes)).toMatchObject({
      why: 'no-imeis',
      coverage: { hidden: ['Secret'] },
    });
  });
});

describe('a file that is no table', () => {
  it.each([
    ['empty', '', 'a.csv'],
    ['empty', ' \r\n', 'a.csv'],
    ['archive', zipOf({ 'list.csv': A }), 'a.zip'],
    ['archive', Uint8Array.of(0x1f, 0x8b, 8, 0), 'a.csv.gz'],
    ['document', zipOf({ 'word/document.xml': '<w:t/>' }), 'a.docx'],
    ['document', zipOf({ 'ppt/presentation.xml': '<p/>' }), 'a.pptx'],
    ['not-a-table', Uint8Array.of(0x50, 0x41, 0x52, 0x31, 0), 'a.parquet'],
    ['not-a-table', Uint8Array.of(1, 2, 0, 4, 9, 200), 'a.bin'],
    ['not-a-table', zipOf({ 'xl/workbook.xml': '<workbook' }), 'a.xlsx'],
    ['locked', lockedWorkbook(), 'a.xlsx'],
  ])('is %s', async (why, content, name) => {
    expect(await read(content, name)).toBe(why);
  });
});

/** What Excel writes for a workbook with a password, without its contents. */
function lockedWorkbook(): Uint8Array {
  const file = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(64));
  XLSX.CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.alloc(64));
  return XLSX.CFB.write(file, { type: 'buffer' });
}

describe('the answer', () => {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

  it('is the same CSV with columns behind it', async () => {
    const { csv, xlsx, numbersOnly } = await answered(
      `Name;IMEI;Note\nAnn;${A}\nBob;;"a;b"\nCy;${B};x\n`,
    );
    expect(xlsx).toBeUndefined();
    expect(numbersOnly).toBe(false);
    expect(text(csv)).toBe(
      `\uFEFFName;IMEI;Note;IMEI;Result\r\nAnn;\t${A};;\t${A};found\r\nBob;;"a;b";;\r\nCy;\t${B};x;\t${B};found\r\n`,
    );
  });

  it('gets titles if the file has none', async () => {
    const { csv } = await answered(`Ann,${A}\nBob,${B}\n`);
    expect(text(csv).split('\r\n')[0]).toBe('\uFEFF,,IMEI,Result');
  });

  it('is safe to open', async () => {
    const { csv } = await answered(
      `IMEI;=1+1;+49 151;-5;007;@a\n${A};"=HYPERLINK(""x"")";+49151;-5.5;007;-a\n`,
    );
    expect(text(csv)).toContain(`;'=1+1;'+49 151;-5;\t007;'@a;`);
    expect(text(csv)).toContain(`;"'=HYPERLINK(""x"")";\t+49151;-5.5;\t007;'-a;`);
  });

  it('is a workbook too where one came, with its types and hidden sheets', async () => {
    const phones = XLSX.utils.aoa_to_sheet(
      [
        ['Name', 'IMEI', 'Date', 'Price'],
        ['Ann', Number(A), new Date(Date.UTC(2026, 10, 26)), 19.5],
        ['x'.repeat(32_767), B, '', true],
      ],
      { UTC: true },
    );
    const book = XLSX.utils.book_new(phones, 'Phones');
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['hidden']]), 'Secret');
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
    const { csv, xlsx } = await answered(
      XLSX.write(book, { type: 'buffer', bookType: 'biff8' }),
      'a.xls',
    );
    expect(text(csv)).toContain(`Ann,\t${A},2026-11-26,19.5,\t${A},found`);
    const again = XLSX.read(xlsx);
    expect(again.SheetNames).toEqual(['Phones', 'Secret']);
    expect(again.Workbook?.Sheets?.[1]?.Hidden).toBe(1);
    expect(
      XLSX.utils.sheet_to_json(again.Sheets.Phones ?? {}, { header: 1, UTC: true }).slice(0, 2),
    ).toEqual([
      ['Name', 'IMEI', 'Date', 'Price', 'IMEI', 'Result'],
      ['Ann', Number(A), expect.anything(), 19.5, A, 'found'],
    ]);
  });
});

describe('a workbook with empty rows and columns', () => {
  it.each(['xlsx', 'biff8', 'ods'] as const)('is written: %s', async (bookType) => {
    const rows = [['Stock list'], [], ['IMEI', 'Color'], [A, 'red'], [], [B, 'blue']];
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows), 'Phones');
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.sheet_add_aoa({}, [['IMEI'], [C]], { origin: 'B4' }),
      'More',
    );
    const wide = XLSX.utils.aoa_to_sheet([['a'], [], ['b']]);
    wide['!ref'] = 'A1:Z1000';
    XLSX.utils.book_append_sheet(book, wide, 'Notes');
    XLSX.utils.book_append_sheet(book, {}, 'Sheet4');
    const { xlsx } = await answered(
      XLSX.write(book, { type: 'buffer', bookType }),
      `a.${bookType}`,
    );
    const again = XLSX.read(xlsx);
    const written = again.SheetNames.map((name) =>
      XLSX.utils.sheet_to_csv(again.Sheets[name] ?? {}),
    );
    expect(written[0]).toContain(
      `IMEI,Color,IMEI,Result\n${A},red,${A},found\n,,,\n${B},blue,${B},found`,
    );
    expect(written[1]).toContain(`\n,IMEI,IMEI,Result\n,${C},${C},found`);
    expect(written.slice(2)).toEqual(['a\n\nb', '']);
  });
});

describe('tables in the child process', () => {
  const never = new AbortController().signal;
  const added = [{ sheet: 0, titlesRow: 0, titles: ['IMEI'], rows: new Map([[1, [A]]]) }];

  it('are read and written there', async () => {
    const runner = createBuiltRunner();
    onTestFinished(() => runner.close());
    const files = createFiles(runner, () => undefined);
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['IMEI'], [A]]), 'Phones');
    const bytes = new Uint8Array(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }));
    const file = { bytes, name: 'a.xlsx' };
    expect(await files.read(file, never)).toMatchObject({ kind: 'table' });
    const written = await files.write({ file, added }, never);
    expect(XLSX.read(written.xlsx).SheetNames).toEqual(['Phones']);
    expect(await files.write({ added }, never)).toEqual({
      csv: new TextEncoder().encode(`\uFEFFIMEI\r\n\t${A}\r\n`),
      numbersOnly: true,
    });
  });

  it('are refused, or written without their other columns, if they need too much', async () => {
    const jobs: unknown[] = [];
    const run: Runner['run'] = async ({ input }) => {
      jobs.push(input);
      throw new WorkFailed('too-much');
    };
    const files = createFiles({ run }, () => undefined);
    const file = { bytes: Buffer.from(A), name: 'a.xlsx' };
    expect(await files.read(file, never)).toEqual({ kind: 'unusable', why: 'too-much' });
    await expect(files.write({ file, added }, never)).rejects.toThrow(WorkFailed);
    expect(jobs.slice(1)).toMatchObject([{ answer: { file } }, { answer: { file: undefined } }]);
  });
});
