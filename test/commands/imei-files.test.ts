import * as XLSX from '@e965/xlsx';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { FileUnreadable } from '../../src/core/adapter.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { FileReading } from '../../src/files/job.ts';
import type { PictureRead } from '../../src/files/photos/read.ts';
import { findImeis } from '../../src/imei/find.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { answers, basic, full } from '../support/checks/answers.ts';
import { actionOf, type SentFile, type Setup, talk } from '../support/conversation.ts';
import { filesAtOnce } from '../support/files/files-at-once.ts';
import { workbookOf } from '../support/files/tables.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const [A = '', B = '', C = '', D = ''] = linesOf(4).split('\n');
const ZERO = imeiOf('01161200', 77);
const found = () => answers.found(basic());
const table = (content: string): SentFile => ({ name: 'a.csv', content });

/** The CSV that came with a reply, as trimmed cells. */
function csvOf({ files }: Reply): string[][] {
  const csv = files.find(({ contentType }) => contentType === 'text/csv');
  const text = Buffer.from(csv?.data ?? []).toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true });
  return data.map((row) => row.map((cell) => cell.trim()));
}

const resultsOf = (reply: Reply) => csvOf(reply).map((row) => row.at(-1));

/** The sheets of a workbook, as rows of cells. */
function sheetsOf(data: Uint8Array = new Uint8Array()): ReadonlyMap<string, unknown[][]> {
  const { SheetNames, Sheets } = XLSX.read(data);
  const rowsOf = (sheet: XLSX.WorkSheet = {}) =>
    XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
  return new Map(SheetNames.map((name) => [name, rowsOf(Sheets[name])]));
}

