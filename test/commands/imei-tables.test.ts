import * as XLSX from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/core/reply/reply.ts';
import { DAY_MS } from '../../src/core/time/clock.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { answers, basic, full, NOW } from '../support/checks/answers.ts';
import { actionOf, type SentFile, type Setup, talk, textOf } from '../support/conversation.ts';
import { csvOf, workbookOf } from '../support/files/tables.ts';
import { imeiOf, linesOf } from '../support/imeis.ts';

const [A = '', B = '', C = ''] = linesOf(3).split('\n');
const ZERO = imeiOf('01161200', 77);
const TEST_NUMBER = '004401015420322';
const found = () => answers.found(basic());
const table = (content: string): SentFile => ({ name: 'a.csv', content });

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
  ])('the answer to a table is %s', async (_, content, rows) => {
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
    expect(reply.last.isPrivate).toBe(true);
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
  ])('the answer to a table has a name that is safe to save: %j', async (name, safe) => {
    expect((await talk(found).send({ name, content: A })).last.files[0]?.name).toBe(safe);
  });

  test('comes back also when no checks are left today, and says of no row twice that it is not checked', async () => {
    const allowance = async () => ({ left: 0, limit: 100, perDay: 100, renewsAt: NOW + DAY_MS });
    const { send, checked } = talk(found, { supply: { allowance } });
    const reply = await send(table(`IMEI\n${A}\n${B}\n`));
    expect(reply).toMatchInlineSnapshot(`
      2 not checked
      The results are at the end of each row of your table. 2 IMEIs, no checks left today. There’ll be new ones in about 24 hours. Saved answers are free.
      File: a.csv
      [Send the table]
      [Check the next 2]
    `);
    expect(reply.last.files.length).toBe(1);
    expect(checked()).toEqual([]);
  });

  test('says which phones are not those in its model column, and of none that it is', async () => {
    const { send } = talk(found);
    const reply = await send(
      table(`Model (as bought),IMEI\niPhone 13 128,${A}\nNokia 3310,${B}\nblue one,${C}\n`),
    );
    expect(reply).toMatchInlineSnapshot(`
      All 3 found
      The results are at the end of each row of your table.
      # Not what the text says (1)
      2. 352099000001004 · “iPhone 13 128” is NOKIA 3310
      3× NOKIA 3310
      File: a.csv
      (3 checked now)
      [Send the table]
    `);
    expect(csvOf(reply.last).map((row) => row.join(' | '))).toMatchInlineSnapshot(`
      [
        "Model (as bought) | IMEI | IMEI | Brand | Model | Result | As described",
        "iPhone 13 128 | 352099000001004 | 352099000001004 | NOKIA | 3310 | Found. | No",
        "Nokia 3310 | 352099000001012 | 352099000001012 | NOKIA | 3310 | Found. | ",
        "blue one | 352099000001020 | 352099000001020 | NOKIA | 3310 | Found. | ",
      ]
    `);
  });

  test('says it also of a phone whose number was corrected', async () => {
    const { send, press } = talk(found);
    const { last } = await send(
      table(`Model,IMEI\niPhone 13,${A}\niPhone 13,${B.replace('1', 'l')}\n`),
    );
    const corrected = await press(last, 'complete');
    expect(csvOf(corrected.last).map((row) => row.at(-1))).toEqual(['As described', 'No', 'No']);
  });

  test('has the numbers of its rows also in a plan and while it is under way', async () => {
    let turns = 0;
    const rows = table(`IMEI1,IMEI2\n${A},${B}\n${C},3569380310\n`);
    const { send } = talk(async () => {
      turns += 3;
      for (let turn = turns; turn > 0; turn -= 1) await new Promise((next) => setImmediate(next));
      return found();
    });
    const states = (await send(rows)).states.slice(0, -1).map(textOf);
    expect(states.join('\n')).toContain(`2. IMEI1 · ${A} · NOKIA 3310`);
    expect(states.join('\n')).not.toMatch(/^1\. /m);
    const plan = await talk(found, { settings: { batchConfirm: 1 } }).send(rows);
    plan.expect('Check 3 IMEIs?', '3. 3569380310');
  });

  test('names its rows by their numbers, also if the text sent with it has a number too', async () => {
    const rows = table(`Model,IMEI\nNokia 3310,${A}\n,\niPhone 13 128,${B}\n`);
    const reply = await talk(found).send(rows, C);
    reply.expect(`1. ${C}`, `4. ${B} · “iPhone 13 128” is NOKIA 3310`);
    const plan = await talk(found, { settings: { batchConfirm: 1 } }).send(
      table(`IMEI\n${A}\n\n3569380310\n`),
      C,
    );
    plan.expect('4. 3569380310');
  });

  test('names in a plan only the first of many numbers, which the table has all of', async () => {
    const orders = linesOf(25).split('\n').slice(5);
    const cells = orders.map((order, at) => `${imeiOf('35209900', at)},${order}`);
    const short = Array.from({ length: 12 }, (_, at) => `35693803${10 + at},`);
    const plan = await talk(found, { settings: { batchConfirm: 1 } }).send(
      table(`IMEI,Order no.\n${[...cells, ...short].join('\n')}\n`),
    );
    plan.expect('Check 20 IMEIs?', 'Order no. (20): ', '3569380319').expectNot('3569380320');
  });

  test('says it also of a second table, whose columns are others', async () => {
    const { send, checked } = talk(found);
    const first = `Name,Note\n${'Ann,sold\n'.repeat(60)}`;
    const orders = `IMEI,Order\n${A},${B}\n`;
    const reply = await send(table(`${first}\n${orders}\nModel,IMEI\niPhone 13 128,${C}\n`));
    reply.expect('“iPhone 13 128” is NOKIA 3310');
    expect(checked()).toEqual([A, C]);
  });

  test.each([
    'Nom du modèle',
    'Nombre del producto',
    'Nome do modelo',
    'Nokia model',
    'Product note',
    'Trademark / brand',
  ])('the answer warns about another phone in a column with the title %s', async (title) => {
    const reply = await talk(found).send(table(`${title},IMEI\niPhone 13 128,${A}\n`));
    reply.expect('“iPhone 13 128” is NOKIA 3310');
  });

  test.each([
    ['an article number', 'Numero modelo,IMEI', 'iphone 13'],
    ['a number in short', 'Model No.,IMEI', 'iphone 13'],
    ['an id', 'Device ID,IMEI', 'iphone 13'],
    ['the old phone', 'Old phone,IMEI', 'iphone 13'],
    ['a column of accessories', 'Case model,IMEI', 'iPhone 13 128'],
    ['a column of the phone in return', 'Trade-in model,IMEI', 'iPhone 13'],
    ['a column of numbers', 'Phone number,IMEI', 'iphone 13'],
    ['a model without a brand', 'Model,IMEI', '13 Pro'],
    ['another model of the same brand', 'Model,IMEI', 'Nokia 8210'],
  ])('the answer does not warn about %s', async (_, titles, cell) => {
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
      'Invalid: the spreadsheet shortened this number; format the column as a number without decimals.',
      'Invalid: typo (if the other digits are right, the last one is 8, not 7).',
      'Found.',
    ]);
    reply.expect('2 found, 2 invalid numbers', 'shortened 1 number').expectNot('I can fix that');
    const none = await talk(found).send(table('IMEI\n3.52E+14\n490154203237517\n'));
    none.expect(
      'There’s no valid IMEI here',
      'shortened 1 number',
      'without decimals',
      'No check used',
    );
    none.expect('Invalid numbers (2)', '3. 490154203237517');
    const twoEach =
      'IMEI,IMEI2\n490154203237517,490154203237516\n490154203237515,490154203237514\n';
    (await talk(found).send(table(twoEach))).expect('3. 490154203237514');
  });
});