describe('the answer to a table', () => {
  const TITLES = ['IMEI', 'Brand', 'Model', 'Result'];
  const NOKIA = ['NOKIA', '3310', 'Found.'];

  test.each<[string, string, string[][]]>([
    [
      'the same table in its order',
      `Owner,IMEI\nbob,${B}\nann,${A}\n,\nann,${A}\n`,
      [
        ['Owner', 'IMEI', ...TITLES],
        ['bob', B, B, '', '', 'Not found.'],
        ['ann', A, A, ...NOKIA],
        Array(6).fill(''),
        ['ann', A, A, ...NOKIA],
      ],
    ],
    [
      'with titles where there were none, and rows without a number',
      `x,${A}\ny,n/a\n`,
      [
        ['', '', ...TITLES],
        ['x', A, A, ...NOKIA],
        ['y', 'n/a', '', '', '', ''],
      ],
    ],
    [
      'with the numbers of one row in the same cells',
      `IMEI1;x;IMEI2\n${A};y;${B}\n${C};;${A}\n`,
      [
        ['IMEI1', 'x', 'IMEI2', ...TITLES],
        [A, 'y', B, `${A} | ${B}`, 'NOKIA |', '3310 |', 'Found. | Not found.'],
        [C, '', A, `${C} | ${A}`, ...NOKIA],
      ],
    ],
  ])('is %s', async (_, content, rows) => {
    const { send } = talk((imei) => (imei === B ? answers.notFound() : found()));
    const { last } = await send({ name: 'my phones.csv', content });
    expect(csvOf(last)).toEqual(rows);
    expect(last.files.map(({ name }) => name)).toEqual(['my phones-checked.csv']);
  });

  test('has the letters of a CSV that a spreadsheet wrote in the code page of a language', async () => {
    for (const row of 'ru Èìÿ Имя|ar ÇáÇÓã الاسم|zh ÐÕÃû 姓名|zh-Hant ©m¦W 姓名|de Gerät Gerät'.split(
      '|',
    )) {
      const [locale = '', written, meant] = row.split(' ');
      const content = Buffer.from(`${written},IMEI\nx,${A}\n`, 'latin1');
      const { last } = await talk(found, { as: { locale } }).send({ name: 'a.csv', content });
      expect(csvOf(last)[0]?.[0]).toBe(meant);
    }
  });

  test('says how it went, checks each number once, and is private', async () => {
    const setup: Setup = { as: { visibility: 'shared' } };
    const { send, checked } = talk((imei) => (imei === B ? answers.notFound() : found()), setup);
    const reply = await send(table(`IMEI\n${B}\n${A}\n${A}\n`), `and ${C}`);
    reply.expect(
      '2 found, 1 not found',
      '1 duplicate skipped',
      'File: a.csv',
      `1. ${C} · NOKIA 3310`,
    );
    expect(reply.last.private).toBe(true);
    expect(csvOf(reply.last)[2]).toContain(A);
    expect(checked()).toEqual([C, B, A]);
  });

  test('of a workbook is a workbook with all its sheets', async () => {
    const { send, checked } = talk(found);
    const tablets = [
      ['No', 'IMEI'],
      ['1', B],
    ];
    const content = workbookOf({ Phones: [['IMEI'], [A]], Old: [[ZERO]], Tablets: tablets }, [
      'Old',
    ]);
    const coverage = ['Sheets read: Phones, Tablets', 'Hidden sheets, left out: Old'];
    const reply = await send({ name: 'Lager.XLSX', content });
    reply.expect('Both found', ...coverage);
    expect(reply.last.files.map(({ name }) => name)).toEqual(['Lager-checked.xlsx']);
    expect(checked()).toEqual([A, B]);
    const sheets = sheetsOf(reply.last.files[0]?.data);
    expect(sheets.get('Tablets')?.at(-1)).toEqual(['1', B, B, ...NOKIA]);
    const plan = await talk(found, { settings: { batchConfirm: 1 } }).send({
      name: 'a.xlsx',
      content,
    });
    plan.expect('Check 2 IMEIs?', ...coverage);
  });

  test.each([
    ['Über (2).csv', 'Über (2)-checked.csv'],
    ['a\r\n"b"; /c.csv', 'a-b- -c-checked.csv'],
    ['.csv', 'table-checked.csv'],
  ])('has a name that is safe to save: %j', async (name, safe) => {
    expect((await talk(found).send({ name, content: A })).last.files[0]?.name).toBe(safe);
  });

  test('says of each phone whether it is the one in its model column', async () => {
    const { send } = talk(found);
    const reply = await send(
      table(`Model (as bought),IMEI\niPhone 13 128,${A}\nNokia 3310,${B}\nblue one,${C}\n`),
    );
    expect(`\n${reply.text}\n`).toMatchInlineSnapshot(`
      "
      All 3 found
      Here’s your table, with the results at the end of each row.
      # Not what the text says (1)
      2. “iPhone 13 128” is NOKIA 3310
      3× NOKIA 3310
      File: a.csv
      (3 checked now)
      [Send the table]
      "
    `);
    expect(csvOf(reply.last).map((row) => row.join(' | '))).toMatchInlineSnapshot(`
      [
        "Model (as bought) | IMEI | IMEI | Brand | Model | Result | As described",
        "iPhone 13 128 | 352099000001004 | 352099000001004 | NOKIA | 3310 | Found. | No",
        "Nokia 3310 | 352099000001012 | 352099000001012 | NOKIA | 3310 | Found. | Yes",
        "blue one | 352099000001020 | 352099000001020 | NOKIA | 3310 | Found. | ",
      ]
    `);
  });

  test.each([
    ['a column of accessories', 'Case model,IMEI', 'iPhone 13 128'],
    ['a column of the phone in return', 'Trade-in model,IMEI', 'iPhone 13'],
    ['a column of numbers', 'Phone number,IMEI', 'iphone 13'],
    ['a model without a brand', 'Model,IMEI', '13 Pro'],
  ])('says nothing of it for %s', async (_, titles, cell) => {
    const reply = await talk(found).send(table(`${titles}\n${cell},${A}\n`));
    reply.expectNot('Not what the text says');
    expect(csvOf(reply.last)[0]).not.toContain('As described');
  });

  test('has a column for each detail on demand, and no formula from anybody', async () => {
    const evil = full({ brand: '=HYPERLINK("https://example.org")', model: '@SUM(1)' });
    const { send, press, checked } = talk(() => answers.found(evil));
    const brief = await send(table(`IMEI,x\n${A},"=1+1"\n`));
    for (const cell of csvOf(brief.last).flat()) expect(cell).not.toMatch(/^[=@+]/u);
    const [titles = [], row = []] = csvOf((await press(brief.last, 'Full details')).last);
    const cell = (title: string) => row[titles.indexOf(title)];
    expect(cell('Design: Weight')).toBe('112 g');
    expect(cell('Network: GSM bands')).toBe('900, 1800');
    expect(checked()).toHaveLength(1);
  });

  test('says of each number how it was read, or what is wrong', async () => {
    const content = workbookOf({
      Phones: [['IMEI'], [Number(ZERO)], [352_000_000_000_000], ['490154203237517'], [A]],
    });
    const reply = await talk(found).send({ name: 'a.xlsx', content });
    const [rows = []] = sheetsOf(reply.last.files[0]?.data).values();
    expect(rows.map((row) => row.at(-1))).toEqual([
      'Result',
      'Found.',
      'Invalid: 0 instead of the right last digit.',
      'Invalid: typo (if the other digits are right, the last one is 8, not 7).',
      'Found.',
    ]);
    reply.expect(
      '2 found, 2 invalid numbers',
      '1 number ends in 0',
      'If a spreadsheet rounded it, export it again.',
    );
    const none = await talk(found).send(table('IMEI\n3.52E+14\n490154203237517\n'));
    none.expect(
      'There’s no valid IMEI here',
      'shortened 1 number',
      'without decimals',
      'No check used',
    );
    none.expect('Invalid numbers (2)', '3. 490154203237517');
  });
});

describe('a table that was not checked completely', () => {
  test('says why in its row, and offers these again, and the table', async () => {
    const failing = new Set([B, C]);
    const { send, press, checked } = talk((imei) => {
      if (failing.delete(imei)) throw new ServiceFailure('timeout');
      return found();
    });
    const reply = await send(table(`IMEI\n${A}\n${B}\n${C}\n`));
    const late = 'Not checked: The service isn’t answering right now.';
    expect(resultsOf(reply.last)).toEqual(['Result', 'Found.', late, late]);
    expect(actionOf(reply.last, 'Send the table').ifUnsent).toBeUndefined();
    (await press(reply.last, 'retry')).expect(B, C).expectNot(A);
    const again = await press(reply.last, 'Send the table');
    expect(resultsOf(again.last)).toEqual(['Result', 'Found.', 'Found.', 'Found.']);
    // All of it is there, so it is only offered if it could not be sent.
    expect(actionOf(again.last, 'Send the table')).toMatchObject({
      opens: 'new',
      ifUnsent: true,
    });
    expect(checked()).toEqual([A, B, C, B, C]);
  });
});

describe('numbers of a table that may be something else', () => {
  const ORDERS = [1, 2, 3, 4].map((serial) => imeiOf('35693803', serial));
  const mixed = ORDERS.map((order, index) => `${imeiOf('35209900', index)},${order}`).join('\n');

  test('are named by their column, and come back checked with the table when its button is pressed', async () => {
    const { send, press, checked } = talk(found);
    const reply = await send(table(`IMEI,"Order\nno."\n${mixed}`));
    reply.expect(
      '4 found, 4 to confirm',
      `# Check these too? (4)\nOrder no. (4): ${ORDERS.slice(0, 3).join(', ')}, …`,
    );
    expect(reply.last.withoutButtons).toBe('To check, send the same again with --anyway.');
    expect(reply.last.records?.().filter(({ result }) => result === 'unsure')).toMatchObject(
      ORDERS.map((imei) => ({ imei, ok: false, why: 'named', name: 'Order no.' })),
    );
    const both = await press(reply.last, 'Check Order no. (4)');
    both.expect('All 8 found').expectNot('Check these too');
    expect(csvOf(both.last)[1]).toContain(`${imeiOf('35209900', 0)} | ${ORDERS[0]}`);
    expect(new Set(checked()).size).toBe(8);
    (await send(table(`IMEI,Order no.\n${mixed}`), '--anyway')).expect('All 8 found');
  });
});

const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0,
]);
const HEIC = new Uint8Array(Buffer.from('000000186674797068656963000000006d696631', 'hex'));
const PICTURE: SentFile = { name: 'label.png', content: PNG };
const NOTHING: Findings = { found: [], unsure: [], problems: [], repeats: [] };

/** A talk in which every picture shows this. */
function talkOf(picture: Partial<PictureRead>) {
  return talkOfAny({ kind: 'picture', findings: NOTHING, ...picture });
}

function talkOfAny(reading: FileReading) {
  return talk(found, { services: { files: filesAtOnce(reading) } });
}

/** The numbers of a text as they are read from the letters of a picture. */
function lettersOf(text: string): Partial<PictureRead> {
  const { found: numbers, ...others } = findImeis(text);
  const read = numbers.map((one) => ({ ...one, readFrom: 'text' as const }));
  const why = { kind: 'picture' } as const;
  return read.length < 3
    ? { findings: { ...others, found: read } }
    : { findings: { ...others, found: [], unsure: read.map((one) => ({ ...one, why })) } };
}