describe('a column of a network that wrote 0 for each last digit', () => {
  const ZEROS = ['356938031000010', '490154203237510', '352099001761480', '356938031002010'];

  test('is asked about for one reason, each number at its row', async () => {
    const { send, press, checked } = talk(found);
    const reply = await send(table(`IMEI,Model\n${ZEROS.join(',a\n')},a\n`));
    reply.expect('Should I check these 4 numbers?', 'I can fix that');
    for (const [at, number] of ZEROS.entries()) reply.expect(`${at + 2}. ${number}`);
    reply.expectNot('something other than an IMEI');
    expect(checked()).toHaveLength(0);
    await press(reply.last, 'Check IMEI (4)');
    expect(checked()).toHaveLength(4);
  });

  test('is not taken for one if a spreadsheet has kept nine digits of each: nothing can be fixed', async () => {
    const lost = ['352099000000000', '356938031000000', '490154203000000'];
    const { send, checked } = talk(found);
    const reply = await send(table(`IMEI,Model\n${lost.join(',a\n')},a\n`));
    reply.expect('shortened 3 numbers').expectNot('I can fix that').expectNot('Should I check');
    expect(checked()).toHaveLength(0);
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

test('the next numbers of a table with --fresh are new answers, and the table has them all', async () => {
  const { send, press, checked } = talk(found, { settings: { batchMax: 2 } });
  const rows = table(`IMEI\n${A}\n${B}\n${C}\n`);
  await send(table(`IMEI\n${C}\n`));
  const first = await send(rows, '--fresh');
  first.expect('2 found, 1 not checked');
  (await press(first.last, 'Check the next one')).expect('NOKIA');
  expect(checked()).toEqual([C, A, B, C]);
  const whole = await press(first.last, 'Send the table');
  expect(resultsOf(whole.last)).toEqual(['Result', 'Found.', 'Found.', 'Found.']);
});

describe('numbers of a table that may be something else', () => {
  const ORDERS = [1, 2, 3, 4].map((serial) => imeiOf('35693803', serial));
  const mixed = ORDERS.map((order, index) => `${imeiOf('35209900', index)},${order}`).join('\n');

  test.each(['corrected', 'no-body'])(
    'confirmed numbers are checked alone, even if their column is called “%s”',
    async (title) => {
      const { send, press, checked } = talk(found);
      const rows = [
        `${A},${B}`,
        '49O154203237518,yes',
        `${imeiOf('09999900', 3)},`,
        `${C},no`,
        `${C},no`,
      ];
      const reply = await send(table(`IMEI,${title}\n${rows.join('\n')}\n`));
      reply.expect('to confirm');
      await press(reply.last, `Check ${title}`);
      expect(new Set(checked())).toEqual(new Set([A, B, C]));
    },
  );

  test('are compared with the model in their row once they are confirmed', async () => {
    const { send, press } = talk(found);
    const reply = await send(table(`Model,IMEI\niPhone 13 128,${TEST_NUMBER}\nblue one,${A}\n`));
    const both = await press(reply.last, 'Check test number');
    both.expect('“iPhone 13 128” is NOKIA 3310');
    expect(csvOf(both.last)[1]?.at(-1)).toBe('No');
  });

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