describe('a picture', () => {
  test('is answered, from bars as it is, from its text to be compared', async () => {
    (await talkOf({ findings: findImeis(A) }).send(PICTURE)).expect(A).expectNot('compare');
    const one = await talkOf(lettersOf(A)).send(PICTURE);
    one.expect('NOKIA 3310\nRead from the picture: please compare.');
    expect(one.last.records?.()).toMatchObject([{ imei: A, result: 'found', readFrom: 'text' }]);
    const two = await talkOf(lettersOf(`IMEI1: ${A}\nIMEI2: ${B}`)).send(PICTURE);
    two.expect(
      'These are the two IMEIs of one phone',
      'please compare',
      `IMEI1 · ${A}`,
      `IMEI2 · ${B}`,
    );
    expect(two.last.records?.()).toMatchObject([{ slot: 1 }, { slot: 2 }]);
  });

  test('with three or more in its text asks once, and one button checks them', async () => {
    const { send, press, checked } = talkOf(lettersOf(`${A}\n${B}\n${C}`));
    const reply = await send(PICTURE);
    reply.expect(
      'Should I check these 3 numbers?\nI read them from your picture. Please compare them first.',
      `number in the picture: ${A}`,
    );
    expect(checked()).toEqual([]);
    expect(reply.last.files).toEqual([]);
    (await press(reply.last, 'Check number in the picture (3)')).expect('All 3 found');
    (await send(PICTURE, '--anyway')).expect('All 3 found');
  });

  test('is known by its content, whatever its name, up to 20 MB', async () => {
    const { send } = talkOf({ findings: findImeis(A) });
    (await send({ name: 'IMG', content: HEIC })).expect(A);
    const large = Buffer.concat([HEIC, Buffer.alloc(6 * 1024 * 1024)]);
    (await send({ name: 'IMG.HEIC', content: large })).expect(A);
    const huge = Buffer.concat([HEIC, Buffer.alloc(20 * 1024 * 1024)]);
    (await send({ name: 'IMG.HEIC', content: huge })).expect(
      'This file is too large',
      'up to 20 MB',
    );
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['too-large', 'This file is too large'],
    ['too-many-pixels', 'up to 50 megapixels'],
    ['no-heic-decoder', 'I can’t open HEIC pictures here'],
    ['broken', 'I can’t open this file'],
    ['locked', 'This file has a password'],
    ['too-slow', 'This picture took too long to read'],
  ] as const)(
    'says why (a picture, %s), but the text of its message is answered',
    async (why, said) => {
      const { send } = talkOfAny({ kind: 'unusable', why });
      (await send(PICTURE)).expect(said, 'File: label.png', '(No check used)');
      (await send(PICTURE, A)).expect(A, '# Files without an answer\nlabel.png: ');
    },
  );

  test.each([
    ['', 'This file is empty'],
    ['hello', 'I don’t see an IMEI in this file'],
    ['name,city\nann,Bonn\n', 'I don’t see an IMEI in this file'],
    ['x'.repeat(5 * 1024 * 1024 + 1), 'Lists can be up to 5 MB'],
  ])('says why (a list, %.10s), but the text of its message is answered', async (content, said) => {
    const { send } = talk(found);
    (await send(table(content))).expect(said, 'File: a.csv', '(No check used)');
    (await send(table(content), A)).expect(A, '# Files without an answer\na.csv: ');
  });

  test('was not received, or comes after too many others', async () => {
    const readFile = () => Promise.reject(new FileUnreadable('failed', 'no connection'));
    const lost = await talk(found, { services: { readFile } }).send(table(A));
    lost.expect('I couldn’t get this file', 'send it again');
    const fileTurns = { enter: () => undefined };
    const { send } = talk(found, { services: { fileTurns } });
    (await send(PICTURE)).expect('I’m still working on your other files');
    (await send(PICTURE, A)).expect(A, 'label.png: I’m still working on your other files');
  });
});

describe('a file of text', () => {
  test.each([': $1', ',$1,modem'])(
    'of name%s is answered as a text, with its message',
    async (form) => {
      const { send, checked } = talk(found);
      const content = `Model=x\nIMEI=${A}\nIMEI2=${B}\nIMSI=${C}\n`.replace(/=(.*)/g, form);
      const reply = await send({ name: 'kv.txt', content }, D);
      reply.expect('3 found, 1 to confirm', `IMSI: ${C}`);
      expect(checked()).toEqual([D, A, B]);
      expect(reply.last.files).toEqual([]);
    },
  );
});

describe('several files of one message', () => {
  test('are answered as one list, each number once', async () => {
    const { sendAll, press, checked } = talkOf({ findings: findImeis(A) });
    const reply = await sendAll([PICTURE, table(`IMEI,Order no.\n${A},${C}\n${B},${D}\n`)], B);
    reply.expect('# Check these too? (2)', `Order no.: ${C}`);
    expect(checked()).toEqual([B, A]);
    (await press(reply.last, 'Check Order no. (2)')).expect(C, D);
    // The files need not be sent again; the file has also the numbers that were not confirmed.
    (await press(reply.last, 'As a file')).expect('All 4 found');
  });
});

describe('saved answers of a list', () => {
  const TYPO = '352099001761482';
  const LIST = `${A}\n${TYPO}\nIMEI2: ${B}\n${C}`;
  const script = (imei: string) => (imei === C ? answers.notFound() : found());

  test('come as a file, with invalid numbers, in the order of the text, for the asker alone', async () => {
    const { say, press, checked } = talk(script, { as: { visibility: 'shared' } });
    const { last } = await press((await say(LIST)).last, 'As a file');
    expect(last).toMatchObject({ private: true, files: [{ name: 'imeis.csv' }] });
    expect(csvOf(last)).toEqual([
      ['IMEI', 'Brand', 'Model', 'Result'],
      [A, 'NOKIA', '3310', 'Found.'],
      [TYPO, '', '', expect.stringMatching(/^Invalid: typo/)],
      [B, 'NOKIA', '3310', 'Found.'],
      [C, '', '', 'Not found.'],
    ]);
    expect(checked()).toHaveLength(3);
    const german = talk(script, { as: { locale: 'de' } });
    const { files } = (await german.press((await german.say(LIST)).last, 'Als Datei')).last;
    expect(String(Buffer.from(files[0]?.data ?? []))).toContain('IMEI;Marke;');
  });

  test('name other phones by their rows in the file, of which the first is the titles', async () => {
    const { say, press } = talk(script);
    const list = await say(`${A}\niphone 13 ${B}\n${C}`);
    list.expect('2. “iphone 13” is NOKIA 3310');
    (await press(list.last, 'As a file')).expect('3. “iphone 13” is NOKIA 3310');
  });

  const forgetful = (setup: Setup = {}) => {
    const gone = new Set<string>();
    const parts = talk(() => answers.found(full()), setup);
    const peek = async (imei: Parameters<typeof parts.checker.peek>[0]) =>
      gone.has(imei) ? undefined : parts.checker.peek(imei);
    const checker = { ...parts.checker, peek };
    return {
      gone,
      ...talk(() => answers.found(full()), { ...setup, services: { checker } }),
      checked: parts.checked,
    };
  };

  test.each([
    ['Full details', {}],
    ['Show to everyone', {}],
    ['Show full number (only to me)', { as: { visibility: 'shared' } }],
  ] as const)('that expired are not checked without asking: %s', async (button, setup) => {
    const { say, press, gone, checked } = forgetful(setup);
    const { last } = await say(A);
    (await press(last, button)).expect('SAMSUNG').expectNot('any more');
    gone.add(A);
    const unsaved = await press(last, button);
    unsaved.expect('The saved answer has expired', 'Checking it again uses a check.');
    expect(unsaved.last.private).toBe('as' in setup);
    expect(checked()).toEqual([A]);
    (await press(unsaved.last, 'Check again (uses a check)')).expect('SAMSUNG');
    expect(checked()).toEqual([A, A]);
  });

  test('of which one may have been paid for nothing warn before it is paid again', async () => {
    const timeout = new ServiceFailure('timeout');
    const peek = async (imei: string) => (imei === A ? timeout : answers.found(full()));
    const parts = talk((imei) => (imei === A ? Promise.reject(timeout) : answers.found(full())));
    const { say, press } = talk(found, { services: { checker: { ...parts.checker, peek } } });
    const file = await press((await say(LIST)).last, 'As a file');
    file.expect(
      '2 found, 1 with no answer, 1 invalid number',
      '[Try again (may be charged twice)]',
      'The service isn’t answering right now',
    );
  });

  test.each(['share', 'list'])('that expired are counted in a list: %s', async (button) => {
    const { say, press, gone, checked } = forgetful();
    const { last } = await say(LIST);
    gone.add(B);
    const shown = await press(last, button);
    shown.expect('# The saved answer has expired (1)');
    expect(checked()).toHaveLength(3);
    (await press(shown.last, 'Check the rest: 1 check')).expect(B);
    expect(checked()).toEqual([A, B, C, B]);
  });
});
